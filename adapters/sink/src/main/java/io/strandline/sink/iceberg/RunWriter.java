package io.strandline.sink.iceberg;

import io.strandline.catalog.OpenTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * The writing side of a run. Pages go into files that no table names yet; what makes them rows of the table is a commit: one when the
 * run is flushed, or one for each token of a run that has a scope. A page that comes again, since its commit was not made or its answer
 * was lost, is committed again and not written again. Used by one thread.
 */
final class RunWriter {
    private final IcebergTarget target;
    private final SpareThreads spare;
    private @Nullable Begun begun;
    /** The last page that is in the files, and what was said of it. */
    private @Nullable Sent lastPage;

    private @Nullable PageReport lastReport;
    /** The last page whose token landed with it. */
    private @Nullable Sent landedPage;

    private int held;
    private final String instance;
    private int commits;
    private boolean incomplete;
    private @Nullable CommitStamp stagedStamp;
    private @Nullable StrandlineException broken;
    private final CommitSender sender;

    private final List<String> committedFiles = new ArrayList<>();
    private Set<RunId> retired = Set.of();

    /** What tells a page apart: sent again it has the same number and stamp. */
    private record Sent(long page, @Nullable CommitStamp stamp) {
        static Sent of(WriteCall call) {
            return new Sent(call.page(), call.stamp());
        }
    }

    /** What is known from the first page on. */
    private record Begun(OpenTable open, Table table, PageColumns columns, RunOutput output) {}

    RunWriter(IcebergTarget target, SpareThreads spare) {
        this.target = target;
        this.spare = spare;
        this.sender = new CommitSender(target);
        // names commits apart from those of another instance, which may be of the same run
        this.instance = UUID.randomUUID().toString();
    }

    /**
     * Writes a page, and commits if its token is complete.
     *
     * @param size rows of the page
     * @param made makes columns of it
     */
    PageReport write(int size, RowPolicy policy, WriteCall call, BiFunction<PageColumns, RowFaults, ColumnPage> made) {
        return write(call, () -> append(size, policy, call, made));
    }

    /** Takes bytes of a Parquet file as a file of the run, and commits if its token is complete (SNK-22). */
    PageReport load(InputStream bytes, WriteCall call) {
        return write(call, () -> {
            Begun run = begin(call.context());
            LoadedParquet loading = new LoadedParquet(target.ref(), run.table());
            loading.requireLoadable();
            try {
                PageReport report = PageReport.accepted(run.output().load(bytes, loading));
                call.account(report);
                written(call, report);
                return report;
            } catch (IOException | UncheckedIOException e) {
                throw lost(run, e);
            }
        });
    }

    private PageReport write(WriteCall call, Supplier<PageReport> written) {
        requireWhole();
        PageReport report = lastReport;
        if (report == null || !Sent.of(call).equals(lastPage)) {
            report = written.get();
        }
        if (report instanceof PageReport.Failed || Sent.of(call).equals(landedPage)) {
            return report;
        }
        CommitStamp stamp = call.stamp();
        incomplete = stamp != null && !stamp.complete();
        if (stamp != null && stamp.complete()) {
            if (call.context().mode() == WriteMode.OVERWRITE) {
                stagedStamp = stamp;
            } else {
                commit(stamp, call.context());
                landedPage = Sent.of(call);
            }
        }
        return report;
    }

    private PageReport append(
            int size, RowPolicy policy, WriteCall call, BiFunction<PageColumns, RowFaults, ColumnPage> made) {
        if (size == 0) {
            PageReport nothing = policy == RowPolicy.PER_ROW ? new PageReport.Rows(List.of()) : PageReport.accepted(0);
            call.account(nothing);
            return nothing;
        }
        Begun run = begin(call.context());
        RowFaults faults = new RowFaults(size);
        ColumnPage page = made.apply(run.columns(), faults);
        PageReport report = faults.report(policy);
        if (report instanceof PageReport.Failed) {
            return report;
        }
        call.account(report);
        try {
            run.output().write(page, Rows.without(faults, size));
        } catch (IOException | RuntimeException e) {
            throw lost(run, e);
        }
        written(call, report);
        return report;
    }

    private void written(WriteCall call, PageReport report) {
        lastPage = Sent.of(call);
        lastReport = report;
        held++;
    }

