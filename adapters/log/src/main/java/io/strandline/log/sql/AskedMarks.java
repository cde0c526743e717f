package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.sqlkit.Columns;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The water marks of a log, or why they are not known: in a table of all logs one that is away keeps no other from being shown.
 *
 * @param error null if they are known
 */
record AskedMarks(
        List<Long> lows, List<Long> highs, @Nullable String error) {
    static final Columns<AskedMarks> STATUS_AND_ERROR = Columns.<AskedMarks>none()
            .column(
                    "status",
                    text(),
                    marks -> marks.error() == null ? "ok" : "error",
                    "ok, or error if the log could not be asked.")
            .column("error", text().orNull(), AskedMarks::error, "What went wrong.");

    /** Nobody was asked. */
    static final AskedMarks NONE = new AskedMarks(List.of(), List.of(), null);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What ends the statement, not the look at one log. */
    private static final Set<ErrorCode> OF_STATEMENT = EnumSet.of(ErrorCode.CANCELLED, ErrorCode.TIMED_OUT);

    /** Asks for some seconds. */
    static AskedMarks of(MetadataEventLog log, CallContext call) {
        Runnable checkpoint = Logs.within(PATIENCE, log, call::checkpoint);
        try {
            // low before high: so no low-water mark is above its high one
            List<Long> lows = log.lowWaterMarks(checkpoint);
            return new AskedMarks(lows, log.highWaterMarks(checkpoint), null);
        } catch (StrandlineException e) {
            if (OF_STATEMENT.contains(e.code())) {
                throw e;
            }
            return new AskedMarks(List.of(), List.of(), e.getMessage());
        }
    }

    @Nullable
    Long low(int partition) {
        return lows.isEmpty() ? null : lows.get(partition);
    }

    @Nullable
    Long high(int partition) {
        return highs.isEmpty() ? null : highs.get(partition);
    }
}
