package io.strandline.gateway.session;

import io.strandline.store.Jobs;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code runtime.jobs}.
 *
 * @param now when it was looked at
 */
record JobRow(
        Jobs.Told told,
        String userName,
        ExecutionState state,
        Instant startedAt,
        @Nullable Instant endedAt,
        String gatewayId,
        @Nullable String sqlState,
        @Nullable String error,
        Instant now) {

    @Nullable
    Long done() {
        Jobs.Progress progress = told.progress();
        return progress == null ? null : (Long) progress.done();
    }

    @Nullable
    Long total() {
        Jobs.Progress progress = told.progress();
        return progress == null ? null : progress.total();
    }

    @Nullable
    String unit() {
        Jobs.Progress progress = told.progress();
        return progress == null ? null : progress.unit();
    }

    /** When it would end if it went on as until now; null if that cannot be told. */
    @Nullable
    Instant eta() {
        Long done = done();
        Long total = total();
        if (state != ExecutionState.RUNNING || done == null || total == null || done <= 0 || total < done) {
            return null;
        }
        double left = (double) (total - done) / done;
        double millis = Duration.between(startedAt, now).toMillis() * left;
        // beyond a year it says nothing
        return millis < 0 || millis > 3.2e10 ? null : now.plusMillis((long) millis);
    }
}
