package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A run under way: its rules, its sender and its end around one driver. */
final class OpenRun implements Run {
    /** Rows of one run that are kept in quarantine at most; more end it. */
    private static final long MOST_QUARANTINED = 100_000;

    private final DriverSink sink;
    private final RunRequest request;
    private final RunLedger ledger;
    private final PageRules rules;
    private final PageDrift drift;
    private final PageSender sender;
    private final RunEnd end;
    private final @Nullable SeenKeys seen;
    private final ReentrantLock busy = new ReentrantLock();
    private volatile boolean cancelled;
    private boolean ended;
    private long offered;

    OpenRun(
            DriverSink sink,
            RunRequest request,
            RunLedger ledger,
            RunRules.Predicates predicates,
            Consumer<String> warnings,
            Consumer<RunRecord> whenEnded) {
        this.sink = sink;
        this.request = request;
        this.ledger = ledger;
        this.rules = new PageRules(sink.description(), request.sink().rules(), predicates);
        this.drift = new PageDrift(sink, request.options(), warnings);
        this.seen = request.cleanup().isEmpty()
                ? null
                : new SeenKeys(sink.context().key(), request.options().cleanupMaxKeys());
        this.sender = new PageSender(sink, request.options(), ledger.record().previousToken(), this::sent);
        this.end = new RunEnd(sink, request, ledger, seen, warnings, whenEnded);
    }

    @Override
    public RunId id() {
        return sink.context().run();
    }

    @Override
    public RunRecord record() {
        return ledger.record();
    }

    @Override
    public long heldRows() {
        return sender.heldRows();
    }

    @Override
    public void write(Page page, Set<String> unchanged, @Nullable CommitToken token) {
        step(() -> offer(page, unchanged, token));
    }

    @Override
    public void write(VectorSchemaRoot batch, @Nullable CommitToken token) {
        step(() -> {
            if (!goesAsColumns(ArrowPages.schema(batch.getSchema()))) {
                // whole: rules and the driver look at a page before it is split (SNK-21)
                ArrowPages.pages(batch, Math.max(1, batch.getRowCount())).forEach(page -> offer(page, Set.of(), token));
                return;
            }
            requireScope(token);
            long first = offered;
            if (offer(batch.getRowCount(), token)) {
                sink.driver().admitBatch(batch, sink.context());
                sender.send(batch, first, token);
            }
        });
    }

    private void offer(Page page, Set<String> unchanged, @Nullable CommitToken token) {
        requireScope(token);
        NumberedPage numbered = NumberedPage.from(page, offered);
        if (offer(page.size(), token)) {
            govern(numbered, unchanged, token);
        }
    }

    private boolean goesAsColumns(RowSchema schema) {
        return rules.isEmpty()
                && seen == null
                && !sink.context().mode().isKeyed()
                && sink.description().has(Capability.COLUMNAR)
                && drift.isExactly(schema);
    }

    @Override
    public void load(String format, InputStream bytes, @Nullable CommitToken token) {
        step(() -> {
            requireScope(token);
            if (!rules.isEmpty() || seen != null) {
                throw SinkErrors.refused(
                        "sink " + sink.description().id() + " has rules or a cleanup that look at rows;"
                                + " bytes cannot be loaded past them. Send rows, or take the rules away.");
            }
            if (sender.covers(token)) {
                return;
            }
            PageAnswer answer = sender.load(format, bytes, token);
            ledger.count(new RunCounts(answer.counts().total(), 0, 0, 0, 0, 0, 0));
            offered += answer.counts().total();
        });
    }

    /** Counts rows as offered; false if their token is there already, and they are dropped. */
    private boolean offer(long rows, @Nullable CommitToken token) {
        offered += rows;
        boolean dropped = sender.covers(token);
        ledger.count(new RunCounts(rows, 0, 0, 0, 0, 0, dropped ? rows : 0));
        return !dropped;
    }

    private void govern(NumberedPage page, Set<String> unchanged, @Nullable CommitToken token) {
        PageRules.Governed governed = rules.govern(page, unchanged);
        List<PageRules.Aside> aside = new ArrayList<>(governed.quarantined());
        NumberedPage conformed = drift.conform(governed.rows(), aside);
        sink.driver().admitPage(conformed.page(), sink.context());
        requireRoom(aside.size());
        ledger.quarantined(aside.stream().map(this::note).toList());
        ledger.count(new RunCounts(0, 0, 0, 0, 0, aside.size(), 0));
        if (token != null && conformed.size() == 0) {
            // the token moves although none of its rows is left
            sender.send(conformed, token);
        }
        RunOptions options = request.options();
        for (NumberedPage part : PageSizes.split(conformed, options.pageRows(), options.pageBytes())) {
            sender.send(part, token);
        }
    }

