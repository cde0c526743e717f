package io.strandline.sink.iceberg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/**
 * Reads a table with Iceberg's parts and none of the product's: its scan says which deletes are for which file. Iceberg's own
 * reader of records would need ORC's classes.
 */
final class PlainReader {
    private PlainReader() {}

    static void read(Table table, Consumer<Record> rows) throws IOException {
        List<Types.NestedField> fields = new ArrayList<>(table.schema().columns());
        fields.add(MetadataColumns.ROW_POSITION);
        BaseDeleteLoader loader = new BaseDeleteLoader(file -> table.io().newInputFile(file));
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            for (FileScanTask task : tasks) {
                List<DeleteFile> vectors = of(task, FileContent.POSITION_DELETES);
                PositionDeleteIndex deleted = vectors.isEmpty()
                        ? PositionDeleteIndex.empty()
                        : loader.loadPositionDeletes(vectors, task.file().location());
                List<List<Object>> keys = new ArrayList<>();
                for (DeleteFile file : of(task, FileContent.EQUALITY_DELETES)) {
                    Schema key = table.schema().select(names(table, file.equalityFieldIds()));
                    records(table, file, key).forEach(record -> keys.add(List.of(record.get(0))));
                }
                for (Record record : records(table, task.file(), new Schema(fields))) {
                    boolean gone = deleted.isDeleted((Long) record.get(fields.size() - 1))
                            || keys.contains(List.of(record.get(0)));
                    if (!gone) {
                        rows.accept(record);
                    }
                }
            }
        }
    }

    private static List<DeleteFile> of(FileScanTask task, FileContent content) {
        return task.deletes().stream().filter(file -> file.content() == content).toList();
    }

    private static List<String> names(Table table, List<Integer> ids) {
        return ids.stream().map(table.schema()::findColumnName).toList();
    }

    private static List<Record> records(Table table, ContentFile<?> file, Schema schema) throws IOException {
        List<Record> records = new ArrayList<>();
        try (CloseableIterable<Record> read = Parquet.read(table.io().newInputFile(file.location()))
                .project(schema)
                .createReaderFunc(message -> GenericParquetReaders.buildReader(schema, message))
                .build()) {
            read.forEach(records::add);
        }
        return records;
    }
}
