package io.strandline.gateway.sql;

import org.apache.calcite.avatica.Meta;

/** A statement ready to run any number of times, by any session with the same options. Immutable. */
public interface PreparedSql {
    /** The statement's text. */
    String text();

    /** Columns and parameters as Avatica describes them. */
    Meta.Signature signature();

    /** What kind of statement it is. */
    StatementKind kind();

    /** Whether running it changes something beyond the session, and so needs a key and the journal (GW-1). */
    boolean changes();

    /** Whether its rows never end by themselves. */
    default boolean endless() {
        return false;
    }

    /** Whether the executions of a batch are one change, done or not done together. */
    default boolean batches() {
        return false;
    }
}
