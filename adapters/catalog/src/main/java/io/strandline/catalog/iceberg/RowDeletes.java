package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Predicate;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.DeleteLoader;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.Deletes;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DeleteSchemaUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.StructLikeSet;

/** The deletes that apply to a data file: deletion vectors, and deletes by position and by key as {@link GenericFiles} reads them. */
final class RowDeletes extends GenericDeleteFilter {
    private final FileIO files;

    RowDeletes(FileIO files, FileScanTask task, Schema table, Schema requested) {
        super(files, task, table, requested);
        this.files = files;
    }

    /** Whether a row is left by all of them, which are read now. Not a filter, that may pass over millions of rows in one step. */
    Predicate<Record> isLeft() {
        Predicate<Record> byKey = eqDeletedRowFilter();
        if (!hasPosDeletes()) {
            return byKey;
        }
        PositionDeleteIndex places = deletedRowPositions();
        return row -> !places.isDeleted(pos(row)) && byKey.test(row);
    }

    @Override
    protected DeleteLoader newDeleteLoader() {
        return new Loader();
    }

    private final class Loader extends BaseDeleteLoader {
        Loader() {
            super(RowDeletes.this::loadInputFile);
        }

        @Override
        public StructLikeSet loadEqualityDeletes(Iterable<DeleteFile> deletes, Schema key) {
            StructLikeSet keys = StructLikeSet.create(key.asStruct());
            InternalRecordWrapper wrapper = new InternalRecordWrapper(key.asStruct());
            for (DeleteFile delete : deletes) {
                try (CloseableIterable<Record> rows = open(delete, key)) {
                    rows.forEach(row -> keys.add(wrapper.copyFor(row)));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return keys;
        }

        @Override
        public PositionDeleteIndex loadPositionDeletes(Iterable<DeleteFile> deletes, CharSequence dataFile) {
            PositionDeleteIndex all = PositionDeleteIndex.empty();
            boolean first = true;
            for (DeleteFile delete : deletes) {
                if (delete.format() == FileFormat.PUFFIN) {
                    return super.loadPositionDeletes(deletes, dataFile);
                }
                // closed by whoever makes the index
                PositionDeleteIndex one =
                        Deletes.toPositionIndex(dataFile, open(delete, DeleteSchemaUtil.pathPosSchema()), delete);
                if (first) {
                    all = one;
                    first = false;
                } else {
                    all.merge(one);
                }
            }
            return all;
        }

        private CloseableIterable<Record> open(DeleteFile delete, Schema schema) {
            return GenericFiles.open(delete.format(), files.newInputFile(delete), GenericFiles.Wanted.all(schema));
        }
    }
}
