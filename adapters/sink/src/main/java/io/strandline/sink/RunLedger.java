package io.strandline.sink;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The record of a run under way, kept in the store as it changes. */
final class RunLedger {
    /** Counts of a run are kept so often at most while it only writes. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final RunStore store;
    private final Clock clock;
    private final RoundTrips trips;
    private volatile RunRecord record;
    private Instant kept;

    private RunLedger(RunStore store, Clock clock, RoundTrips trips, RunRecord record) {
        this.store = store;
        this.clock = clock;
        this.trips = trips;
        this.record = record;
        this.kept = clock.instant();
    }

    /** Begins one: its record is in the store when this returns. */
    static RunLedger begin(RunStore store, Clock clock, RoundTrips trips, RunRecord record) {
        store.begin(record);
        return new RunLedger(store, clock, trips, record);
    }

    RunRecord record() {
        return record;
    }

    Instant now() {
        return clock.instant();
    }

    void count(RunCounts more) {
        record = record.with(record.counts().plus(more), trips.total(), record.token());
        keepSometimes();
    }

    void moved(CommitToken token) {
        record = record.with(record.counts(), trips.total(), token);
        keepSometimes();
    }

    private void keepSometimes() {
        Instant now = clock.instant();
        if (Duration.between(kept, now).compareTo(EVERY) >= 0) {
            kept = now;
            store.update(record);
        }
    }

    void enter(RunState state) {
        record = record.with(state);
        store.update(record);
    }

    /** Ends it; the destination's state is settled before that. */
    void end(RunState state, @Nullable String why, List<Path> outputs) {
        record = record.with(record.counts(), trips.total(), record.token())
                .ended(
                        state,
                        clock.instant(),
                        why,
                        outputs.stream().map(Path::toString).toList());
        store.update(record);
    }

    void failed(List<RowNote> rows) {
        if (!rows.isEmpty()) {
            store.failed(rows);
        }
    }

    void quarantined(List<RowNote> rows) {
        if (!rows.isEmpty()) {
            store.quarantined(rows);
        }
    }
}
