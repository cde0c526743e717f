package io.strandline.store.database;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A stream over pages that are fetched when they are reached. */
final class Pages<R> implements Iterator<R> {
    private final Runnable checkpoint;
    private final Source<R> source;
    private Iterator<R> page = List.<R>of().iterator();
    private boolean ended;

    private Pages(Runnable checkpoint, Source<R> source) {
        this.checkpoint = checkpoint;
        this.source = source;
    }

    /** The rows of all pages; the checkpoint is called before each. */
    static <R> Stream<R> stream(Runnable checkpoint, Source<R> source) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new Pages<>(checkpoint, source), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && !ended) {
            checkpoint.run();
            List<R> fetched = source.next();
            ended = fetched.isEmpty();
            page = fetched.iterator();
        }
        return page.hasNext();
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }

    /** Where pages come from. */
    @FunctionalInterface
    interface Source<R> {
        /** The next page; empty after the last. */
        List<R> next();
    }
}
