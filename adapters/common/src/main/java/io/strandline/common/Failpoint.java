package io.strandline.common;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A place on the way of a changing call at which a test can stop the process, to see what the next one makes of what is
 * left (GW-1). Nothing outside of the process can set one; unset, a place costs one read of a field. {@code UNCOMMITTED}
 * places lie inside a transaction of the store, after its last statement.
 */
public enum Failpoint {
    /** The gateway has said that it is alive. */
    LEASE_BEGUN,
    /** It says so again, not committed. */
    LEASE_UNCOMMITTED,
    /** It has said so again. */
    LEASE_RENEWED,
    /** A dead gateway's rows are made this one's to end, not committed. */
    TAKE_OVER_UNCOMMITTED,
    /** They are this one's to end. */
    TAKEN_OVER,
    /** The target of a dead gateway's change was read again. */
    TARGET_READ,
    /** What that showed is written, not committed. */
    RESOLUTION_UNCOMMITTED,
    /** What that showed is in the store. */
    RESOLVED,
    /** A dead gateway's statement is ended, not committed. */
    RESOLVED_END_UNCOMMITTED,
    /** It is ended. */
    RESOLVED_END,
    /** What is too old is forgotten, not committed. */
    FORGETTING_UNCOMMITTED,
    /** It is forgotten. */
    FORGOTTEN,
    /** The started row of a statement is written, not committed. */
    CLAIM_UNCOMMITTED,
    /** The statement is started. */
    CLAIMED,
    /** The started row of a change is written, not committed. */
    EFFECT_UNCOMMITTED,
    /** The change is started; nothing was sent. */
    EFFECT_STARTED,
    /** A registration is inserted, not committed. */
    REGISTRATION_UNCOMMITTED,
    /** A registration is deleted, not committed. */
    REGISTRATION_DELETE_UNCOMMITTED,
    /** A source is inserted, not committed. */
    SOURCE_UNCOMMITTED,
    /** A source is deleted, not committed. */
    SOURCE_DELETE_UNCOMMITTED,
    /** A source is moved, not committed. */
    SOURCE_MOVE_UNCOMMITTED,
    /** A registration is moved after its source, not committed. */
    REGISTRATION_MOVE_UNCOMMITTED,
    /** A scan is inserted, with the notices of what is new, not committed. */
    SCAN_UNCOMMITTED,
    /** Notices are about to be posted. */
    NOTICE_POSTING,
    /** The receiver has answered; the store does not know it. */
    NOTICE_POSTED,
    /** What it answered is written, not committed. */
    NOTICE_UNCOMMITTED,
    /** Events are written to a log in the store, not committed. */
    PUBLISH_UNCOMMITTED,
    /** They are in the store; their publishers do not know. */
    PUBLISHED,
    /** An event of the gateway's own is about to be sent to another log. */
    RELAY_SENDING,
    /** That log has it; the store does not know. */
    RELAY_SENT,
    /** How far the relay has come is written, not committed. */
    RELAY_UNCOMMITTED,
    /** It is in the store. */
    RELAY_COMMITTED,
    /** The drop is about to be sent to the catalog. */
    DROP_SENDING,
    /** The catalog has answered the drop. */
    DROP_ANSWERED,
    /** The change of a table is ready to be sent to the catalog. */
    COMMIT_SENDING,
    /** The catalog has answered it. */
    COMMIT_ANSWERED,
    /** A run of a sink is in the store; its destination knows nothing of it. */
    SINK_RUN_BEGUN,
    /** A page of a sink's run is written to a database, not committed. */
    SINK_PAGE_UNCOMMITTED,
    /** It is committed; the run does not know it. */
    SINK_PAGE_COMMITTED,
    /** A run is whole at its destination; the store does not know it. */
    SINK_RUN_LANDED,
    /** The rows of a sink's table are replaced, not committed. */
    SINK_SWAP_UNCOMMITTED,
    /** The change is made or refused; the store does not know it. */
    EFFECT_MADE,
    /** How it ended is written, not committed. */
    OUTCOME_UNCOMMITTED,
    /** How it ended is in the store. */
    OUTCOME_WRITTEN,
    /** A change refused before it was begun is written, not committed. */
    REFUSAL_UNCOMMITTED,
    /** It is in the store. */
    REFUSAL_WRITTEN,
    /** The statement's end and its answer are written, not committed. */
    END_UNCOMMITTED,
    /** They are in the store; the caller has no answer. */
    ENDED,
    /** The gateway's end is written, not committed. */
    LEASE_END_UNCOMMITTED,
    /** The gateway has said that it ends. */
    LEASE_ENDED;

    private static volatile @Nullable Consumer<Failpoint> hook;

    /** The process is at this place. */
    public void reach() {
        Consumer<Failpoint> installed = hook;
        if (installed != null) {
            installed.accept(this);
        }
    }

    /**
     * For tests: what happens at each place, on the thread that reaches it. Main code never calls it.
     *
     * @return what ends it; at most one is in force at a time
     */
    public static synchronized Runnable install(Consumer<Failpoint> what) {
        if (hook != null) {
            throw new IllegalStateException("failpoints are in use already");
        }
        hook = requireNonNull(what, "what");
        return Failpoint::clear;
    }

    private static synchronized void clear() {
        hook = null;
    }
}
