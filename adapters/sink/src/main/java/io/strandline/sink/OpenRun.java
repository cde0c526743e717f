package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A run under way: its rules, its sender and its end around one driver. */
final class OpenRun implements Run {
    private final DriverSink sink;
    private final RunRequest request;
    private final RunLedger ledger;
    private final RowsAside notes;
    private final PageRules rules;
    private final PageDrift drift;
    private final RunTokens tokens;
    private final PageSender sender;
    private final RunEnd end;
    private final Consumer<String> warnings;
    private final ReentrantLock busy = new ReentrantLock();
    private volatile boolean cancelled;
    private boolean ended;
    private @Nullable RunCleanup cleanup;
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
        this.notes = new RowsAside(id(), request.sink(), ledger);
        this.rules = new PageRules(sink.description(), request.sink().rules(), predicates);
        this.drift = new PageDrift(sink, request.options(), warnings);
        this.warnings = warnings;
        this.cleanup = request.cleanup().isEmpty() ? null : covering(request.cleanup());
        CommitToken before = ledger.record().previousToken();
        this.tokens = new RunTokens(sink.context(), before);
        this.sender = new PageSender(sink, request.options(), before, this::sent);
        this.end = new RunEnd(sink, ledger, whenEnded);
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

    private RunCleanup covering(Map<String, Object> scope) {
        return new RunCleanup(sink, scope, request.options(), warnings);
    }

    @Override
    public boolean cleansUp() {
        return cleanup != null;
    }

    @Override
    public void cover(Map<String, Object> scope, boolean dryRun) {
        busy.lock();
        try {
            requireNotEnded();
            RunCleanup.check(sink.description(), sink.context(), scope);
            if (offered > 0 || cleanup != null) {
                throw SinkErrors.refused("run " + id()
                        + (cleanup == null
                                ? " has written already, and of that nobody kept the keys"
                                : " covers a part of its destination already")
                        + ". Begin a run, and say before its first row what it covers.");
            }
            RowSchema live = drift.live().orElse(null);
            Map<String, Object> typed = live == null ? scope : CleanupScope.typed(scope, live, sink.description());
            if (!dryRun) {
                cleanup = covering(typed);
            }
        } finally {
            busy.unlock();
        }
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
            tokens.requireScope(token);
            long first = offered;
            if (offer(batch.getRowCount(), token)) {
                sink.driver().admitBatch(batch, sink.context());
                sender.send(batch, first, token);
            }
        });
    }

    private void offer(Page page, Set<String> unchanged, @Nullable CommitToken token) {
        tokens.requireScope(token);
        NumberedPage numbered = NumberedPage.from(page, offered);
        if (offer(page.size(), token)) {
            govern(numbered, unchanged, token);
        }
    }

    private boolean goesAsColumns(RowSchema schema) {
        return rules.isEmpty()
                && cleanup == null
                && !sink.context().mode().isKeyed()
                && sink.description().has(Capability.COLUMNAR)
                && drift.isExactly(schema);
    }

    @Override
    public void load(String format, InputStream bytes, @Nullable CommitToken token) {
        step(() -> {
            tokens.requireScope(token);
            if (!rules.isEmpty() || cleanup != null) {
                throw SinkErrors.refused(
                        "sink " + sink.description().id() + " has rules or a cleanup that look at rows;"
                                + " bytes cannot be loaded past them. Send rows, or take the rules away.");
            }
            boolean dropped = sender.covers(token);
            tokens.came(token, dropped);
            if (dropped) {
                return; // how many rows the bytes are nobody knows
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
        tokens.came(token, dropped);
        ledger.count(new RunCounts(rows, 0, 0, 0, 0, 0, dropped ? rows : 0));
        return !dropped;
    }

    private void govern(NumberedPage page, Set<String> unchanged, @Nullable CommitToken token) {
        PageRules.Governed governed = rules.govern(page, unchanged);
        List<PageRules.Aside> aside = new ArrayList<>(governed.quarantined());
        NumberedPage conformed = drift.conform(governed.rows(), aside);
        sink.driver().admitPage(conformed.page(), sink.context());
        notes.quarantine(aside);
        if (token != null && conformed.size() == 0) {
            // the token moves although none of its rows is left
            sender.send(conformed, token);
        }
        RunOptions options = request.options();
        for (NumberedPage part : PageSizes.split(conformed, options.pageRows(), options.pageBytes())) {
            sender.send(part, token);
        }
    }

    private void sent(PageSender.Sent page) {
        WriteReport counts = page.answer().counts();
        ledger.count(new RunCounts(0, 0, 0, 0, page.answer().failed().size(), 0, 0));
        ledger.hold(new RunCounts(0, counts.accepted(), counts.coalesced(), counts.skipped(), 0, 0, 0), page.landed());
        notes.failed(page);
        if (page.page() != null && cleanup != null) {
            cleanup.wrote(page.page().page());
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

    /** Makes the place that an overwrite writes to. */
    void stage() {
        step(() -> sink.staging().begin(sink.context()));
    }

    /** One step of a run: none after it has ended, and a step that fails ends it. */
    private void step(Runnable work) {
        busy.lock();
        try {
            requireNotEnded();
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

    private void requireNotEnded() {
        if (ended) {
            throw SinkErrors.refused(
                    "run " + id() + " has ended: it is " + record().state().text() + ". Begin another run.");
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
            end.commit(sender::complete, cleanup, tokens);
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

    @Override
    public void stop() {
        cancelled = true;
        sink.driver().stop();
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
