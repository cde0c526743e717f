package io.strandline.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.TableRef;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RowNote;
import io.strandline.sink.RunCounts;
import io.strandline.sink.RunId;
import io.strandline.sink.RunProgress;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is kept of runs is bounded: old ones go with their rows, those that a rollback needs stay (SNK-11, SNK-13). */
class OldRunsTest {
    private static final Instant LONG_AGO = Instant.ofEpochMilli(1_000);
    private static final Instant LATELY = Instant.ofEpochMilli(9_000);
    private static final Instant BETWEEN = Instant.ofEpochMilli(5_000);
    private static final RunCounts WROTE = new RunCounts(2, 2, 0, 0, 0, 0, 0);
    private static final RunCounts WROTE_NOTHING = new RunCounts(21, 0, 1, 2, 3, 4, 11);

    private static RunRecord run(
            String sink, RunState state, RunCounts counts, @Nullable CommitToken token, @Nullable Instant endedAt) {
        return new RunRecord(
                RunId.random(),
                sink,
                new TableRef("lake", List.of("sales"), "orders"),
                "memory",
                "memory://x",
                WriteMode.APPEND,
                List.of(),
                token == null ? null : "scope",
                null,
                "ada",
                "statement",
                "me",
                Instant.EPOCH,
                new RunProgress(state, token, counts, 0, List.of(), endedAt, null, null, false));
    }

    private static RunRecord done(String sink, Instant endedAt) {
        return run(sink, RunState.DONE, WROTE, null, endedAt);
    }

    private static StoredRuns runs(StoreDatabase store) {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        return new StoredRuns(store, DatabaseLeases.open(store, clock), "me");
    }

    private static List<RunId> kept(StoredRuns runs) {
        return runs.runs(Wanted.all(Set.of("run_id")), TestCall.CALL)
                .map(RunRecord::id)
                .toList();
    }

    private static List<RowNote> notes(RunRecord run, @Nullable String rule) {
        return List.of(new RowNote(run.id(), run.sink(), 0, rule, "why", "{}", LONG_AGO));
    }

    private static void forget(StoredRuns runs, RunRecord run) {
        runs.forgotten(run.id());
        runs.dropped(run.id());
    }

    @ParameterizedTest
    @EnumSource
    void oldRunsGoWithTheirRows(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store);
            RunRecord undone = done("one", LONG_AGO);
            RunRecord forgotten = done("one", LONG_AGO);
            RunRecord lately = done("one", LATELY);
            for (RunRecord run : List.of(undone, forgotten, lately)) {
                runs.begin(run);
                runs.failed(notes(run, null));
                runs.quarantined(notes(run, "rule"));
                forget(runs, run);
            }
            runs.rolledBack(undone.id(), LONG_AGO);
            runs.forgetEndedBefore(BETWEEN);
            assertThat(kept(runs)).containsExactly(lately.id());
            assertThat(runs.failedRows(Wanted.all(Set.of()), TestCall.CALL))
                    .extracting(RowNote::run)
                    .containsExactly(lately.id());
            assertThat(runs.quarantinedRows(Wanted.all(Set.of()), TestCall.CALL))
                    .extracting(RowNote::run)
                    .containsExactly(lately.id());
        }
    }

    /** A run that can be undone stays however old, and what was written after it on its sink and is not undone. */
    @ParameterizedTest
    @EnumSource
    void whatARollbackNeedsStays(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store);
            RunRecord before = done("one", LONG_AGO);
            RunRecord undoable = done("one", LONG_AGO);
            RunRecord after = done("one", LONG_AGO);
            RunRecord undone = done("one", LONG_AGO);
            RunRecord nothing = run("one", RunState.FAILED, WROTE_NOTHING, null, LONG_AGO);
            RunRecord other = done("two", LONG_AGO);
            List<RunRecord> all = List.of(before, undoable, after, undone, nothing, other);
            all.forEach(runs::begin);
            List.of(before, after, nothing, other).forEach(run -> forget(runs, run));
            runs.rolledBack(undone.id(), LONG_AGO);
            runs.forgetEndedBefore(BETWEEN);
            assertThat(kept(runs)).containsExactly(undoable.id(), after.id());
            forget(runs, undoable);
            runs.forgetEndedBefore(BETWEEN);
            assertThat(kept(runs)).isEmpty();
        }
    }

    /** Nothing else tells that its destination still has what would undo it. */
    @ParameterizedTest
    @EnumSource
    void whatIsStillToBeDroppedStays(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store);
            RunRecord forgotten = done("one", LONG_AGO);
            RunRecord undone = done("one", LONG_AGO);
            for (RunRecord run : List.of(forgotten, undone)) {
                runs.begin(run);
                runs.forgotten(run.id());
            }
            runs.rolledBack(undone.id(), LONG_AGO);
            runs.forgetEndedBefore(BETWEEN);
            assertThat(kept(runs)).containsExactly(forgotten.id(), undone.id());
            runs.dropped(forgotten.id());
            runs.forgetEndedBefore(BETWEEN);
            assertThat(kept(runs)).containsExactly(undone.id());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsInFlightStays(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store);
            List<RunId> begun = new ArrayList<>();
            for (RunState state : RunState.values()) {
                if (state.isInFlight()) {
                    RunRecord run = run("one", state, WROTE, null, state.isEnded() ? LONG_AGO : null);
                    runs.begin(run);
                    forget(runs, run);
                    begun.add(run.id());
                }
            }
            runs.forgetEndedBefore(BETWEEN);
            assertThat(kept(runs)).isEqualTo(begun).isNotEmpty();
        }
    }

    /** The store asks what the record says: which runs have changed nothing. */
    @ParameterizedTest
    @EnumSource
    void theStoreKnowsWhichRunsChangedNothing(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store);
            List<RunId> nothing = new ArrayList<>();
            RunCounts unbalanced = new RunCounts(3, 0, 1, 0, 0, 0, 0);
            for (RunState state : RunState.values()) {
                for (RunCounts counts : List.of(RunCounts.NONE, WROTE, WROTE_NOTHING, unbalanced)) {
                    for (CommitToken token : new @Nullable CommitToken[] {null, CommitToken.of(1)}) {
                        RunRecord run = run("one", state, counts, token, LONG_AGO);
                        runs.begin(run);
                        if (!run.mayHaveLanded()) {
                            nothing.add(run.id());
                        }
                    }
                }
            }
            List<RunId> known = store.read(dsl -> dsl.select(RunTables.RUN_ID)
                    .from(RunTables.SINK_RUN)
                    .where(OldRuns.changedNothing(RunTables.SINK_RUN))
                    .orderBy(RunTables.RUN_NUMBER)
                    .fetch(row -> new RunId(row.get(RunTables.RUN_ID))));
            assertThat(known).isEqualTo(nothing).hasSize(6);
        }
    }

    @Test
    void aGatewayLooksForThemFromTimeToTime() {
        try (StoreDatabase store = Stores.open(Stores.place(Dialect.SQLITE))) {
            StoredRuns runs = runs(store);
            Clock clock = Clock.fixed(LATELY, ZoneOffset.UTC);
            try (RunUpkeep upkeep =
                    new RunUpkeep(runs, Duration.between(BETWEEN, LATELY), clock, Duration.ofMillis(20))) {
                assertThat(upkeep).isNotNull();
                for (int i = 0; i < 250; i++) {
                    RunRecord run = done("one", LONG_AGO);
                    runs.begin(run);
                    forget(runs, run);
                }
                RunRecord lately = done("one", LATELY);
                runs.begin(lately);
                await().atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(kept(runs)).containsExactly(lately.id()));
            }
        }
    }
}
