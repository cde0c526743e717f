package io.strandline.sink.iceberg;

import io.strandline.sink.JournalEntry;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.jspecify.annotations.Nullable;

/**
 * Undoes runs by a new snapshot (SNK-10 to SNK-13). What is undone is decided on the metadata that the undo is committed upon, so that
 * what others commit meanwhile is looked at too. Used by one thread.
 */
record IcebergRollback(IcebergTarget target, RunWriter writer, RowCounts counts) implements RollbackGroup {
    @Override
    public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
        Undo[] last = new Undo[1];
        if (options.dryRun()) {
            return Undo.of(target.ref(), target.open(context).unwrap(Table.class), options, context, counts)
                    .outcome(false);
        }
        boolean[] applied = new boolean[1];
        target.commit(
                table -> {
                    Undo undo = Undo.of(target.ref(), table, options, context, counts);
                    last[0] = undo;
                    applied[0] = undo.isAllowed();
                    if (!undo.isAllowed() || undo.isNothing()) {
                        return false;
                    }
                    undo.apply(table);
                    forget(table, context.run());
                    return true;
                },
                context);
        return last[0].outcome(applied[0]);
    }

    @Override
    public void forget(SinkCallContext context) {
        if (target.find(context).isPresent()) {
            target.commit(table -> forget(table, context.run()), context);
        }
    }

    private static boolean forget(Table table, RunId run) {
        String tag = Marks.tag(run);
        String givenUp = Marks.givenUp(run);
        if (!table.refs().containsKey(tag) && !table.properties().containsKey(givenUp)) {
            return false;
        }
        TableOperations operations = RunCommit.operations(table);
        TableMetadata base = operations.current();
        operations.commit(
                base,
                TableMetadata.buildFrom(base)
                        .removeRef(tag)
                        .removeProperties(Set.of(givenUp))
                        .build());
        return true;
    }

    @Override
    public void retire(List<RunId> runs, SinkCallContext context) {
        writer.retire(runs);
    }

    @Override
    public List<JournalEntry> journal(SinkCallContext context) {
        Table table = target.find(context).map(open -> open.unwrap(Table.class)).orElse(null);
        if (table == null) {
            return List.of();
        }
        List<Kept> kept = new ArrayList<>();
        table.refs()
                .forEach((name, ref) -> Marks.tagged(name).ifPresent(run -> kept.add(Kept.of(table, name, ref, run))));
        kept.sort(Comparator.comparingLong(Kept::sequence)
                .thenComparing(one -> one.entry().run()));
        return kept.stream().map(Kept::entry).toList();
    }

    /**
     * A tag.
     *
     * @param sequence of the snapshot that it keeps
     */
    private record Kept(JournalEntry entry, long sequence) {
        static Kept of(Table table, String name, SnapshotRef ref, RunId run) {
            @Nullable Snapshot before = table.snapshot(ref.snapshotId());
            WriteMode mode = Optional.ofNullable(table.currentSnapshot())
                    .flatMap(any -> Marks.of(run, table.snapshots()).stream().findFirst())
                    .flatMap(Marks::mode)
                    .orElse(WriteMode.APPEND);
            return new Kept(
                    new JournalEntry(run, mode, "tag", name, -1), before == null ? -1 : before.sequenceNumber());
        }
    }
}
