package io.strandline.catalog;

import io.strandline.catalog.TableHistory.Ref;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moves, makes and drops the branches and tags of tables, main among them (CAT-16). What can lose sight of rows needs an admin:
 * going back, and dropping a ref. Thread-safe.
 */
public final class TableRefs {
    static final String ROLLBACK = "rollback_to_snapshot";
    static final String ROLLBACK_TIME = "rollback_to_timestamp";
    static final String SET_CURRENT = "set_current_snapshot";
    static final String CHERRY_PICK = "cherrypick_snapshot";
    static final String FAST_FORWARD = "fast_forward";
    static final String CREATE_BRANCH = "create_branch";
    static final String CREATE_TAG = "create_tag";
    static final String DROP = "drop_ref";

    private final Catalogs catalogs;
    private final OneCommit commits;

    /** Of those catalogs; a table that changes meanwhile is looked at again so often. */
    public TableRefs(Catalogs catalogs, Clock clock, int maxAttempts) {
        this.catalogs = catalogs;
        this.commits = new OneCommit(catalogs, clock, maxAttempts);
    }

    /**
     * What became of a ref.
     *
     * @param before the snapshot it named; null for none
     * @param after the one it names now, or would; null if it is gone, or if a dry run cannot tell
     * @param done whether it names that now
     * @param reason {@code dry_run}, {@code unchanged} or {@code audit_failed}; null if there is nothing to add
     */
    public record Moved(
            TableRef table,
            String ref,
            @Nullable Long before,
            @Nullable Long after,
            boolean done,
            @Nullable String reason) {}

    /**
     * How long a ref and its snapshots are kept; null for as the table says.
     *
     * @param maxRefAgeMillis how old the ref may get
     * @param maxSnapshotAgeMillis how old a branch's snapshots may get
     * @param minSnapshotsToKeep how many of a branch's snapshots stay whatever their age
     */
    public record Retention(
            @Nullable Long maxRefAgeMillis,
            @Nullable Long maxSnapshotAgeMillis,
            @Nullable Integer minSnapshotsToKeep) {
        public Retention {
            requirePositive("max_ref_age_ms", maxRefAgeMillis);
            requirePositive("max_snapshot_age_ms", maxSnapshotAgeMillis);
            requirePositive(
                    "min_snapshots_to_keep",
                    minSnapshotsToKeep == null ? null : Long.valueOf(minSnapshotsToKeep.longValue()));
        }

        private static void requirePositive(String name, @Nullable Long value) {
            if (value != null && value <= 0) {
                throw new StrandlineException(
                        ErrorCode.BAD_ARGUMENT, name + " is " + value + "; it is above 0, or left out.");
            }
        }
    }

    /** Goes back to an ancestor of the current snapshot. */
    public Moved rollBack(TableRef table, long snapshotId, boolean dryRun, CallContext call) {
        return carryOut(ROLLBACK, Role.ADMIN, table, live -> RefDecisions.rollBack(live, snapshotId), dryRun, call);
    }

    /** Goes back to the last ancestor that was committed before a time. */
    public Moved rollBack(TableRef table, Instant before, boolean dryRun, CallContext call) {
        return carryOut(ROLLBACK_TIME, Role.ADMIN, table, live -> RefDecisions.rollBack(live, before), dryRun, call);
    }

