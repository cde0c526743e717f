package io.strandline.sink;

/** Deletes the rows of a part of the destination that a complete run did not write (SNK-8). */
public interface CleanupGroup {
    /**
     * Deletes the rows that have the request's values and none of its keys, all or none. Part of the run: a rollback brings
     * them back where there is one.
     *
     * @return how many it deleted
     */
    long cleanUp(CleanupRequest request, SinkCallContext context);
}
