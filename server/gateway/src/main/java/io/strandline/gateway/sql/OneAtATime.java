package io.strandline.gateway.sql;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** Rows that are given before the next is asked for, so that none waits for the one behind it. Used by one thread. */
final class OneAtATime<T extends @Nullable Object> implements Iterator<T> {
    private final Enumerator<T> rows;
    private boolean found;

    OneAtATime(Enumerator<T> rows) {
        this.rows = rows;
    }

    @Override
    public boolean hasNext() {
        found = found || rows.moveNext();
        return found;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        found = false;
        return rows.current();
    }
}
