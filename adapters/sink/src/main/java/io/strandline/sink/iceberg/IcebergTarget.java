package io.strandline.sink.iceberg;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.strandline.catalog.OpenTable;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableWrites;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import io.strandline.sink.SinkCallContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.iceberg.Table;

/**
 * A table of a catalog as the driver asks and commits to it. Thread-safe.
 *
 * @param catalog of the table
 */
record IcebergTarget(TableRef ref, TableCatalog catalog) {
    /** A commit that others were faster than is made ready anew; its data files are not written again. */
    private static final RetryPolicy<Object> FASTER_OTHERS = RetryPolicy.builder()
            .handleIf(failure -> failure instanceof StrandlineException e && e.code() == ErrorCode.CONFLICT)
            .withBackoff(Duration.ofMillis(20), Duration.ofSeconds(1))
            .withJitter(0.5)
            .withMaxRetries(12)
            .build();

    /** The table as it is now. */
    Optional<OpenTable> find(SinkCallContext context) {
        context.roundTrips().count();
        return writes().open(ref, call(context));
    }

    /**
     * The table as it is now.
     *
     * @throws StrandlineException {@link ErrorCode#NO_SUCH_TABLE}
     */
    OpenTable open(SinkCallContext context) {
        return find(context)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE,
                        "there is no table " + ref + " to write to. Make it with CREATE TABLE, or correct its sink."));
    }

    /** The table's state as the catalog's own domain has it; empty if there is none. */
    Optional<TableState> describe(SinkCallContext context) {
        context.roundTrips().count();
        return catalog.describe(ref, call(context));
    }

    /**
     * Makes an edit as one commit, again when others were faster.
     *
     * @param edit as {@link TableWrites#commit} takes it; made ready anew for each attempt
     * @return whether something was committed
     */
    boolean commit(Predicate<Table> edit, SinkCallContext context) {
        try {
            return Failsafe.with(FASTER_OTHERS).get(() -> {
                context.roundTrips().count();
                return writes().commit(ref, open -> edit.test(open.unwrap(Table.class)), call(context));
            });
        } catch (FailsafeException e) {
            // only an interrupt while it waits comes wrapped
            Thread.currentThread().interrupt();
            throw new StrandlineException(ErrorCode.CANCELLED, "the commit to " + ref + " was interrupted", e);
        }
    }

    private TableWrites writes() {
        return catalog.writes()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        ref + ": a catalog of type " + catalog.type()
                                + " does not let its tables be written. Use a catalog of Iceberg's own types."));
    }

    /** A driver is not told of cancels (SNK-19). */
    private static CallContext call(SinkCallContext context) {
        return new SystemCall(context.startedAt());
    }
}
