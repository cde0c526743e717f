package io.strandline.reconcile;

import io.strandline.catalog.TableEntry;
import io.strandline.common.Text;
import io.strandline.registry.RegisteredPlace;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Merges a listing and registrations, both in code point order of name (REC-8). Holds one element of each and makes no
 * object a name, since there may be millions.
 */
final class Merge {
    private final Iterator<TableEntry> entries;
    private final Iterator<RegisteredPlace> registrations;
    private @Nullable TableEntry nextEntry;
    private @Nullable RegisteredPlace nextRegistered;
    private @Nullable TableEntry entry;
    private @Nullable RegisteredPlace registered;

    Merge(Iterator<TableEntry> entries, Iterator<RegisteredPlace> registrations) {
        this.entries = entries;
        this.registrations = registrations;
    }

    /** Goes on to the next name; false if there is none. */
    boolean next() {
        if (nextEntry == null && entries.hasNext()) {
            nextEntry = entries.next();
        }
        if (nextRegistered == null && registrations.hasNext()) {
            nextRegistered = registrations.next();
        }
        int order = order(nextEntry, nextRegistered);
        entry = order <= 0 ? nextEntry : null;
        registered = order >= 0 ? nextRegistered : null;
        if (entry != null) {
            nextEntry = null;
        }
        if (registered != null) {
            nextRegistered = null;
        }
        return entry != null || registered != null;
    }

    /** Which of the two has the lesser name. */
    private static int order(@Nullable TableEntry listed, @Nullable RegisteredPlace kept) {
        if (listed == null || kept == null) {
            return listed != null ? -1 : 1;
        }
        String name = listed.ref().name();
        // most are equal, and equality is told faster than order
        return name.equals(kept.table()) ? 0 : Text.BY_CODE_POINT.compare(name, kept.table());
    }

    /** The listing's entry of the name; null if it has none. */
    @Nullable
    TableEntry entry() {
        return entry;
    }

    /** The registration of the name; null if there is none. */
    @Nullable
    RegisteredPlace registered() {
        return registered;
    }
}