    /** Rows in quarantine are for people to correct: a load of which all are wrong is wrong itself, and would fill the store. */
    private void requireRoom(int more) {
        if (more > 0 && ledger.record().counts().quarantined() + more > MOST_QUARANTINED) {
            throw SinkErrors.refused(
                    "run " + id() + " of sink " + sink.description().id() + " would put more than "
                            + MOST_QUARANTINED
                            + " rows aside. SELECT row_number, rule, reason FROM sink.quarantine WHERE run_id = '"
                            + id() + "' shows why; correct the source, or the rule.");
        }
    }

    private void requireScope(@Nullable CommitToken token) {
        if (token != null && sink.context().scope() == null) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "token " + token + " needs a scope that it is of. SET \"sink.scope\" first; run " + id()
                            + " began without one.");
        }
    }

    private void sent(PageSender.Sent page) {
        WriteReport counts = page.answer().counts();
        List<PageAnswer.FailedRow> failed = page.answer().failed();
        ledger.count(new RunCounts(0, 0, 0, 0, failed.size(), 0, 0));
        ledger.hold(new RunCounts(0, counts.accepted(), counts.coalesced(), counts.skipped(), 0, 0, 0), page.landed());
        if (page.page() != null) {
            NumberedPage rows = page.page();
            ledger.failed(failed.stream().map(row -> note(rows, row)).toList());
            if (seen != null) {
                seen.add(rows.page());
            }
        } else {
            ledger.failed(failed.stream().map(this::note).toList());
        }
        if (hasLanded(page)) {
            ledger.land();
        }
    }

    /** Whether a page is in the destination, and not only with the driver. */
    private boolean hasLanded(PageSender.Sent page) {
        if (sink.context().mode() == WriteMode.OVERWRITE) {
            return false;
        }
        return page.landed() != null || (!sender.isTokenOpen() && sink.driver().landsEachPage(sink.context()));
    }

    private RowNote note(PageRules.Aside row) {
        return new RowNote(
                id(), request.sink().id(), row.number(), row.rule(), row.reason(), row.values(), ledger.now());
    }

    private RowNote note(NumberedPage page, PageAnswer.FailedRow row) {
        String values = RowJson.shown(page.page().schema(), page.page().rows().get(row.index()));
        return new RowNote(id(), request.sink().id(), row.number(), null, row.reason(), values, ledger.now());
    }

    private RowNote note(PageAnswer.FailedRow row) {
        return new RowNote(id(), request.sink().id(), row.number(), null, row.reason(), "{}", ledger.now());
    }

    /** Makes the place that an overwrite writes to. */
    void stage() {
        step(() -> sink.staging().begin(sink.context()));
    }

    /** One step of a run: none after it has ended, and a step that fails ends it. */
    private void step(Runnable work) {
        busy.lock();
        try {
            if (ended) {
                throw SinkErrors.refused(
                        "run " + id() + " has ended: it is " + record().state().text() + ". Begin another run.");
            }
            if (cancelled) {
                endCancelled();
                throw cancelled();
            }
            work.run();
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        } finally {
            busy.unlock();
        }
    }

    private StrandlineException cancelled() {
        return new StrandlineException(
                ErrorCode.CANCELLED,
                "run " + id() + " was cancelled. What it wrote stays; CALL sink.rollback('" + id() + "') undoes it.");
    }

    @Override
    public RunRecord commit() {
        step(() -> {
            end.commit(sender::complete);
            ended = true;
        });
        return record();
    }

    @Override
    public RunRecord abort(String why) {
        busy.lock();
        try {
            if (!ended) {
                ended = true;
                end.giveUp(RunState.ABORTED, why);
            }
        } finally {
            busy.unlock();
        }
        return record();
    }

    /** Gives it up now if no statement is writing to it; else that statement ends it at its next page. */
    RunRecord abortFromOutside(String why) {
        if (!busy.tryLock()) {
            cancel();
            return record();
        }
        try {
            return abort(why);
        } finally {
            busy.unlock();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    /** Pages handed over are flushed and counted, and nothing is completed: no token either (SNK-5, SNK-18). */
    private void endCancelled() {
        if (!ended) {
            ended = true;
            end.cancel(sender.isTokenOpen());
        }
    }

    private void fail(Throwable failure) {
        if (!ended) {
            ended = true;
            end.fail(failure);
        }
    }

    @Override
    public void close() {
        busy.lock();
        try {
            if (cancelled) {
                endCancelled();
            } else {
                abort("it was given up before its commit");
            }
        } finally {
            busy.unlock();
        }
    }
}
