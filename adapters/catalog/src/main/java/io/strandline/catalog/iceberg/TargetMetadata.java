package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableField;
import io.strandline.catalog.TargetTable;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The metadata a plan leaves: a pure function of the metadata there is, so that a plan is one commit (CAT-4). */
final class TargetMetadata {
    private TargetMetadata() {}

    /** A new table's parts. */
    record Creation(Schema schema, PartitionSpec spec, SortOrder order) {}

    static Creation creation(TargetTable target) {
        List<TableField> columns = Objects.requireNonNull(target.columns(), "columns");
        List<String> identifiers = target.identifierFields();
        Schema schema = TargetSchema.of(columns, identifiers == null ? List.of() : identifiers, new Schema(), 0)
                .schema();
        return new Creation(
                schema,
                target.partitioning() == null
                        ? PartitionSpec.unpartitioned()
                        : TargetLayout.spec(schema, target.partitioning()),
                target.sorting() == null ? SortOrder.unsorted() : TargetLayout.order(schema, target.sorting()));
    }

    /** The metadata of a table that is there, changed. */
    static TableMetadata change(TableMetadata base, TargetTable target) {
        TableMetadata.Builder builder = TableMetadata.buildFrom(base);
        if (target.formatVersion() != null) {
            builder.upgradeFormatVersion(target.formatVersion());
        }
        @Nullable List<TableField> columns = target.columns();
        Schema schema = base.schema();
        if (columns != null) {
            TargetSchema.Made made =
                    TargetSchema.of(columns, target.identifierFields(), base.schema(), base.lastColumnId());
            schema = made.schema();
            builder.setCurrentSchema(schema, made.lastId());
            SchemaProperties.follow(base, schema, builder);
        }
        if (target.sorting() != null) {
            builder.setDefaultSortOrder(TargetLayout.order(schema, target.sorting()));
        }
        if (!target.removeProperties().isEmpty()) {
            builder.removeProperties(target.removeProperties());
        }
        if (!target.setProperties().isEmpty()) {
            builder.setProperties(target.setProperties());
        }
        if (target.location() != null) {
            builder.setLocation(target.location());
        }
        TableMetadata changed = builder.build();
        return target.partitioning() == null ? changed : TargetLayout.repartitioned(changed, target.partitioning());
    }
}
