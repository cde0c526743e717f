package io.strandline.catalog.iceberg;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.TestCall;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.TypeUtil;

/** Tables with real rows and real deletes, written by Iceberg and read by us. Used by one thread. */
final class RowLake implements AutoCloseable {
    final Lake lake;

    RowLake(Path directory) {
        lake = new Lake(
                "lake",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("lake.db"),
                        "warehouse",
                        directory.resolve("warehouse").toString(),
                        "io-impl",
                        ProbeFileIO.class.getName()));
        lake.writer.createNamespace(List.of("ns"));
    }

    TableRef ref(String name) {
        return lake.ref("ns", name);
    }

    Table create(String name, int formatVersion, Schema schema, PartitionSpec spec) {
        return lake.writer
                .client()
                .buildTable(ClientBackend.identifier(ref(name)), schema)
                .withPartitionSpec(spec)
                .withProperty("format-version", Integer.toString(formatVersion))
                .create();
    }

    Table load(String name) {
        return lake.writer.client().loadTable(ClientBackend.identifier(ref(name)));
    }

    static Record row(Schema schema, Object... values) {
        GenericRecord record = GenericRecord.create(schema);
        for (int i = 0; i < values.length; i++) {
            record.set(i, values[i]);
        }
        return record;
    }

    /** Appends rows as one file for each partition. */
    static Map<DataFile, List<Record>> append(Table table, List<Record> rows) {
        Map<DataFile, List<Record>> files = files(table, rows);
        var append = table.newAppend();
        files.keySet().forEach(append::appendFile);
        append.commit();
        return files;
    }

    private static Map<DataFile, List<Record>> files(Table table, List<Record> rows) {
        PartitionSpec spec = table.spec();
        InternalRecordWrapper wrapper = new InternalRecordWrapper(table.schema().asStruct());
        Map<String, PartitionKey> keys = new LinkedHashMap<>();
        Map<String, List<Record>> groups = new LinkedHashMap<>();
        for (Record row : rows) {
            PartitionKey key = new PartitionKey(spec, table.schema());
            key.partition(wrapper.wrap(row));
            keys.putIfAbsent(key.toPath(), key);
            groups.computeIfAbsent(key.toPath(), path -> new ArrayList<>()).add(row);
        }
        Map<DataFile, List<Record>> files = new LinkedHashMap<>();
        groups.forEach((path, group) -> files.put(file(table, keys.get(path), group), group));
        return files;
    }

    private static String place(Table table) {
        return table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    }

    private static DataFile file(Table table, PartitionKey key, List<Record> rows) {
        try {
            DataWriter<Record> writer = Parquet.writeData(table.io().newOutputFile(place(table)))
                    .schema(table.schema())
                    .withSpec(table.spec())
                    .withPartition(table.spec().isUnpartitioned() ? null : key)
                    .createWriterFunc(GenericParquetWriter::create)
                    .overwrite(false)
                    .build();
            try (writer) {
                rows.forEach(writer::write);
            }
            return writer.toDataFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A delete of the rows that have those values in those columns, in the partition of that file. */
    static DeleteFile byKey(Table table, DataFile like, List<Record> keys, int... fieldIds) throws IOException {
        Schema schema = TypeUtil.select(
                table.schema(),
                java.util.Set.copyOf(IntStream.of(fieldIds).boxed().toList()));
        EqualityDeleteWriter<Record> writer = Parquet.writeDeletes(table.io().newOutputFile(place(table)))
                .createWriterFunc(GenericParquetWriter::create)
                .rowSchema(schema)
                .withSpec(table.specs().get(like.specId()))
                .withPartition(like.partition())
                .equalityFieldIds(fieldIds)
                .overwrite()
                .buildEqualityWriter();
        try (writer) {
            keys.forEach(writer::write);
        }
        return writer.toDeleteFile();
    }

    /** A delete of rows of a file by their places: a deletion vector from format version 3 on. */
    static DeleteFile byPosition(Table table, int formatVersion, DataFile file, long... places) throws IOException {
        PartitionSpec spec = table.specs().get(file.specId());
        StructLike partition = spec.isUnpartitioned() ? null : file.partition();
        if (formatVersion >= 3) {
            BaseDVFileWriter writer = new BaseDVFileWriter(
                    OutputFileFactory.builderFor(table, 1, 1)
                            .format(FileFormat.PUFFIN)
                            .build(),
                    path -> null);
            for (long place : places) {
                writer.delete(file.location(), place, spec, partition);
            }
            writer.close();
            return writer.result().deleteFiles().get(0);
        }
        PositionDeleteWriter<Record> writer = Parquet.writeDeletes(table.io().newOutputFile(place(table)))
                .withSpec(spec)
                .withPartition(partition)
                .overwrite()
                .buildPositionWriter();
        try (writer) {
            PositionDelete<Record> delete = PositionDelete.create();
            for (long place : places) {
                writer.write(delete.set(file.location(), place));
            }
        }
        return writer.toDeleteFile();
    }

    static void delete(Table table, DeleteFile... files) {
        RowDelta delta = table.newRowDelta();
        Stream.of(files).forEach(delta::addDeletes);
        delta.commit();
    }

    /** The table as it is now. */
    LakeTable now(String name) {
        return LakeTable.now(lake.catalog.describe(ref(name), new TestCall()).orElseThrow());
    }

    /** All columns of the rows for which the conditions may hold, as we read them. */
    List<List<Object>> ours(LakeTable table, RowsWanted.Comparison... conditions) {
        List<Integer> all = IntStream.range(0, table.columns().size()).boxed().toList();
        return ours(table, new RowsWanted(all, List.of(conditions), OptionalLong.empty()));
    }

    List<List<Object>> ours(LakeTable table, RowsWanted wanted) {
        try (Stream<Object[]> rows = lake.catalog.rows().orElseThrow().read(table, wanted, new TestCall())) {
            return rows.map(row -> plain(Arrays.asList(row))).toList();
        }
    }

    /** A row as written, in the same form. */
    static List<Object> plain(Record row) {
        return plain(values(row));
    }

    private static List<Object> values(Record row) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            values.add(row.get(i));
        }
        return values;
    }

    private static List<Object> plain(List<?> values) {
        List<Object> plain = new ArrayList<>();
        values.forEach(value -> plain.add(plain(value)));
        return plain;
    }

    private static Object plain(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof CharSequence text) {
            return text.toString();
        }
        if (value instanceof Record row) {
            return plain(values(row));
        }
        if (value instanceof List<?> list) {
            return plain(list);
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> plain = new LinkedHashMap<>();
            map.forEach((key, mapped) -> plain.put(plain(key), plain(mapped)));
            return plain;
        }
        return value;
    }

    @Override
    public void close() {
        ProbeFileIO.reset();
        lake.close();
    }
}
