package io.strandline.sink.copies;

import io.strandline.sink.CommitToken;
import io.strandline.sink.OneSink;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.Run;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.store.StoredRuns;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A gateway that copies the source to a place, with its runs in a store. */
final class Copier implements AutoCloseable {
    private final Place place;
    private final StoreDatabase store;
    private final StoredRuns runs;
    private final RunEngine engine;

    Copier(Place place, StoreOptions kept) {
        this.place = place;
        this.store = StoreDatabase.open(kept, "sink");
        String owner = UUID.randomUUID().toString();
        this.runs = new StoredRuns(store, DatabaseLeases.open(store, Clock.systemUTC()), owner);
        this.engine = new RunEngine(
                new OneSink(place.connector(), place.spec()),
                runs,
                (predicate, schema) -> row -> true,
                owner,
                Clock.systemUTC());
    }

    /** One whose store is a file beside the table, which one process has at a time. */
    static Copier beside(Place place) {
        return new Copier(
                place, StoreOptions.of("jdbc:sqlite:" + place.directory().resolve("store.db")));
    }

    /** Ends what others left when they died, as {@code fix_sql} of {@code sink.runs} says. */
    void endWhatIsLeft() {
        runs.interrupt();
        runs().stream()
                .filter(run -> run.state() == RunState.INTERRUPTED)
                .forEach(run -> engine.abort(run.id(), TestCall.CALL));
    }

    List<RunRecord> runs() {
        return runs.runs(Wanted.all(Set.of("run_id")), TestCall.CALL).toList();
    }

    Run begin(WriteMode mode, @Nullable String scope) {
        return engine.begin(
                new RunRequest(place.spec(), mode, null, scope, RunOptions.DEFAULTS, Map.of()), TestCall.CALL);
    }

    /** Goes on after the destination's last token. */
    void copy(long upTo, LongConsumer sent) {
        try (Run run = begin(WriteMode.APPEND, Source.SCOPE)) {
            CommitToken last = run.record().previousToken();
            send(run, last == null ? 1 : last.position().longValueExact() + 1, upTo, sent);
            run.commit();
        }
    }

    /** Sends all there is from the first token on, as who knows of none. */
    RunRecord copyAgain(long upTo) {
        try (Run run = begin(WriteMode.APPEND, Source.SCOPE)) {
            send(run, 1, upTo, token -> {});
            return run.commit();
        }
    }

    static void send(Run run, long from, long upTo, LongConsumer sent) {
        for (long token = from; token <= upTo; token++) {
            for (int page = 0; page < Source.PAGES; page++) {
                run.write(Source.page(token, page), Source.token(token));
            }
            sent.accept(token);
        }
    }

    /** Undoes the run that began last. */
    void undoLast() {
        List<RunRecord> all = runs();
        RollbackOutcome outcome = engine.rollback(all.get(all.size() - 1).id(), false, false, TestCall.CALL);
        if (!outcome.applied()) {
            throw new AssertionError(outcome);
        }
    }

    /** Puts the source's rows in place of all. */
    void overwrite(long upTo) {
        try (Run run = begin(WriteMode.OVERWRITE, null)) {
            for (long token = 1; token <= upTo; token++) {
                for (int page = 0; page < Source.PAGES; page++) {
                    run.write(Source.page(token, page));
                }
            }
            run.commit();
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
