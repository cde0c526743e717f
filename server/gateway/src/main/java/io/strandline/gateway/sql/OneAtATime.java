package io.strandline.gateway.sql;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are given before the next is asked for, so that none waits for the one behind it, nor the end for one behind the
 * last. Used by one thread.
 */
final class OneAtATime<T extends @Nullable Object> implements Iterator<T> {
    private final Enumerator<T> rows;
    private final long most;
    private long given;
    private boolean found;

    /**
     * Those rows.
     *
     * @param most how many there are at most
     */
    OneAtATime(Enumerator<T> rows, long most) {
        this.rows = rows;
        this.most = most;
    }

    @Override
    public boolean hasNext() {
        found = found || (given < most && rows.moveNext());
        return found;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        found = false;
        given++;
        return rows.current();
    }
}
