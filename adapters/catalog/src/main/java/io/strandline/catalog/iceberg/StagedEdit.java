package io.strandline.catalog.iceberg;

import io.strandline.catalog.OpenTable;
import io.strandline.catalog.iceberg.IcebergWrites.IcebergTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.function.Predicate;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;

/**
 * A change by Iceberg's own operations, made on a table that sends nothing.
 *
 * @param edit what commits to that table; false if it did not
 * @param checkpoint returns if the statement should go on
 */
record StagedEdit(TableRef ref, Predicate<OpenTable> edit, Runnable checkpoint) implements MetadataEdit {
    @Override
    public Edited of(TableMetadata base, FileIO io, EncryptionManager encryption) {
        NotedFileIO noted = new NotedFileIO(io, checkpoint);
        StagedOperations staged = new StagedOperations(base, noted, encryption);
        boolean made = false;
        try {
            made = edit.test(new IcebergTable(ref, new BaseTable(staged, ref.toString()), staged));
            return new Edited(made ? staged.current() : base, made ? noted.written() : List.of());
        } catch (ValidationException | CommitFailedException e) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + ": Iceberg refuses it: " + StrandlineException.describe(e) + ". Nothing was changed.",
                    e);
        } catch (NotFoundException e) {
            throw new StrandlineException(
                    ErrorCode.METADATA_MISSING,
                    ref + ": a file of its metadata is not there: " + StrandlineException.describe(e)
                            + ". Nothing was changed; restore the file first.",
                    e);
        } finally {
            if (!made) {
                noted.written().forEach(file -> MetadataEdit.deleteQuietly(io, file));
            }
        }
    }
}
