package io.strandline.gateway.sql;

import java.util.Iterator;
import java.util.Optional;

/** Rows that can be long in coming, of whose next one it can be asked whether it is there yet. */
public interface SlowRows extends Iterator<Object[]> {
    /** Whether there is a next row; empty if that is not known yet, to be asked again. Waits a fraction of a second. */
    Optional<Boolean> hasNextYet();
}
