package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.EntryChanges;
import io.strandline.catalog.TableChange;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TargetTable;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Changes of one catalog: everything is made ready first, then sent once (CAT-18).
 *
 * @param opening the backend, opened by the first that asks
 */
record IcebergChanges(CatalogConfig config, BackendCalls calls, Callable<Backend> opening) implements EntryChanges {
    boolean drop(TableRef table, CallContext call) {
        if (!config.type().dropKeepsFiles()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    table + ": a drop in a catalog of type " + config.type().word()
                            + " may delete the table's files, so it is not made. Use the engine that owns the table.");
        }
        // opening is no part of the change: if it fails, nothing was sent
        Backend opened = calls.read("opening it", call, opening);
        Failpoint.DROP_SENDING.reach();
        boolean dropped = calls.change("dropping " + table, call, () -> opened.drop(table));
        Failpoint.DROP_ANSWERED.reach();
        return dropped;
    }

    void commit(TableRef table, Optional<TableState> planned, TargetTable target, CallContext call) {
        Callable<Boolean> change = calls.read(
                preparing(table),
                call,
                () -> planned.isEmpty()
                        ? opening.call().prepareCreation(table, target)
                        : opening.call().prepare(table, planned.orElseThrow(), Commits.edit(table, target)));
        send(table, change, call);
    }

    void commit(TableRef table, TableState planned, TableChange change, CallContext call) {
        HistoryEdit edit = new HistoryEdit(table, change, call::checkpoint);
        send(table, calls.work(preparing(table), call, () -> opening.call().prepare(table, planned, edit)), call);
    }

    /** A change of the table as it is when it is made ready; whether there was one. */
    boolean commit(TableRef table, MetadataEdit edit, CallContext call) {
        return send(
                table, calls.work(preparing(table), call, () -> opening.call().prepare(table, null, edit)), call);
    }

    @Override
    public TableState read(TableRef as, String metadataFile, CallContext call) {
        return calls.read(
                "reading the metadata file for " + as,
                call,
                () -> opening.call().read(as, metadataFile));
    }

    @Override
    public void register(TableRef table, String metadataFile, CallContext call) {
        send(
                table,
                calls.read(preparing(table), call, () -> opening.call().prepareRegistration(table, metadataFile)),
                call);
    }

    @Override
    public void rename(TableRef from, TableRef to, CallContext call) {
        send(from, calls.read(preparing(from), call, () -> opening.call().prepareRename(from, to)), call);
    }

    private static String preparing(TableRef table) {
        return "preparing the change of " + table;
    }

    private boolean send(TableRef table, Callable<Boolean> change, CallContext call) {
        Failpoint.COMMIT_SENDING.reach();
        boolean changed = calls.change("changing " + table, call, change);
        Failpoint.COMMIT_ANSWERED.reach();
        return changed;
    }
}