    /** A file that broke holds rows of pages before too: without them the run cannot go on. */
    private StrandlineException lost(Begun run, Exception failure) {
        run.output().discard();
        begun = null;
        String told = target.ref() + ": a file cannot be written: " + Shown.causes(failure) + ". ";
        if (held == 0) {
            return new StrandlineException(
                    ErrorCode.BACKEND, told + "Nothing of the page was written; look at the store's space.", failure);
        }
        StrandlineException whole = new StrandlineException(
                ErrorCode.BACKEND,
                told + "Pages of the run before this one were in it, so the run cannot go on. Nothing that was not"
                        + " committed before is in the table; look at the store's space and begin again"
                        + " after the last token.",
                failure);
        broken = whole;
        return whole;
    }

    private void requireWhole() {
        StrandlineException failure = broken;
        if (failure != null) {
            throw new StrandlineException(failure.code(), String.valueOf(failure.getMessage()), failure);
        }
    }

    private Begun begin(SinkCallContext context) {
        Begun running = begun;
        if (running != null) {
            return running;
        }
        OpenTable open = target.open(context);
        Table table = open.unwrap(Table.class);
        TableKey key = context.mode().isKeyed() ? TableKey.of(target.ref(), table.schema(), context.key()) : null;
        PageColumns columns = PageColumns.all(target.ref(), table.schema());
        if (key != null) {
            KeyedTables.requireRowDeletes(target.ref(), table);
            if (context.mode() == WriteMode.DELETE) {
                columns = new PageColumns(target.ref(), table.schema(), new HashSet<>(key.fieldIds()));
            }
        }
        RunOutput output = new RunOutput(
                target.ref(), table, context.mode(), key, context.run().text(), spare);
        Begun fresh = new Begun(open, table, columns, output);
        begun = fresh;
        return fresh;
    }

    /** The table has other columns from now on: the files of before are closed, and stay part of the run. */
    void follow(SinkCallContext context) {
        Begun before = begun;
        if (before == null) {
            return;
        }
        requireWhole();
        try {
            before.output().finish();
        } catch (IOException | RuntimeException e) {
            throw lost(before, e);
        }
        begun = null;
        begin(context).output().takeOver(before.output());
    }

    /** Commits what is not committed; for a run under a token that is not complete there is nothing to commit yet. */
    void flush(SinkCallContext context) {
        requireWhole();
        if (!incomplete && held > 0) {
            commit(null, context);
        }
    }

    private void commit(@Nullable CommitStamp stamp, SinkCallContext context) {
        RunCommit commit = prepared(stamp, context);
        if (commit.groups().isEmpty() && stamp == null) {
            return;
        }
        send(commit, commit::add, commit::hasLanded, context);
        landed();
    }

    /** All files of the run so far, as a commit that is the same however often it is made ready. */
    RunCommit prepared(@Nullable CommitStamp stamp, SinkCallContext context) {
        Begun run = begin(context);
        List<FileGroup> groups;
        try {
            groups = run.output().finish();
        } catch (IOException | RuntimeException e) {
            throw lost(run, e);
        }
        return new RunCommit(
                target.ref(),
                run.table().uuid(),
                instance + "-" + commits,
                groups,
                stamp,
                run.output().unneeded(),
                retired,
                context);
    }

    /** What undoes those runs goes with the commit of this one. */
    void retire(Collection<RunId> runs) {
        retired = Set.copyOf(runs);
    }

    /** Sends a commit, as {@link CommitSender} does. */
    void send(RunCommit commit, Predicate<Table> edit, Predicate<Table> isThere, SinkCallContext context) {
        sender.send(commit, edit, isThere, context);
    }

    /** What was prepared is on a branch: its files are the table's to delete, and still to be committed. */
    void staged() {
        Begun run = begun;
        if (run != null) {
            committedFiles.addAll(run.output().uncommitted());
            run.output().staged();
        }
    }

    /** What was prepared is the table's. */
    void landed() {
        Begun run = begun;
        if (run != null) {
            run.output().deleteUnneeded();
        }
        staged();
        commits++;
        held = 0;
        if (run != null) {
            run.output().committed();
        }
    }

    /** The token that an overwrite lands with; null for none. */
    @Nullable
    CommitStamp stagedStamp() {
        return stagedStamp;
    }

    /** Locations of the files of the run that are the table's. */
    List<String> committedFiles() {
        return List.copyOf(committedFiles);
    }

    /** Gives up what is not committed. */
    void discard() {
        Begun run = begun;
        begun = null;
        if (run != null && sender.isUncertain()) {
            run.output().letGo();
        } else if (run != null) {
            run.output().discard();
        }
    }
}
