package io.strandline.catalog.iceberg;

import java.util.Map;
import java.util.Set;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.Avro;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.PlannedDataReader;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.Parquet;
import org.jspecify.annotations.Nullable;

/**
 * Files of rows by Iceberg's generic readers. Not by its registry of formats, which does not start without the libraries of ORC.
 * Stateless.
 */
final class GenericFiles {
    private GenericFiles() {}

    /** Formats that can be read. */
    static final Set<FileFormat> FORMATS = Set.of(FileFormat.PARQUET, FileFormat.AVRO);

    /**
     * What of a file is read.
     *
     * @param constants by field id, what is known without the file
     * @param filter what holds for the wanted rows; others may come too
     * @param names how columns of files without field ids are named; null if the table does not say
     */
    record Wanted(
            Schema schema,
            Map<Integer, ?> constants,
            Expression filter,
            @Nullable NameMapping names) {
        /** All rows of a file that the table's own writers wrote. */
        static Wanted all(Schema schema) {
            return new Wanted(schema, Map.of(), Expressions.alwaysTrue(), null);
        }
    }

    static CloseableIterable<Record> open(FileFormat format, InputFile file, Wanted wanted) {
        if (format == FileFormat.AVRO) {
            Avro.ReadBuilder avro = Avro.read(file)
                    .project(wanted.schema())
                    .createResolvingReader(schema -> PlannedDataReader.create(schema, wanted.constants()));
            return (wanted.names() == null ? avro : avro.withNameMapping(wanted.names())).build();
        }
        Parquet.ReadBuilder parquet = Parquet.read(file)
                .project(wanted.schema())
                .filter(wanted.filter())
                .createReaderFunc(
                        columns -> GenericParquetReaders.buildReader(wanted.schema(), columns, wanted.constants()));
        return (wanted.names() == null ? parquet : parquet.withNameMapping(wanted.names())).build();
    }
}
