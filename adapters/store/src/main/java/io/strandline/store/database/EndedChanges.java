package io.strandline.store.database;

import io.strandline.store.AuditEntry;
import org.jooq.DSLContext;

/** Who is told of every change when it has ended, made or not. Thread-safe. */
@FunctionalInterface
public interface EndedChanges {
    /** Nobody is told. */
    EndedChanges NOBODY = (write, ended) -> {};

    /**
     * A change has ended. What is written here is committed together with the audit row, or not at all.
     *
     * @param write the write to the store that says so; it may be made again if it fails
     */
    void tell(DSLContext write, AuditEntry ended);
}
