package io.strandline.catalog.sql;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * The parts of each item, one item after the other, each asked for its parts only when those before it were read. (A
 * stream's {@code flatMap} read by an iterator takes all parts of an item at once.)
 */
final class LazyFlat<A, B> implements Iterator<B> {
    private final Iterator<? extends A> items;
    private final Function<? super A, ? extends Iterator<? extends B>> parts;
    private Iterator<? extends B> current = Collections.emptyIterator();

    LazyFlat(Iterable<? extends A> items, Function<? super A, ? extends Iterator<? extends B>> parts) {
        this(items.iterator(), parts);
    }

    LazyFlat(Iterator<? extends A> items, Function<? super A, ? extends Iterator<? extends B>> parts) {
        this.items = items;
        this.parts = parts;
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext()) {
            if (!items.hasNext()) {
                return false;
            }
            current = parts.apply(items.next());
        }
        return true;
    }

    @Override
    public B next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }
}
