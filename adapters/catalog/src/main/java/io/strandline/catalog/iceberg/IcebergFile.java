package io.strandline.catalog.iceberg;

import io.strandline.catalog.FileState;
import io.strandline.common.Text;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.jspecify.annotations.Nullable;

/** An entry of a manifest; what is asked of it is made then. */
record IcebergFile(long ofSnapshot, ContentFile<?> file, FileTexts texts) implements FileState {
    @Override
    public String content() {
        return Text.lower(file.content().name());
    }

    @Override
    public String location() {
        return file.location();
    }

    @Override
    public String format() {
        return Text.lower(file.format().name());
    }

    @Override
    public int specId() {
        return file.specId();
    }

    @Override
    public String partition() {
        return texts.partition(file.specId(), file.partition());
    }

    @Override
    public long records() {
        return file.recordCount();
    }

    @Override
    public long bytes() {
        return file.fileSizeInBytes();
    }

    @Override
    public @Nullable Long dataSequenceNumber() {
        return file.dataSequenceNumber();
    }

    @Override
    public @Nullable Long fileSequenceNumber() {
        return file.fileSequenceNumber();
    }

    @Override
    public @Nullable Integer sortOrderId() {
        return file.sortOrderId();
    }

    @Override
    public @Nullable List<Long> splitOffsets() {
        return file.splitOffsets();
    }

    @Override
    public @Nullable List<Integer> equalityIds() {
        return file.equalityFieldIds();
    }

    @Override
    public @Nullable Long firstRowId() {
        return file.firstRowId();
    }

    @Override
    public @Nullable String referencedDataFile() {
        return file instanceof DeleteFile deletes ? deletes.referencedDataFile() : null;
    }

    @Override
    public @Nullable String columnStatistics() {
        return texts.columnStatistics(file);
    }
}
