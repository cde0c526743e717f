package io.strandline.sink.sql;

import io.strandline.common.Caller;
import io.strandline.common.TableRef;

/** Which tables a caller who is limited to some connections may write: those of a connection that was granted (GW-3). */
@FunctionalInterface
public interface WritePermits {
    /** No limited caller may write anywhere. */
    WritePermits NONE = (caller, table) -> false;

    /** Whether that caller, who is limited, may write that table. */
    boolean mayWrite(Caller caller, TableRef table);
}
