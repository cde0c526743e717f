package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.PartitionUtil;
import org.apache.iceberg.util.StructLikeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows that files of keys delete, found in the table as it is, so that deletion vectors delete them and no reader has to look
 * for them again (Iceberg spec, "Deletion Vectors"). What is found holds for exactly that state of the table: it is looked for
 * anew for each attempt to commit. Used by one thread.
 */
final class FoundRows {
    /** Keys of one look: they are held in memory. */
    static final int MOST_KEYS = 200_000;

    /** Rows that one look reads the keys of; where more could have them, it is cheaper to leave that to the readers. */
    private static final long MOST_ROWS = 50_000_000;

    private final Table table;
    private final Schema key;
    private final Schema read;
    private final boolean withRows;
    private final BaseDeleteLoader loader;
    private final Map<String, PositionDeleteIndex> deleted = new HashMap<>();

    private FoundRows(Table table, List<Types.NestedField> key, boolean withRows) {
        this.table = table;
        this.withRows = withRows;
        this.key = new Schema(key);
        List<Types.NestedField> fields = new ArrayList<>(key);
        fields.add(MetadataColumns.ROW_POSITION);
        this.read = new Schema(fields);
        this.loader = new BaseDeleteLoader(file -> table.io().newInputFile(file));
    }

    /**
     * Writes deletion vectors for the rows. A key whose rows are deleted already leaves no trace in a vector. If no row of the group
     * tells of it, a rollback of the run that deleted them would bring them back against this one's word (SNK-11): such a group
     * deletes by key.
     *
     * @param group its files of keys have the same columns
     * @return empty where the table has no such vectors, or rows are not to be looked for: the files themselves have to delete then
     */
    static Optional<DeleteWriteResult> delete(Table table, FileGroup group, String run) {
        List<DeleteFile> keys = group.deletes();
        long count = keys.stream().mapToLong(DeleteFile::recordCount).sum();
        boolean named = table.properties().containsKey(TableProperties.DEFAULT_NAME_MAPPING);
        if (KeyedTables.version(table) < LineageRows.LEAST_VERSION || count > MOST_KEYS || named) {
            // columns that are known by name only are none that a rollback could read the keys of
            return Optional.empty();
        }
        List<Types.NestedField> fields = keys.get(0).equalityFieldIds().stream()
                .map(table.schema()::findField)
                .filter(Objects::nonNull)
                .toList();
        if (fields.size() != keys.get(0).equalityFieldIds().size()) {
            return Optional.empty();
        }
        try {
            return new FoundRows(table, fields, !group.data().isEmpty()).delete(keys, run);
        } catch (IOException e) {
            throw new UncheckedIOException("deletion vectors cannot be written", e);
        }
    }

    private Optional<DeleteWriteResult> delete(List<DeleteFile> keys, String run) throws IOException {
        List<FileScanTask> tasks = new ArrayList<>();
        long rows = 0;
        try (CloseableIterable<FileScanTask> planned =
                table.newScan().filter(within(keys)).planFiles()) {
            for (FileScanTask task : planned) {
                rows += task.file().recordCount();
                if (rows > MOST_ROWS || !isKnown(task)) {
                    return Optional.empty();
                }
                tasks.add(task);
            }
        }
        StructLikeSet wanted = values(keys);
        BaseDVFileWriter writer = new BaseDVFileWriter(RunFiles.vectors(table, run), deleted::get);
        for (FileScanTask task : tasks) {
            if (!delete(task, wanted, writer)) {
                // nothing is written before it is closed
                return Optional.empty();
            }
        }
        writer.close();
        return Optional.of(writer.result());
    }

    /** Whether its keys can be read, and what is deleted of it by its place: files of places are of tables that were of version 2. */
    private static boolean isKnown(FileScanTask task) {
        return KeyFiles.isReadable(task.file())
                && task.deletes().stream()
                        .filter(file -> file.content() == FileContent.POSITION_DELETES)
                        .allMatch(ContentFileUtil::isDV);
    }

