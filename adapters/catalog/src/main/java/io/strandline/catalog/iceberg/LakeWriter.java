package io.strandline.catalog.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Makes namespaces and small tables with real Parquet rows: for a demo lake and for tests. Each call is a commit of its own.
 * Used by one thread.
 */
public final class LakeWriter implements AutoCloseable {
    private static final String ENGINE = "strandline";

    private final IcebergCatalog catalog;
    private final Catalog client;
    private final boolean own;

    private LakeWriter(IcebergCatalog catalog, Catalog client, boolean own) {
        this.catalog = catalog;
        this.client = client;
        this.own = own;
    }

    /** A writer to that catalog. A JDBC catalog's tables are made in its database if they are not there. */
    public static LakeWriter on(IcebergCatalog catalog) {
        if (catalog.config().type() == CatalogType.JDBC) {
            Map<String, String> properties = new HashMap<>(catalog.config().properties());
            properties.put("jdbc.init-catalog-tables", "true");
            properties.putIfAbsent("jdbc.schema-version", "V1");
            JdbcCatalog jdbc = new JdbcCatalog(ignored -> Backends.fileIo(catalog.config()), null, true);
            jdbc.initialize(catalog.config().nameInBackend(), properties);
            return new LakeWriter(catalog, jdbc, true);
        }
        return new LakeWriter(catalog, ((ClientBackend) catalog.backend()).client(), false);
    }

    /** Creates the namespace and those above it, where they are not there. */
    public void createNamespace(List<String> levels) {
        requireStorable(levels);
        SupportsNamespaces spaces = (SupportsNamespaces) client;
        for (int depth = 1; depth <= levels.size(); depth++) {
            org.apache.iceberg.catalog.Namespace namespace = ClientBackend.namespaceOf(levels.subList(0, depth));
            if (!spaces.namespaceExists(namespace)) {
                // a REST client asks the map for null, which Map.of() does not take
                spaces.createNamespace(namespace, new HashMap<>());
            }
        }
    }

    /**
     * Creates a table, unpartitioned and without rows.
     *
     * @param location root of its files; empty for a place in the warehouse made from its name
     * @throws StrandlineException {@code CONFLICT} if there is one of that name
     */
    public void createTable(
            TableRef ref, List<LakeColumn> columns, Optional<String> location, Map<String, String> properties) {
        requireStorable(ref.namespace());
        List<Types.NestedField> fields = new ArrayList<>();
        for (LakeColumn column : columns) {
            fields.add(Types.NestedField.builder()
                    .withId(fields.size() + 1)
                    .isOptional(!column.required())
                    .withName(column.name())
                    .ofType(Types.fromPrimitiveString(column.type()))
                    .withDoc(column.comment())
                    .build());
        }
        try {
            Catalog.TableBuilder builder = client.buildTable(ClientBackend.identifier(ref), new Schema(fields))
                    .withProperties(new HashMap<>(properties));
            if (location.isPresent()) {
                builder = builder.withLocation(location.orElseThrow());
            } else if (catalog.config().type() != CatalogType.HADOOP) {
                builder = builder.withLocation(LakePlaces.of(catalog.config(), ref));
            }
            builder.create();
        } catch (AlreadyExistsException e) {
            throw new StrandlineException(ErrorCode.CONFLICT, ref + " exists already", e);
        }
    }

    /** Creates a table in the warehouse, without properties. */
    public void createTable(TableRef ref, LakeColumn... columns) {
        createTable(ref, List.of(columns), Optional.empty(), Map.of());
    }

    /** Lets a table lie elsewhere from now on; what was written stays where it is. */
    public void moveTable(TableRef ref, String location) {
        client.loadTable(ClientBackend.identifier(ref))
                .updateLocation()
                .setLocation(location)
                .commit();
    }

    /** Gives a table another name in the catalog; its files stay where they are. */
    public void renameTable(TableRef from, TableRef to) {
        client.renameTable(ClientBackend.identifier(from), ClientBackend.identifier(to));
    }

    /**
     * Appends rows as one Parquet file in one snapshot.
     *
     * @param rows values in the order of the table's columns: boxed numbers, text, {@link java.math.BigDecimal},
     *     {@link java.time.LocalDate}, {@link Instant} for {@code timestamptz}, {@link java.time.LocalDateTime}
     * @return id of the new snapshot
     */
    public long append(TableRef ref, List<? extends List<? extends @Nullable Object>> rows) {
        return append(ref, rows, Map.of("engine-name", ENGINE));
    }

    /** As the other, by a writer who says that of itself in the snapshot's summary. */
    public long append(
            TableRef ref, List<? extends List<? extends @Nullable Object>> rows, Map<String, String> summary) {
        Table table = client.loadTable(ClientBackend.identifier(ref));
        AppendFiles append = table.newAppend().appendFile(write(table, rows));
        summary.forEach(append::set);
        append.commit();
        return table.currentSnapshot().snapshotId();
    }

    /** Deletes all rows in one snapshot; the files stay, for older snapshots have them. */
    public void deleteAll(TableRef ref) {
        client.loadTable(ClientBackend.identifier(ref))
                .newDelete()
                .deleteFromRowFilter(Expressions.alwaysTrue())
                .commit();
    }

    private static DataFile write(Table table, List<? extends List<? extends @Nullable Object>> rows) {
        String place = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
        try {
            DataWriter<Record> writer = Parquet.writeData(table.io().newOutputFile(place))
                    .schema(table.schema())
                    .withSpec(table.spec())
                    .createWriterFunc(GenericParquetWriter::create)
                    .overwrite(false)
                    .build();
            try (writer) {
                for (List<? extends @Nullable Object> row : rows) {
                    writer.write(record(table.schema(), row));
                }
            }
            return writer.toDataFile();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + place, e);
        }
    }

    private static Record record(Schema schema, List<? extends @Nullable Object> row) {
        if (row.size() != schema.columns().size()) {
            throw new IllegalArgumentException("a row has " + row.size() + " values for "
                    + schema.columns().size() + " columns");
        }
        GenericRecord record = GenericRecord.create(schema);
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            record.set(i, value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value);
        }
        return record;
    }

    /** Iceberg's JDBC catalog would store a level with a dot as two. */
    private void requireStorable(List<String> namespace) {
        if (catalog.config().type() == CatalogType.JDBC && !JdbcTables.canName(namespace)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "namespace " + io.strandline.common.SqlNames.dotted(namespace)
                            + ": a JDBC catalog cannot keep an empty level or one with a dot. Choose another name.");
        }
    }

    /** The catalog as Iceberg knows it. */
    Catalog client() {
        return client;
    }

    @Override
    public void close() {
        if (own && client instanceof Closeable closeable) {
            try {
                closeable.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