    /**
     * Makes any snapshot the current one, named by its id or by a branch or tag.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} unless exactly one of both is given
     */
    public Moved setCurrent(
            TableRef table, Optional<Long> snapshotId, Optional<String> ref, boolean dryRun, CallContext call) {
        if (snapshotId.isPresent() == ref.isPresent()) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "set_current_snapshot takes snapshot_id or ref: give one of both.");
        }
        Function<TableState, RefDecision> decide = snapshotId.isPresent()
                ? live -> RefDecisions.setCurrent(live, snapshotId.orElseThrow())
                : live -> RefDecisions.setCurrent(live, ref.orElseThrow());
        return carryOut(SET_CURRENT, Role.ADMIN, table, decide, dryRun, call);
    }

    /** Applies what another snapshot changed to the current one. */
    public Moved cherryPick(TableRef table, long snapshotId, boolean dryRun, CallContext call) {
        return carryOut(
                CHERRY_PICK, Role.OPERATOR, table, live -> RefDecisions.cherryPick(live, snapshotId), dryRun, call);
    }

    /** Moves a branch on to where another one is. */
    public Moved fastForward(TableRef table, String branch, String to, boolean dryRun, CallContext call) {
        requireName(branch);
        return carryOut(
                FAST_FORWARD, Role.OPERATOR, table, live -> RefDecisions.fastForward(live, branch, to), dryRun, call);
    }

    /** Makes a branch, at the current snapshot unless another is named. */
    public Moved createBranch(
            TableRef table,
            String name,
            Optional<Long> snapshotId,
            Retention retention,
            boolean dryRun,
            CallContext call) {
        return create(CREATE_BRANCH, RefDecisions.BRANCH, table, name, snapshotId, retention, dryRun, call);
    }

    /** Makes a tag, at the current snapshot unless another is named. */
    public Moved createTag(
            TableRef table,
            String name,
            Optional<Long> snapshotId,
            Retention retention,
            boolean dryRun,
            CallContext call) {
        return create(CREATE_TAG, RefDecisions.TAG, table, name, snapshotId, retention, dryRun, call);
    }

    private Moved create(
            String procedure,
            String type,
            TableRef table,
            String name,
            Optional<Long> snapshotId,
            Retention retention,
            boolean dryRun,
            CallContext call) {
        requireName(name);
        Ref wanted = new Ref(
                name,
                type,
                0,
                retention.maxRefAgeMillis(),
                retention.maxSnapshotAgeMillis(),
                retention.minSnapshotsToKeep());
        return carryOut(
                procedure,
                Role.OPERATOR,
                table,
                live -> RefDecisions.create(live, wanted, snapshotId.orElse(null)),
                dryRun,
                call);
    }

    /** Drops a branch or tag; its snapshots stay until they expire. */
    public Moved drop(TableRef table, String name, boolean dryRun, CallContext call) {
        return carryOut(DROP, Role.ADMIN, table, live -> RefDecisions.drop(live, name), dryRun, call);
    }

    private static void requireName(String name) {
        if (name.isBlank()) {
            throw new StrandlineException(ErrorCode.BAD_ARGUMENT, "the name of a branch or tag is empty; give it one.");
        }
    }

    private Moved carryOut(
            String procedure,
            Role role,
            TableRef table,
            Function<TableState, RefDecision> decide,
            boolean dryRun,
            CallContext call) {
        call.caller().require(role, procedure);
        call.caller().requireUnlimited(procedure);
        OneCommit.Made made = commits.carryOut(procedure, table, decide, dryRun, call);
        RefDecision decision = made.decision();
        return new Moved(
                table, decision.ref(), decision.before(), after(table, made, call), made.done(), made.reason());
    }

    /** The commit of a cherry-pick makes a snapshot of its own: the table tells which. */
    private @Nullable Long after(TableRef table, OneCommit.Made made, CallContext call) {
        if (!(made.decision() instanceof RefDecision.Make make)) {
            return made.decision().before();
        }
        if (!(make.change() instanceof TableChange.CherryPick) || !made.done()) {
            return make.after();
        }
        return catalogs.get(table.catalog())
                .describe(table, call)
                .map(TableState::currentSnapshotId)
                .orElse(null);
    }

    /** Who finds out how a change ended: the table itself tells (GW-1, CAT-18). */
    public Map<String, EffectResolver> resolvers() {
        return Stream.of(
                        ROLLBACK,
                        ROLLBACK_TIME,
                        SET_CURRENT,
                        CHERRY_PICK,
                        FAST_FORWARD,
                        CREATE_BRANCH,
                        CREATE_TAG,
                        DROP)
                .collect(Collectors.toMap(name -> "catalog." + name, name -> commits.resolver()));
    }
}
