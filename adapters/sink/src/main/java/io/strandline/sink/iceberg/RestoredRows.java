package io.strandline.sink.iceberg;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.LakeTypes;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableVersion;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Brings keys back to what they were in a snapshot, over what was written since. */
record RestoredRows(IcebergTarget target, SinkCallContext context) {
    private static final int PAGE = 1_000;

    /**
     * Writes the files of it.
     *
     * @param before null if the table had no row before
     */
    FileGroup of(Table table, ConflictingKeys keys, @Nullable Snapshot before) {
        RunId run = context.run();
        List<String> names = keys.fields().stream().map(Types.NestedField::name).toList();
        TableKey key = TableKey.of(target.ref(), table.schema(), names);
        try {
            RunOutput deletes = new RunOutput(target.ref(), table, WriteMode.DELETE, key, run.text());
            PageColumns keyColumns = new PageColumns(target.ref(), table.schema(), new HashSet<>(key.fieldIds()));
            writeAll(deletes, keyColumns, keySchema(names), keys.values().iterator());
            RunOutput rows = new RunOutput(target.ref(), table, WriteMode.APPEND, null, run.text());
            if (before != null) {
                writeRows(rows, PageColumns.all(target.ref(), table.schema()), table, keys, before);
            }
            List<DeleteFile> deleteFiles = new ArrayList<>();
            List<DataFile> dataFiles = new ArrayList<>();
            deletes.finish().forEach(group -> deleteFiles.addAll(group.deletes()));
            rows.finish().forEach(group -> dataFiles.addAll(group.data()));
            return new FileGroup(dataFiles, deleteFiles);
        } catch (IOException e) {
            throw new UncheckedIOException("rows of before cannot be written", e);
        }
    }

    private RowSchema keySchema(List<String> names) {
        return schema(target.describe(context).map(state -> TableField.of(state.columns())).orElse(List.of()).stream()
                .filter(field -> names.contains(field.name()))
                .toList());
    }

    private static RowSchema schema(List<TableField> fields) {
        return new RowSchema(fields.stream()
                .map(field -> new RowSchema.Column(field.name(), LakeTypes.of(field)))
                .toList());
    }

    private void writeRows(RunOutput output, PageColumns columns, Table table, ConflictingKeys keys, Snapshot before)
            throws IOException {
        SystemCall call = new SystemCall(context.startedAt());
        LakeTable lake = target.catalog()
                .rows()
                .flatMap(rows -> rows.at(target.ref(), new TableVersion.OfSnapshot(before.snapshotId()), call))
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED, target.ref() + " cannot be read, so that nothing is restored."));
        KeyFiles texts = new KeyFiles(table, keys.fields());
        List<Integer> all = IntStream.range(0, lake.columns().size()).boxed().toList();
        List<String> names = lake.columns().stream().map(TableField::name).toList();
        int[] keyAt = keys.fields().stream()
                .mapToInt(field -> names.indexOf(field.name()))
                .toArray();
        try (Stream<@Nullable Object[]> read = target.catalog()
                .rows()
                .orElseThrow()
                .read(lake, new RowsWanted(all, List.of(), OptionalLong.empty()), call)) {
            Iterator<@Nullable Object[]> wanted = read.filter(row -> {
                        @Nullable
                        Object[] values =
                                IntStream.of(keyAt).mapToObj(at -> row[at]).toArray();
                        return keys.contains(texts.text(values));
                    })
                    .iterator();
            writeAll(output, columns, schema(lake.columns()), wanted);
        }
    }

    private static void writeAll(
            RunOutput output, PageColumns columns, RowSchema schema, Iterator<@Nullable Object[]> rows)
            throws IOException {
        List<@Nullable Object[]> page = new ArrayList<>();
        while (rows.hasNext()) {
            page.add(rows.next());
            if (page.size() == PAGE || !rows.hasNext()) {
                RowFaults faults = new RowFaults(page.size());
                ColumnPage made = columns.of(new Page(schema, page), faults);
                if (!faults.none()) {
                    throw new StrandlineException(
                            ErrorCode.REFUSED,
                            "a row of before does not fit the table any more: " + faults.of(faults.first()));
                }
                output.write(made, Rows.without(faults, page.size()));
                page.clear();
            }
        }
    }
}
