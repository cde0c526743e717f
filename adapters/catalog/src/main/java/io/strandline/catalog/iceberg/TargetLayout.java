package io.strandline.catalog.iceberg;

import io.strandline.catalog.PartitionBy;
import io.strandline.catalog.PartitionTransform;
import io.strandline.catalog.SortBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** The partition spec and sort order a plan leaves. */
final class TargetLayout {
    private TargetLayout() {}

    /** The spec of a new table. */
    static PartitionSpec spec(Schema schema, List<PartitionBy> fields) {
        PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
        for (PartitionBy field : fields) {
            String column = SchemaPaths.icebergName(schema, field.column());
            String name = Objects.requireNonNull(field.name());
            int width = field.transform().width();
            switch (field.transform().name()) {
                case "bucket" -> builder.bucket(column, width, name);
                case "truncate" -> builder.truncate(column, width, name);
                case "year" -> builder.year(column, name);
                case "month" -> builder.month(column, name);
                case "day" -> builder.day(column, name);
                case "hour" -> builder.hour(column, name);
                default -> builder.identity(column, name);
            }
        }
        return builder.build();
    }

    /** The sort order. */
    static SortOrder order(Schema schema, List<SortBy> fields) {
        SortOrder.Builder builder = SortOrder.builderFor(schema);
        for (SortBy field : fields) {
            Term term = term(SchemaPaths.icebergName(schema, field.column()), field.transform());
            NullOrder nulls = field.nullOrder().equals("nulls-first") ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST;
            if (field.direction().equals("asc")) {
                builder.asc(term, nulls);
            } else {
                builder.desc(term, nulls);
            }
        }
        return builder.build();
    }

    private static Term term(String column, PartitionTransform transform) {
        return switch (transform.name()) {
            case "bucket" -> Expressions.bucket(column, transform.width());
            case "truncate" -> Expressions.truncate(column, transform.width());
            case "year" -> Expressions.year(column);
            case "month" -> Expressions.month(column);
            case "day" -> Expressions.day(column);
            case "hour" -> Expressions.hour(column);
            default -> Expressions.ref(column);
        };
    }

    /** The table with that spec as its current one. Iceberg's own update gives fields their ids, and leaves voids in v1. */
    static TableMetadata repartitioned(TableMetadata table, List<PartitionBy> fields) {
        Staged staged = new Staged(table);
        UpdatePartitionSpec update = new BaseTable(staged, "planned").updateSpec();
        Map<String, PartitionField> before = new HashMap<>();
        for (PartitionField field : table.spec().fields()) {
            if (!field.transform().isVoid()) {
                before.put(field.transform() + " " + field.sourceId(), field);
            }
        }
        for (PartitionBy field : fields) {
            int source = SchemaPaths.field(table.schema(), field.column()).fieldId();
            PartitionField same = before.remove(field.transform().text() + " " + source);
            String name = Objects.requireNonNull(field.name());
            if (same == null) {
                update.addField(name, term(SchemaPaths.icebergName(table.schema(), field.column()), field.transform()));
            } else if (!same.name().equals(name)) {
                update.renameField(same.name(), name);
            }
        }
        before.values().forEach(field -> update.removeField(field.name()));
        update.commit();
        return staged.current;
    }

    /** A table of which only the metadata is asked: what is committed is kept, and nothing else happens. */
    private static final class Staged implements TableOperations {
        private TableMetadata current;

        Staged(TableMetadata current) {
            this.current = current;
        }

        @Override
        public TableMetadata current() {
            return current;
        }

        @Override
        public TableMetadata refresh() {
            return current;
        }

        @Override
        public void commit(TableMetadata base, TableMetadata metadata) {
            current = metadata;
        }

        @Override
        public FileIO io() {
            throw new UnsupportedOperationException("no file is written");
        }

        @Override
        public String metadataFileLocation(String fileName) {
            throw new UnsupportedOperationException("no file is written");
        }

        @Override
        public LocationProvider locationProvider() {
            throw new UnsupportedOperationException("no file is written");
        }
    }
}
