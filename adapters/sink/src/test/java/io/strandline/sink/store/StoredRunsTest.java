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
import io.strandline.store.database.StoreOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs are in the store as they were kept, and those that a dead gateway left are seen. */
class StoredRunsTest {
    private static RunRecord run(String owner, RunState state) {
        return new RunRecord(
                RunId.random(),
                "it's \"one\"",
                new TableRef("lake", List.of("a.b", "c"), "T"),
                "memory",
                "memory://x",
                WriteMode.UPSERT,
                List.of("id", "k,2"),
                "scope",
                CommitToken.of(1),
                "ada",
                "statement",
                owner,
                Instant.ofEpochMilli(5),
                RunProgress.of(state, null, RunCounts.NONE));
    }

    private static StoredRuns runs(StoreDatabase store, String owner) {
        return runs(store, owner, StoredRuns.LEASE);
    }

    private static StoredRuns runs(StoreDatabase store, String owner, Duration lease) {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        return new StoredRuns(store, DatabaseLeases.open(store, clock), owner, lease);
    }

    @ParameterizedTest
    @EnumSource
    void aRunIsReadAsItWasKept(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store, "me");
            RunRecord begun = run("me", RunState.RUNNING);
            runs.begin(begun);
            assertThat(runs.byId(begun.id())).contains(begun);
            RunRecord ended = begun.with(new RunCounts(21, 1, 2, 3, 4, 5, 6), 7, CommitToken.of(9))
                    .ended(RunState.FAILED, Instant.ofEpochMilli(8), "because\0", List.of("/x"));
            runs.update(ended);
            assertThat(runs.byId(begun.id()).orElseThrow())
                    .usingRecursiveComparison()
                    .ignoringFields("progress.error")
                    .isEqualTo(ended);
            assertThat(runs.undoable(begun.sink())).extracting(RunRecord::id).containsExactly(begun.id());
            runs.forgotten(begun.id());
            assertThat(runs.undoable(begun.sink())).isEmpty();
            runs.rolledBack(begun.id(), Instant.ofEpochMilli(9));
            RunRecord last = runs.byId(begun.id()).orElseThrow();
            assertThat(last.forgotten()).isTrue();
            assertThat(last.progress().rolledBackAt()).isEqualTo(Instant.ofEpochMilli(9));
            assertThat(runs.byId(RunId.random())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void laterRunsComeInTheirOrder(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store, "me");
            List<RunRecord> begun = IntStream.range(0, 5)
                    .mapToObj(any -> run("me", RunState.DONE))
                    .toList();
            begun.forEach(runs::begin);
            assertThat(runs.after(begun.get(2))).isEqualTo(begun.subList(3, 5));
            assertThat(runs.runs(Wanted.all(Set.of("run_id")), TestCall.CALL)).isEqualTo(begun);
        }
    }

    @ParameterizedTest
    @EnumSource
    void failedRowsAreBoundedAndQuarantineIsNot(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store, "me");
            RunRecord run = run("me", RunState.RUNNING);
            runs.begin(run);
            for (int page = 0; page < 3; page++) {
                runs.failed(notes(run, 600, null));
            }
            runs.quarantined(notes(run, 600, "rule"));
            runs.quarantined(notes(run, 600, "rule"));
            assertThat(runs.failedRows(Wanted.all(Set.of()), TestCall.CALL)).hasSize(1_000);
            assertThat(runs.quarantinedRows(Wanted.all(Set.of()), TestCall.CALL))
                    .hasSize(1_200);
        }
    }

    private static List<RowNote> notes(RunRecord run, int rows, @Nullable String rule) {
        return IntStream.range(0, rows)
                .mapToObj(row -> new RowNote(run.id(), run.sink(), row, rule, "why", "{}", Instant.ofEpochMilli(row)))
                .toList();
    }

    /** Those of a gateway that is alive stay, also where two share a store. */
    @ParameterizedTest
    @EnumSource
    void runsOfDeadGatewaysAreInterrupted(Dialect dialect) {
        StoreOptions place = Stores.place(dialect);
        try (StoreDatabase store = Stores.open(place)) {
            StoredRuns mine = runs(store, "me");
            mine.renew();
            mine.renew();
            RunRecord own = run("me", RunState.RUNNING);
            RunRecord left = run("dead", RunState.COMMITTING);
            RunRecord ended = run("dead", RunState.DONE);
            List.of(own, left, ended).forEach(mine::begin);
            assertThat(mine.interrupt()).containsExactly(left.with(RunState.INTERRUPTED));
            assertThat(mine.interrupt()).isEmpty();
            assertThat(mine.byId(left.id()).orElseThrow().fixSql())
                    .contains("CALL sink.abort_run('" + left.id() + "')");
            assertThat(mine.byId(own.id())).contains(own);
            assertThat(mine.byId(ended.id())).contains(ended);
            if (store.isShared()) {
                assertThat(runs(store, "other").interrupt()).isEmpty();
            } else {
                assertThat(runs(store, "other").interrupt()).hasSize(1);
            }
        }
    }

    /** It is renewed for much longer than a lease, and who dies is found without a restart. */
    @Test
    void theRunsOfALivingGatewayStayUntilItDies() {
        try (StoreDatabase store = Stores.open(Stores.place(Dialect.POSTGRESQL))) {
            Duration lease = Duration.ofMillis(600);
            StoredRuns first = runs(store, "first", lease);
            StoredRuns second = runs(store, "second", lease);
            RunRecord run = run("first", RunState.RUNNING);
            try (RunUpkeep watching = new RunUpkeep(second, Duration.ofDays(400), Clock.systemUTC())) {
                assertThat(watching).isNotNull();
                try (RunUpkeep alive = new RunUpkeep(first, Duration.ofDays(400), Clock.systemUTC())) {
                    assertThat(alive).isNotNull();
                    first.begin(run);
                    await().during(lease.multipliedBy(3))
                            .atMost(Duration.ofSeconds(20))
                            .until(() -> second.byId(run.id()).orElseThrow().state() == RunState.RUNNING);
                }
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> second.byId(run.id()).orElseThrow().state() == RunState.INTERRUPTED);
            }
        }
    }

    /** A gateway that was taken for dead does not write over what others made of its run. */
    @ParameterizedTest
    @EnumSource
    void aRunThatOthersEndedStaysAsTheyEndedIt(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            StoredRuns runs = runs(store, "me");
            RunRecord run = run("slow", RunState.RUNNING);
            runs.begin(run);
            RunRecord on = run.with(RunState.COMMITTING);
            assertThat(runs.update(on)).isTrue();
            assertThat(runs.interrupt()).hasSize(1);
            assertThat(runs.update(on)).isFalse();
            RunRecord aborted = on.ended(RunState.ABORTED, Instant.ofEpochMilli(8), "a test", List.of());
            runs.end(aborted);
            assertThat(runs.update(on.with(RunState.DONE))).isFalse();
            runs.end(on.with(RunState.FAILED));
            assertThat(runs.byId(run.id())).contains(aborted);
        }
    }
}
