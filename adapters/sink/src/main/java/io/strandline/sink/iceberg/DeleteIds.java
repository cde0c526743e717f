package io.strandline.sink.iceberg;

import org.apache.iceberg.DeleteFile;

/** What tells files of deletes apart. */
final class DeleteIds {
    private DeleteIds() {}

    /** Several deletion vectors lie in one file, each at its place. */
    static String of(DeleteFile file) {
        return file.contentOffset() == null ? file.location() : file.location() + "#" + file.contentOffset();
    }
}
