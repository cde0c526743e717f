package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.CancelWatch;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunCounts;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.ColumnBatches;
import io.strandline.sqlkit.TableWriter;
import io.strandline.sqlkit.WriteRequest;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of statements to one table, each statement as a run of the table's sink, or into the run that its session has
 * begun on it.
 */
final class SinkWriter implements TableWriter {
    private static final String COVERED =
            " The scope has the token of sink.token already, or a later one: SET the next one for"
                    + " other rows, or RESET \"sink.token\".";

    private final SinkWriters sinks;
    private final TableRef table;
    private final List<? extends Column<?>> columns;

    SinkWriter(SinkWriters sinks, TableRef table, List<? extends Column<?>> columns) {
        this.sinks = sinks;
        this.table = table;
        this.columns = columns;
    }

    @Override
    public List<String> key(CallContext call) {
        return sinks.runs(table, call)
                .map(run -> run.record().key())
                .filter(key -> !key.isEmpty())
                .orElseGet(() -> key(spec(call), call));
    }

    /** What SET says, else the sink, else the table. */
    private List<String> key(SinkSpec spec, CallContext call) {
        return WriteOptions.key(call).orElseGet(() -> sinks.key(spec, call));
    }

    private SinkSpec spec(CallContext call) {
        return sinks.spec(table, call);
    }

    @Override
    public long write(WriteRequest request, Iterator<@Nullable Object[]> rows, CallContext call) {
        sinks.requireMayWrite(table, request.kind().name() + " of " + table, call);
        SinkSpec spec = spec(call);
        RowSchema schema = schema(request);
        CommitToken token = token(request.kind(), call);
        return write(
                request.kind(),
                spec,
                call,
                run -> pages(run, token, new RowPages(schema, rows, spec.options(), call), request.unchanged()));
    }

    @Override
    public long write(ColumnBatches batches, CallContext call) {
        sinks.requireMayWrite(table, "writing to " + table, call);
        return write(WriteRequest.Kind.INSERT, spec(call), call, run -> batches(run, batches, call));
    }

    /** As a run of its own, or into the one that the session has begun. */
    private long write(WriteRequest.Kind kind, SinkSpec spec, CallContext call, Consumer<Run> writing) {
        Run begun = sinks.runs(table, call).orElse(null);
        AtomicReference<@Nullable RunRecord> left = new AtomicReference<>();
        return begun == null
                ? RunEffects.make(
                        RunEffects.RUN,
                        new RunEffects.Subject(null, token(kind, call), false),
                        table,
                        call,
                        () -> writeAll(kind, spec, call, writing, left::set),
                        written -> Outcome.ofDone(),
                        left::get)
                : RunEffects.make(
                        RunEffects.WRITE,
                        new RunEffects.Subject(begun.id(), token(kind, call), false),
                        table,
                        call,
                        () -> writeInto(begun, kind, spec, call, writing, left::set),
                        written -> Outcome.ofDone(),
                        left::get);
    }

    private RowSchema schema(WriteRequest request) {
        Map<String, Column<?>> byName = new HashMap<>();
        columns.forEach(column -> byName.put(column.name(), column));
        return new RowSchema(request.columns().stream()
                .map(byName::get)
                .map(column -> new RowSchema.Column(column.name(), column.type()))
                .toList());
    }

    /** A run of its own: begun, written and committed, or given up. */
    private long writeAll(
            WriteRequest.Kind kind, SinkSpec spec, CallContext call, Consumer<Run> writing, Consumer<RunRecord> left) {
        try (Run run = sinks.begin(request(spec, kind, call), call);
                CancelWatch watch = CancelWatch.over(run, call)) {
            try {
                writing.accept(run);
                RunRecord done = run.commit();
                call.warn("run " + run.id() + " of sink " + spec.id() + ": " + told(done.counts()) + "."
                        + (allDropped(done) ? COVERED : ""));
                return done.counts().accepted();
            } catch (StrandlineException e) {
                throw ended(run, watch.cause(e), left);
            }
        }
    }

