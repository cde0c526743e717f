package io.strandline.log;

import java.io.IOException;
import java.util.Optional;

/** Where the snapshot of a view outlives the process (LOG-14): one snapshot, which is the old one or the new one, whole. */
public interface SnapshotStore {
    /**
     * Reads it.
     *
     * @return empty if there is none
     * @throws IOException if it is not whole, or cannot be read; its message says what is wrong
     */
    Optional<ViewSnapshot> read() throws IOException;

    /** Puts it in place of the one that is there; when that is returned from, it is on disk. */
    void write(ViewSnapshot snapshot) throws IOException;
}
