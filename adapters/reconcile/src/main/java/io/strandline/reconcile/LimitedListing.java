package io.strandline.reconcile;

import io.strandline.catalog.TableEntry;
import io.strandline.common.Text;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A listing up to a limit (REC-5). Read by one thread; whether it was cut may be asked by others. */
final class LimitedListing implements Iterator<TableEntry> {
    private final Iterator<TableEntry> all;
    private final long limit;
    private long count;
    private volatile boolean cut;
    private @Nullable String last;

    /** Those entries, at most so many; null for all. */
    LimitedListing(Iterator<TableEntry> all, @Nullable Integer limit) {
        this.all = all;
        this.limit = limit == null ? Long.MAX_VALUE : limit;
    }

    @Override
    public boolean hasNext() {
        if (cut || !all.hasNext()) {
            return false;
        }
        if (count >= limit) {
            cut = true;
        }
        return !cut;
    }

    @Override
    public TableEntry next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        TableEntry entry = all.next();
        count++;
        last = entry.ref().name();
        return entry;
    }

    /** How many there were. */
    long count() {
        return count;
    }

    /** Whether there were more than the limit. */
    boolean wasCut() {
        return cut;
    }

    /** The last name before it was cut; null if it was not. */
    @Nullable
    String lastBeforeCut() {
        return cut ? last : null;
    }

    /** Whether the listing would have held the name if it were there; asked at its end. */
    boolean reached(String name) {
        return !cut || (last != null && Text.BY_CODE_POINT.compare(name, last) <= 0);
    }
}
