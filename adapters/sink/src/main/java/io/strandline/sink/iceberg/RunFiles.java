package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/** Makes the files of a run; all of them have the run's id in their names. Used by one thread. */
final class RunFiles {
    private final Table table;
    private final OutputFileFactory dataFiles;
    private final OutputFileFactory deleteFiles;
    private final List<String> made = Collections.synchronizedList(new ArrayList<>());

    RunFiles(Table table, String run) {
        this.table = table;
        // a part of its own for each instance: a run that goes on elsewhere gives no name twice
        String operation = run + "-" + UUID.randomUUID().toString().substring(0, 8);
        this.dataFiles = OutputFileFactory.builderFor(table, 0, 0)
                .format(FileFormat.PARQUET)
                .operationId(operation)
                .build();
        this.deleteFiles = OutputFileFactory.builderFor(table, 0, 0)
                .format(FileFormat.PARQUET)
                .operationId(operation)
                .suffix("deletes")
                .build();
    }

    /** Makes files of deletion vectors of a run. */
    static OutputFileFactory vectors(Table table, String run) {
        return OutputFileFactory.builderFor(table, 0, 0)
                .format(FileFormat.PUFFIN)
                .operationId(run + "-" + UUID.randomUUID().toString().substring(0, 8))
                .build();
    }

    /** Files of rows of the table's own columns. */
    PartitionedFiles<DataWriteResult> data() {
        Schema schema = table.schema();
        int[] all = new int[schema.columns().size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return partitioned(key -> Parquet.writeData(place(dataFiles, table.spec(), key))
                .forTable(table)
                .withPartition(table.spec().isUnpartitioned() ? null : key)
                .createWriterFunc((written, message) -> PageWriter.of(schema.asStruct(), all, message))
                .overwrite(false)
                .build());
    }

    /** A file of those bytes, read to their end. */
    InputFile copy(InputStream bytes) throws IOException {
        OutputFile file = place(dataFiles, table.spec(), null).encryptingOutputFile();
        try (OutputStream out = file.create()) {
            bytes.transferTo(out);
        }
        return file.toInputFile();
    }

    /** Files of keys, for the rows of before that have them. */
    PartitionedFiles<DeleteWriteResult> deletes(TableKey key, PartitionSpec spec) {
        Types.StructType struct = key.schema().asStruct();
        return partitioned(partition -> {
            EqualityDeleteWriter<RowAt> writer = Parquet.writeDeletes(place(deleteFiles, spec, partition))
                    .forTable(table)
                    .rowSchema(key.schema())
                    .equalityFieldIds(key.fieldIds())
                    .withSpec(spec)
                    .withPartition(spec.isUnpartitioned() ? null : partition)
                    .createWriterFunc((written, message) -> PageWriter.of(struct, key.indexes(), message))
                    .overwrite(false)
                    .buildEqualityWriter();
            return writer;
        });
    }

    private <R> PartitionedFiles<R> partitioned(PartitionedFiles.Opening<R> opening) {
        long target = PropertyUtil.propertyAsLong(
                table.properties(),
                TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
                TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
        long rowGroup = PropertyUtil.propertyAsLong(
                table.properties(),
                TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES,
                TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT);
        return new PartitionedFiles<>(opening, target, rowGroup);
    }

    private EncryptedOutputFile place(OutputFileFactory factory, PartitionSpec spec, @Nullable PartitionKey partition) {
        EncryptedOutputFile file =
                spec.isUnpartitioned() ? factory.newOutputFile() : factory.newOutputFile(spec, partition);
        made.add(file.encryptingOutputFile().location());
        return file;
    }

    /** Locations of all that were made. */
    List<String> made() {
        return List.copyOf(made);
    }

    /** What another instance made is to be deleted with its own. */
    void takeOver(RunFiles before) {
        made.addAll(before.made);
        before.made.clear();
    }

    /** Forgets what was made: it belongs to the table now. */
    void committed() {
        made.clear();
    }

    /** Deletes what was made since; what cannot be deleted is left, and an orphan. */
    void delete() {
        List.copyOf(made).forEach(this::delete);
    }

    /** Deletes one of them. */
    void delete(String file) {
        try {
            table.io().deleteFile(file);
        } catch (RuntimeException e) {
            // left: no table names it
        }
        made.remove(file);
    }
}
