package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/** Files that another program writes. */
final class TestFiles {
    private TestFiles() {}

    static DataFile write(Table table, List<List<Object>> rows) {
        return write(table, table.schema(), rows);
    }

    /** Each row with the id that it keeps. */
    static DataFile writeWithIds(Table table, List<List<Object>> rows) {
        List<Types.NestedField> fields = new ArrayList<>(table.schema().columns());
        fields.add(MetadataColumns.ROW_ID);
        return write(table, new Schema(fields), rows);
    }

    private static DataFile write(Table table, Schema schema, List<List<Object>> rows) {
        try {
            DataWriter<Record> writer = Parquet.writeData(table.io()
                            .newOutputFile(table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet")))
                    .forTable(table)
                    .schema(schema)
                    .createWriterFunc(GenericParquetWriter::create)
                    .build();
            try (writer) {
                for (List<Object> row : rows) {
                    GenericRecord record = GenericRecord.create(schema);
                    for (int i = 0; i < row.size(); i++) {
                        record.set(i, row.get(i));
                    }
                    writer.write(record);
                }
            }
            return writer.toDataFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
