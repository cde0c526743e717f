package io.strandline.registry;

/** Keeps where sources are that have moved. Thread-safe; a store that fails throws. */
@FunctionalInterface
public interface SourceMoves {
    /**
     * Moves a source that is still where it was read.
     *
     * @return false, and nothing is changed, if it is gone or somewhere else
     */
    boolean move(Source from, Source to);
}
