package io.strandline.sink;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * How rows get to one destination: the small part that differs from driver to driver. What is the same for all is done
 * around it by {@link DriverSink}: a driver sees pages whose columns and keys are checked, each key once.
 *
 * <p>An instance belongs to one run, or to one call that asks something of the destination, and is used by one thread at a
 * time. Whatever the destination answers with is thrown as a {@link io.strandline.common.StrandlineException}:
 * {@code BACKEND} if nothing was changed, {@code CONFLICT} if trying again can help, {@code OUTCOME_UNKNOWN} if the answer to
 * a write was lost and the destination does not tell (SNK-6).
 *
 * <p>An optional ability is a group of calls; {@link SinkDescription#capabilities()} names exactly the groups it returns.
 */
public interface SinkDriver extends AutoCloseable {
    /** What it is, from its configuration alone. */
    SinkDescription describe();

    /**
     * Writes the rows of a page in the mode of the call, together with its stamp if it has one. Plain, reported, per-row and
     * exactly-once writes are all this call (SNK-3).
     *
     * @return an answer of the kind that the policy asks for, which accounts for each row
     */
    PageReport write(Page page, RowPolicy policy, WriteCall call);

    /** Looks at a whole page before it is split; what it throws refuses the page, and none of its rows lands (SNK-21). */
    default void admitPage(Page page, SinkCallContext context) {}

    /**
     * The same for a batch of columns, of which no rows are made to be looked at: a driver that refuses pages and takes columns
     * refuses here too (SNK-3, SNK-21). The batch stays the caller's.
     */
    default void admitBatch(VectorSchemaRoot batch, SinkCallContext context) {}

    /**
     * Whether a page without a token is in the destination when {@link #write} has answered; else it is with {@link #flush},
     * and a run that fails before that has written nothing. What an overwrite stages is there with its commit.
     */
    default boolean landsEachPage(SinkCallContext context) {
        return false;
    }

    /** Makes durable and visible what was written; once at the end, before anything is completed (SNK-17). */
    void flush(SinkCallContext context);

    /** The run is over and was neither cancelled nor failed: called exactly once, after all else (SNK-17). */
    default void completeRun(SinkCallContext context) {}

    /** The run failed or was cancelled: lets go of what was neither flushed nor staged. Does nothing twice. */
    default void abandonRun(SinkCallContext context) {}

    /**
     * Ends what the destination is doing for the call that is under way, which then throws {@code CANCELLED} and has changed
     * nothing; nothing if none is. The one call that comes from another thread than the others.
     */
    default void stop() {}

    /**
     * Nothing of a run lands from now on: asked by another instance, of a run whose gateway was taken for dead and may not be. What
     * that sends and commits is refused then. Waits for what is being committed; does nothing twice. It holds until
     * {@link RollbackGroup#forget}.
     */
    default void fence(SinkCallContext context) {}

    /**
     * What of a run that nobody ended is there: asked by another instance, after a crash or a lost answer. Waits for what is
     * still being committed.
     */
    default Landing landing(SinkCallContext context) {
        return Landing.UNTOLD;
    }

    /**
     * The columns of the destination as they are now.
     *
     * @return empty if it has no schema or is not made yet; never because a look-up failed (SNK-26)
     */
    Optional<RowSchema> currentSchema(SinkCallContext context);

    /** Looks, without changing anything, whether the destination can be written; each look on its own (SNK-14). */
    List<SinkCheck> checks(SinkCallContext context);

    /** SQL for this gateway that reads the destination back, with no more credentials than the sink has (SNK-15). */
    default Optional<String> readBack() {
        return Optional.empty();
    }

    /** Local files that were opened in the run (SNK-27). */
    default List<Path> localOutputs() {
        return List.of();
    }

    /** Replaces all rows at once. */
    default Optional<StagingGroup> staging() {
        return Optional.empty();
    }

    /** Exactly-once. */
    default Optional<CommitTokenGroup> tokens() {
        return Optional.empty();
    }

    /** Deletes what a complete run did not write. */
    default Optional<CleanupGroup> cleanup() {
        return Optional.empty();
    }

    /** Follows columns that come and widen. */
    default Optional<SchemaEvolutionGroup> evolution() {
        return Optional.empty();
    }

    /** Undoes runs. */
    default Optional<RollbackGroup> rollback() {
        return Optional.empty();
    }

    /** Takes columns as they are. */
    default Optional<ColumnarGroup> columnar() {
        return Optional.empty();
    }

    /** Takes bytes that the destination loads itself. */
    default Optional<NativeLoadGroup> nativeLoad() {
        return Optional.empty();
    }

    /** Lets go of connections; throws nothing. */
    @Override
    void close();
}
