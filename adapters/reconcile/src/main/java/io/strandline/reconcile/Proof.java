package io.strandline.reconcile;

/** Why a repair may be made, or why not (REC-6, REC-7). A hint in a finding; the repair proves again. */
public sealed interface Proof {
    /** The table's location is the directory of a stored file whose object is there now. */
    record StoredFile(SourceRef source) implements Proof {}

    /** The table's location lies strictly below the managed resources, whether or not the resource still exists. */
    record ManagedResource(SourceRef source) implements Proof {}

    /** The registration's table does not exist. */
    record TableGone() implements Proof {}

    /** Not proved. */
    record Unproved(Reason reason, String detail) implements Proof {}

    /** Whether it proves anything. */
    default boolean holds() {
        return !(this instanceof Unproved);
    }
}
