package io.strandline.store.database;

import io.strandline.store.AuditEntry;
import java.util.List;
import org.jooq.DSLContext;

/** Who is told of every change when it has ended, made or not. Thread-safe. */
@FunctionalInterface
public interface EndedChanges {
    /** Nobody is told. */
    EndedChanges NOBODY = (write, ended) -> {};

    /**
     * Changes have ended. What is written here is committed together with their audit rows, or not at all.
     *
     * @param write the write to the store that says so, at its end; it may be made again if it fails
     * @param ended in the order in which they ended; one that ended otherwise before is here again
     */
    void tell(DSLContext write, List<AuditEntry> ended);
}