    private long writeInto(
            Run run,
            WriteRequest.Kind kind,
            SinkSpec spec,
            CallContext call,
            Consumer<Run> writing,
            Consumer<RunRecord> left) {
        WriteMode mode = mode(kind, call);
        if (mode != null && mode != run.record().mode()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "this session's run " + run.id() + " on " + table + " is in mode "
                            + run.record().mode().text() + ", and the statement needs " + mode.text()
                            + ". CALL sink.commit_run('" + run.id() + "') ends it, or sink.abort_run.");
        }
        long before = taken(run);
        try (CancelWatch watch = CancelWatch.over(run, call)) {
            try {
                writing.accept(run);
            } catch (StrandlineException e) {
                throw ended(run, watch.cause(e), left);
            }
        }
        RunCounts counts = run.record().counts();
        call.warn("run " + run.id() + " of sink " + spec.id() + " goes on: " + told(counts) + ".");
        return taken(run) - before;
    }

    private static long taken(Run run) {
        return run.record().counts().accepted() + run.heldRows();
    }

    /** What a run that failed has written is said, and how it is undone. A cancelled one writes what it was handed (SNK-18). */
    private static StrandlineException ended(Run run, StrandlineException failure, Consumer<RunRecord> left) {
        if (failure.code() == ErrorCode.CANCELLED || failure.code() == ErrorCode.TIMED_OUT) {
            run.cancel();
        }
        run.close();
        RunRecord record = run.record();
        left.accept(record);
        long accepted = record.counts().accepted();
        return new StrandlineException(
                failure.code(),
                StrandlineException.describe(failure) + " Run " + run.id() + " is "
                        + record.state().text()
                        + (accepted == 0
                                ? record.mayHaveLanded()
                                        ? "; whether what it sent is in its destination is not known. "
                                                + record.fixSql()
                                                        .map(fix -> fix + " tells. ")
                                                        .orElse("")
                                        : "; it wrote nothing."
                                : "; " + accepted + " rows were handed to its destination. CALL sink.rollback('"
                                        + run.id() + "') undoes what is there of them."),
                failure);
    }

    private void pages(Run run, @Nullable CommitToken token, Iterator<Page> pages, Set<String> unchanged) {
        WhileNextIsMade.take(pages, page -> run.write(page, unchanged, token), sinks.threads());
    }

    /** What a source sends is inserted; a change of single rows is no page of it, and never left out as one that came before. */
    private static @Nullable CommitToken token(WriteRequest.Kind kind, CallContext call) {
        return kind == WriteRequest.Kind.INSERT ? WriteOptions.token(call).orElse(null) : null;
    }

    private static void batches(Run run, ColumnBatches batches, CallContext call) {
        CommitToken token = token(WriteRequest.Kind.INSERT, call);
        long given = 0;
        while (batches.next()) {
            call.checkpoint();
            run.write(batches.root(), token);
            given += batches.root().getRowCount();
            call.progress(given, OptionalLong.empty(), "rows");
        }
    }

    private RunRequest request(SinkSpec spec, WriteRequest.Kind kind, CallContext call) {
        RunOptions options =
                WriteOptions.onDrift(call).map(spec.options()::with).orElse(spec.options());
        WriteMode mode = mode(kind, call);
        List<String> key = key(spec, call);
        return new RunRequest(
                spec,
                mode,
                key.isEmpty() ? null : key,
                kind == WriteRequest.Kind.INSERT
                        ? call.option(WriteOptions.SCOPE).orElse(null)
                        : null,
                options,
                Map.of());
    }

    /** UPDATE and DELETE have modes of their own; null for what the sink says. */
    private static @Nullable WriteMode mode(WriteRequest.Kind kind, CallContext call) {
        return switch (kind) {
            case INSERT -> WriteOptions.mode(call).orElse(null);
            case UPDATE -> WriteMode.UPSERT;
            case DELETE -> WriteMode.DELETE;
        };
    }

    private static boolean allDropped(RunRecord run) {
        return run.counts().offered() > 0
                && run.counts().dropped() == run.counts().offered();
    }

    /** The counts that are not zero. */
    static String told(RunCounts counts) {
        StringBuilder told = new StringBuilder();
        add(told, counts.accepted(), "accepted");
        add(told, counts.coalesced(), "coalesced");
        add(told, counts.skipped(), "skipped");
        add(told, counts.failed(), "failed");
        add(told, counts.quarantined(), "quarantined");
        add(told, counts.dropped(), "dropped");
        return told.isEmpty() ? "no rows" : told.toString();
    }

    private static void add(StringBuilder told, long count, String what) {
        if (count > 0) {
            told.append(told.isEmpty() ? "" : ", ")
                    .append(count)
                    .append(" rows ")
                    .append(what);
        }
    }
}
