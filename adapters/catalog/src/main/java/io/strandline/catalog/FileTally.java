package io.strandline.catalog;

import io.strandline.catalog.TableFile.Kind;
import java.util.Map;

/**
 * Files that were deleted, or would be.
 *
 * @param files by kind
 * @param kept outside of the table's places, or could not be deleted
 * @param whole whether none was left that could not be deleted
 */
public record FileTally(Map<Kind, Long> files, long kept, boolean whole) {
    public FileTally {
        files = Map.copyOf(files);
    }

    /** None. */
    static FileTally none() {
        return new FileTally(Map.of(), 0, true);
    }

    /** Files of that kind. */
    public long count(Kind kind) {
        return files.getOrDefault(kind, 0L);
    }
}
