package io.strandline.catalog;

import io.strandline.catalog.RefDecision.Make;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Expires snapshots: takes them out of a table as one commit, then deletes the files that only they reached (CAT-16, CAT-17).
 * Everything is read before the commit, so that what cannot be read refuses it. Thread-safe.
 */
final class SnapshotExpiry {
    static final String EXPIRE = "expire_snapshots";

    private final Catalogs catalogs;
    private final DeletionGuard guard;
    private final LocationRules rules;
    private final Clock clock;
    private final int maxAttempts;

    SnapshotExpiry(Catalogs catalogs, DeletionGuard guard, LocationRules rules, Clock clock, int maxAttempts) {
        this.catalogs = catalogs;
        this.guard = guard;
        this.rules = rules;
        this.clock = clock;
        this.maxAttempts = maxAttempts;
    }

    ExpiredSnapshots expire(TableRef table, ExpireOptions options, boolean dryRun, CallContext call) {
        DeletionGuard.requireMay(EXPIRE, call);
        TableCatalog catalog = catalogs.get(table.catalog());
        TableStorage storage = DeletionGuard.storage(catalog, table);
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            try {
                return once(catalog, storage, table, options, dryRun, call);
            } catch (StrandlineException e) {
                if (e.code() != ErrorCode.CONFLICT) {
                    throw e;
                }
            }
        }
        throw CommitEnd.alwaysBeaten(table, maxAttempts);
    }

    private ExpiredSnapshots once(
            TableCatalog catalog,
            TableStorage storage,
            TableRef table,
            ExpireOptions options,
            boolean dryRun,
            CallContext call) {
        TableState live = OneCommit.requireTable(catalog, table, call);
        ExpirePlan plan = ExpirePlan.of(live, options, clock.instant());
        ExpirePlan.Refusal refusal = plan.refusal();
        if (refusal != null) {
            throw DeletionGuard.refused(EXPIRE, live, refusal.reason(), refusal.message(), dryRun, call);
        }
        if (plan.isEmpty()) {
            return ExpiredSnapshots.of(table, plan, FileTally.none(), true, "unchanged");
        }
        guard.requireOwnFiles(EXPIRE, live, dryRun, call);
        TableContents contents = storage.open(table, live, call);
        Reachable reachable = new Reachable(rules);
        reachable.add(contents, plan.retained(), call);
        Disposal disposal = new Disposal(
                contents,
                plan.expired(),
                reachable.manifests(),
                file -> reachable.relation(file.location()) != Relation.DIFFERENT,
                false,
                rules);
        // for a real run too: what cannot be read refuses it while nothing is changed
        FileTally planned = disposal.count(call);
        if (dryRun) {
            return ExpiredSnapshots.of(table, plan, planned, false, "dry_run");
        }
        OneCommit.Made made = new OneCommit(catalogs, clock, 1)
                .carryOut(EXPIRE, table, now -> decision(live, now, plan), false, call);
        afterwards(catalog, storage, table, live.uuid(), reachable, call);
        FileTally deleted = disposal.delete(call);
        return ExpiredSnapshots.of(table, plan, deleted, true, deleted.whole() ? made.reason() : "files_left");
    }

    /** The plan is for the table as it was read. */
    private static RefDecision decision(TableState planned, TableState now, ExpirePlan plan) {
        if (!Objects.equals(planned.metadataLocation(), now.metadataLocation())) {
            throw new StrandlineException(ErrorCode.CONFLICT, planned.ref() + " changed while it was read.");
        }
        return new Make(RefDecisions.MAIN, now.currentSnapshotId(), now.currentSnapshotId(), plan.change());
    }

    /** What others have committed since the table was read is reached too. */
    private static void afterwards(
            TableCatalog catalog,
            TableStorage storage,
            TableRef table,
            @Nullable String uuid,
            Reachable reachable,
            CallContext call) {
        TableState now = OneCommit.requireTable(catalog, table, call);
        if (!Objects.equals(now.uuid(), uuid)) {
            throw new StrandlineException(
                    ErrorCode.CONFLICT,
                    table + " was replaced by another table meanwhile. Its snapshots expired; no file was deleted.");
        }
        reachable.add(storage.open(table, now, call), Reachable.all(now), call);
    }
}
