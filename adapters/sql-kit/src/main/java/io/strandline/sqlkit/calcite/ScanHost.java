package io.strandline.sqlkit.calcite;

import io.strandline.common.CallContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a running statement gives its scans; found in the DataContext under {@link #KEY}. One for each execution. */
public interface ScanHost {
    /** Name under which the DataContext has it. */
    String KEY = "strandline.scan-host";

    /** Who runs the statement, and whether to go on. */
    CallContext call();

    /** Columns of the one table scanned whose values are taken from its rows with every digit: cutting them is not told of. */
    default Set<String> exact() {
        return Set.of();
    }

    /** Tells of the row that is about to be given, for who takes values from it. */
    default void reads(@Nullable Object row) {
        // Calcite's values are enough
    }

    /** Tells of a source that was opened, to be closed when the statement ends whichever way it does. */
    void opened(AutoCloseable source);
}
