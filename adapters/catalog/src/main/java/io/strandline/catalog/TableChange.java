package io.strandline.catalog;

import io.strandline.catalog.TableHistory.Ref;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A change of a table's history, made as one commit. Ids are those of snapshots. */
public sealed interface TableChange {
    /** Makes a branch or a tag, or lets it name another snapshot. */
    record SetRef(Ref ref) implements TableChange {}

    /** Takes a branch or a tag away; its snapshots stay until they expire. */
    record RemoveRef(String name) implements TableChange {}

    /** Applies what a snapshot changed to the current one. */
    record CherryPick(long snapshotId) implements TableChange {}

    /** Takes snapshots away, and refs that have outlived their age; files stay. */
    record RemoveSnapshots(Set<Long> snapshotIds, Set<String> refs) implements TableChange {
        public RemoveSnapshots {
            snapshotIds = Set.copyOf(snapshotIds);
            refs = Set.copyOf(refs);
        }
    }

    /**
     * Joins manifests of data files that are smaller than the table wants them.
     *
     * @param specId only those of that partition spec; null for the table's current one
     */
    record RewriteManifests(@Nullable Integer specId) implements TableChange {}
}
