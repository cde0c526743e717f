package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Maintenance of tables: expires snapshots, removes orphan files, joins manifests, drops tables with their files (CAT-17).
 * Thread-safe.
 */
public final class TableMaintenance {
    private final Catalogs catalogs;
    private final Clock clock;
    private final OneCommit commits;
    private final SnapshotExpiry expiry;
    private final OrphanFiles orphans;
    private final ManifestRewrite manifests;
    private final TableDrop drops;

    /**
     * Maintenance of those catalogs' tables.
     *
     * @param external which places are not a table's alone
     * @param states what was read before
     * @param rules which places are one
     * @param maxAttempts how often a table that changes meanwhile is looked at again
     */
    public TableMaintenance(
            Catalogs catalogs,
            ExternalLocations external,
            StateCache states,
            LocationRules rules,
            Clock clock,
            int maxAttempts) {
        this.catalogs = catalogs;
        this.clock = clock;
        this.commits = new OneCommit(catalogs, clock, maxAttempts);
        DeletionGuard guard = new DeletionGuard(new Neighbourhood(catalogs, states, rules), external);
        this.expiry = new SnapshotExpiry(catalogs, guard, rules, clock, maxAttempts);
        this.orphans = new OrphanFiles(catalogs, guard, rules, clock);
        this.manifests = new ManifestRewrite(catalogs, commits);
        this.drops = new TableDrop(catalogs, guard, rules);
    }

    /**
     * Expires snapshots, and deletes the files that only they reached.
     *
     * @throws StrandlineException {@code REFUSED} with the rule that stands against it; {@code METADATA_MISSING} or {@code
     *     METADATA_UNREADABLE} for a manifest that cannot be read, nothing changed; {@code CONFLICT}; {@code OUTCOME_UNKNOWN}
     */
    public ExpiredSnapshots expire(TableRef table, ExpireOptions options, boolean dryRun, CallContext call) {
        return expiry.expire(table, options, dryRun, call);
    }

    /**
     * Deletes files in the table's place that nothing of it reaches; one that differs from a reachable one by its prefix alone is
     * told and kept.
     *
     * @param olderThan only those written before; empty for three days ago
     * @param location only below this directory of the table; empty for its root
     * @throws StrandlineException as {@link #expire}; {@code NOT_SUPPORTED} if the store cannot list
     */
    public List<OrphanFile> removeOrphans(
            TableRef table,
            Optional<Instant> olderThan,
            Optional<String> location,
            boolean allowBelowFloor,
            boolean dryRun,
            CallContext call) {
        return orphans.remove(table, olderThan, location, allowBelowFloor, dryRun, call);
    }

    /**
     * Joins small manifests as one commit.
     *
     * @param specId of which partition spec; empty for the current one
     * @throws StrandlineException as {@link TableRefs}' changes
     */
    public RewrittenManifests rewriteManifests(
            TableRef table, Optional<Integer> specId, boolean dryRun, CallContext call) {
        return manifests.rewrite(table, specId, dryRun, call);
    }

    /**
     * Drops a table.
     *
     * @param purge whether its files are deleted
     * @throws StrandlineException as {@link #expire}
     */
    public DroppedTable drop(TableRef table, boolean purge, boolean dryRun, CallContext call) {
        return drops.drop(table, purge, dryRun, call);
    }

    /** Who finds out how a change ended: the table, the catalog, or the store of its files (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                "catalog." + SnapshotExpiry.EXPIRE,
                commits.resolver(),
                "catalog." + ManifestRewrite.REWRITE,
                commits.resolver(),
                TableDrop.PURGE,
                new EntryResolvers(catalogs, clock)::takenAway,
                FileSweep.ACTION,
                FileSweep.resolver(catalogs, this::now));
    }

    private CallContext now() {
        return new SystemCall(clock.instant());
    }
}
