package io.strandline.sqlkit.calcite;

import io.strandline.common.CallContext;

/** What a running statement gives its scans; found in the DataContext under {@link #KEY}. One for each execution. */
public interface ScanHost {
    /** Name under which the DataContext has it. */
    String KEY = "strandline.scan-host";

    /** Who runs the statement, and whether to go on. */
    CallContext call();

    /** Tells of a source that was opened, to be closed when the statement ends whichever way it does. */
    void opened(AutoCloseable source);
}
