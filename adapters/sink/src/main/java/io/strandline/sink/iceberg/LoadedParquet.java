package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.iceberg.types.CheckCompatibility;
import org.apache.iceberg.types.Types;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file that somebody else made, as a file of a table: all of its pages are there, and its columns are the table's, by
 * their ids or else by the table's name mapping (Iceberg spec, "Column projection"), of types that the table's readers take for
 * its own (SNK-22). How its values are encoded is not looked at.
 */
record LoadedParquet(TableRef ref, Table table) {
    /**
     * Refuses a table whose files cannot be made by others, before the first byte.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED}
     */
    void requireLoadable() {
        if (!table.spec().isUnpartitioned()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + " is partitioned, and a file belongs to one partition: its rows would have to be looked at."
                            + " Send rows or Arrow's columns.");
        }
    }

    /**
     * The file with what is known of it.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} if it is no whole Parquet file, or not one of the table's columns
     */
    DataFile of(InputFile file) {
        ParquetReadOptions checked =
                ParquetReadOptions.builder().usePageChecksumVerification(true).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new ParquetInput(file), checked)) {
            ParquetMetadata footer = reader.getFooter();
            MessageType message = footer.getFileMetaData().getSchema();
            NameMapping names = ParquetSchemaUtil.hasIds(message) ? null : names();
            Metrics metrics = ParquetUtil.footerMetrics(footer, Stream.empty(), MetricsConfig.forTable(table), names);
            requireColumns(names == null ? message : ParquetSchemaUtil.applyNameMapping(message, names), metrics);
            requirePages(reader);
            return DataFiles.builder(table.spec())
                    .withPath(file.location())
                    .withFormat(FileFormat.PARQUET)
                    .withFileSizeInBytes(file.getLength())
                    .withMetrics(metrics)
                    .withSplitOffsets(ParquetUtil.getSplitOffsets(footer))
                    .build();
        } catch (IOException | RuntimeException e) {
            if (e instanceof StrandlineException known) {
                throw known;
            }
            throw refused("it is no whole Parquet file: " + Shown.causes(e), e);
        }
    }

    /** Without ids and without this, a reader would take columns by their places. */
    private NameMapping names() {
        String mapping = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
        if (mapping == null) {
            throw refused(
                    "its columns have no field ids, and the table has no name mapping by which they could be told ("
                            + TableProperties.DEFAULT_NAME_MAPPING + ")",
                    null);
        }
        return NameMappingParser.fromJson(mapping);
    }

    private void requireColumns(MessageType message, Metrics metrics) {
        Schema wanted = table.schema();
        for (org.apache.parquet.schema.Type column : message.getFields()) {
            Types.NestedField field = column.getId() == null
                    ? null
                    : wanted.asStruct().field(column.getId().intValue());
            boolean same = field != null
                    && (field.name().equals(column.getName())
                            || AvroSchemaUtil.makeCompatibleName(field.name()).equals(column.getName()));
            if (!same) {
                throw refused(
                        "its column " + SqlNames.quoteIfNeeded(column.getName())
                                + (field == null
                                        ? " is none of the table's"
                                        : " has the field id of " + SqlNames.quoteIfNeeded(field.name())),
                        null);
            }
        }
        Schema found = withoutNulls(ParquetSchemaUtil.convertAndPrune(message), metrics);
        List<String> errors = new ArrayList<>(CheckCompatibility.writeCompatibilityErrors(wanted, found, false));
        for (Types.NestedField field : wanted.columns()) {
            if (field.initialDefault() != null && found.findField(field.fieldId()) == null) {
                errors.add(field.name() + " is missing, and would have a default of its table and not NULL");
            }
        }
        if (!errors.isEmpty()) {
            throw refused("column " + String.join("; column ", errors), null);
        }
    }

    /** Many writers say that a column may be NULL where no value is. */
    private static Schema withoutNulls(Schema found, Metrics metrics) {
        Map<Integer, Long> nulls =
                metrics.nullValueCounts() == null ? new HashMap<>() : new HashMap<>(metrics.nullValueCounts());
        return new Schema(found.columns().stream()
                .map(field -> Long.valueOf(0).equals(nulls.get(field.fieldId())) ? field.asRequired() : field)
                .toList());
    }

    /** That the pages are there which the footer tells of, each with the bytes that its writer wrote. */
    private static void requirePages(ParquetFileReader reader) throws IOException {
        long rows = 0;
        PageReadStore group = reader.readNextRowGroup();
        while (group != null) {
            try (PageReadStore pages = group) {
                rows += pages.getRowCount();
            }
            group = reader.readNextRowGroup();
        }
        if (rows != reader.getRecordCount()) {
            throw new IOException("it has " + rows + " rows and says " + reader.getRecordCount());
        }
    }

    private StrandlineException refused(String what, @Nullable Exception cause) {
        String message = "the file cannot be a part of " + ref + ": " + what
                + ". Nothing of it was written; send rows, or a file of the table's columns.";
        return cause == null
                ? new StrandlineException(ErrorCode.BAD_VALUE, message)
                : new StrandlineException(ErrorCode.BAD_VALUE, message, cause);
    }
}