    /** The keys as Iceberg compares them; its own loader of such files would want ORC's classes. */
    private StructLikeSet values(List<DeleteFile> keys) throws IOException {
        StructLikeSet values = StructLikeSet.create(key.asStruct());
        InternalRecordWrapper wrapper = new InternalRecordWrapper(key.asStruct());
        for (DeleteFile file : keys) {
            try (CloseableIterable<Record> records = Parquet.read(table.io().newInputFile(file.location()))
                    .project(key)
                    .createReaderFunc(message -> GenericParquetReaders.buildReader(key, message))
                    .build()) {
                records.forEach(record -> values.add(wrapper.copyFor(record)));
            }
        }
        return values;
    }

    /** Deletes rows of a file; false if a key is to be deleted by itself. */
    private boolean delete(FileScanTask task, StructLikeSet wanted, BaseDVFileWriter writer) throws IOException {
        DataFile file = task.file();
        Map<Integer, ?> constants = PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant);
        InternalRecordWrapper values = new InternalRecordWrapper(read.asStruct());
        KeyOf keyOf = new KeyOf(values, key.columns().size());
        try (CloseableIterable<Record> records = Parquet.read(table.io().newInputFile(file.location()))
                .project(read)
                .createReaderFunc(message -> GenericParquetReaders.buildReader(read, message, constants))
                .build()) {
            for (Record record : records) {
                values.wrap(record);
                if (wanted.contains(keyOf)) {
                    long position = ((Number) record.get(key.columns().size())).longValue();
                    if (!deleted(task).isDeleted(position)) {
                        writer.delete(file.location(), position, task.spec(), file.partition());
                    } else if (!withRows) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Rows of a file that are deleted by their places already; old versions of a row stay in their files. */
    private PositionDeleteIndex deleted(FileScanTask task) {
        return deleted.computeIfAbsent(task.file().location(), path -> {
            List<DeleteFile> vectors =
                    task.deletes().stream().filter(ContentFileUtil::isDV).toList();
            return vectors.isEmpty() ? PositionDeleteIndex.empty() : loader.loadPositionDeletes(vectors, path);
        });
    }

    /** The columns of the key of a row that has others behind them. */
    private record KeyOf(InternalRecordWrapper row, int size) implements org.apache.iceberg.StructLike {
        @Override
        public <T> @Nullable T get(int index, Class<T> type) {
            return row.get(index, type);
        }

        @Override
        public <T> void set(int index, T value) {
            throw new UnsupportedOperationException("a view of a row");
        }
    }

    /** What rows with one of the keys satisfy, by the bounds of the files of keys. */
    private Expression within(List<DeleteFile> keys) {
        Expression all = Expressions.alwaysTrue();
        for (Types.NestedField field : key.columns()) {
            Object least = bound(keys, field, true);
            Object most = bound(keys, field, false);
            if (least != null && most != null) {
                all = Expressions.and(
                        all,
                        Expressions.greaterThanOrEqual(field.name(), least),
                        Expressions.lessThanOrEqual(field.name(), most));
            }
        }
        return all;
    }

    private static @Nullable Object bound(List<DeleteFile> keys, Types.NestedField field, boolean least) {
        Type.PrimitiveType type = field.type().asPrimitiveType();
        boolean ordered = switch (type.typeId()) {
            case INTEGER, LONG, DATE, STRING -> true;
            default -> false;
        };
        Object found = null;
        for (DeleteFile file : keys) {
            var bounds = least ? file.lowerBounds() : file.upperBounds();
            var bound = bounds == null ? null : bounds.get(field.fieldId());
            if (!ordered || bound == null) {
                return null;
            }
            Object value = Conversions.fromByteBuffer(type, bound);
            int order = found == null ? 0 : Comparators.<Object>forType(type).compare(value, found);
            if (found == null || (least ? order < 0 : order > 0)) {
                found = value;
            }
        }
        return found;
    }
}
