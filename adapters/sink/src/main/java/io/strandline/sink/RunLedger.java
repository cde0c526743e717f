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

    /** Of rows that a driver took and that no commit has landed yet; of them only the run itself tells. */
    private volatile RunCounts pending = RunCounts.NONE;

    private @Nullable CommitToken pendingToken;
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

    /** As it is kept, with what the driver took and has not landed yet. */
    RunRecord record() {
        RunRecord kept = record;
        return kept.with(kept.counts().plus(pending), kept.progress().roundTrips(), kept.token());
    }

    Instant now() {
        return clock.instant();
    }

    void count(RunCounts more) {
        record = record.with(record.counts().plus(more), trips.total(), record.token());
        keepSometimes();
    }

    /** Counts what the end of the run makes of its rows; kept with that end, which must come whatever the store says. */
    void balance(RunCounts more) {
        record = record.with(record.counts().plus(more), trips.total(), record.token());
    }

    /** Counts rows that the driver took, until {@link #land} or {@link #lose} tells what became of them. */
    void hold(RunCounts more, @Nullable CommitToken token) {
        pending = pending.plus(more);
        pendingToken = token == null ? pendingToken : token;
    }

    /** What is held is in the destination. */
    void land() {
        RunCounts landed = pending;
        CommitToken token = pendingToken == null ? record.token() : pendingToken;
        pending = RunCounts.NONE;
        pendingToken = null;
        record = record.with(record.counts().plus(landed), trips.total(), token);
        keepSometimes();
    }

    /** What is held will never be in the destination. */
    void lose() {
        pending = RunCounts.NONE;
        pendingToken = null;
    }

    /** Nobody knows what of what is held is in the destination: it counts as handed over, and moves no token. */
    void leave() {
        record = record.with(record.counts().plus(pending), trips.total(), record.token());
        lose();
    }

    private void keepSometimes() {
        Instant now = clock.instant();
        if (Duration.between(kept, now).compareTo(EVERY) >= 0) {
            kept = now;
            keep();
        }
    }

    private void keep() {
        if (!store.update(record)) {
            throw SinkErrors.refused("run " + record.id()
                    + " was taken for one of a dead gateway, and is ended by others: "
                    + (record.state() == RunState.DONE
                            ? "CALL sink.abort_run('" + record.id() + "') looks at what is there and keeps that."
                            : "nothing more of it is written. SELECT * FROM sink.runs shows it; begin another run."));
        }
    }

    void enter(RunState state) {
        record = record.with(state);
        keep();
    }

    /** Ends it; the destination's state is settled before that. What others ended that took it for dead stays as they say. */
    void end(RunState state, @Nullable String why, List<Path> outputs) {
        record = record.with(record.counts(), trips.total(), record.token())
                .ended(
                        state,
                        clock.instant(),
                        why,
                        outputs.stream().map(Path::toString).toList());
        if (state == RunState.DONE) {
            keep();
        } else {
            store.update(record);
        }
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
