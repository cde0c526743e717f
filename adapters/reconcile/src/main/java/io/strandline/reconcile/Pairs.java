package io.strandline.reconcile;

import io.strandline.catalog.TableEntry;
import io.strandline.common.Text;
import io.strandline.registry.Registration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Merges a listing and registrations, both in code point order of name, into pairs in that order (REC-8). Holds one element
 * of each; pure but for what the two iterators do.
 */
final class Pairs implements Iterator<Pair> {
    private final Iterator<TableEntry> entries;
    private final Iterator<Registration> registrations;
    private @Nullable TableEntry entry;
    private @Nullable Registration registration;

    Pairs(Iterator<TableEntry> entries, Iterator<Registration> registrations) {
        this.entries = entries;
        this.registrations = registrations;
    }

    @Override
    public boolean hasNext() {
        if (entry == null && entries.hasNext()) {
            entry = entries.next();
        }
        if (registration == null && registrations.hasNext()) {
            registration = registrations.next();
        }
        return entry != null || registration != null;
    }

    @Override
    public Pair next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        TableEntry listed = entry;
        Registration registered = registration;
        int order = listed == null
                ? 1
                : registered == null
                        ? -1
                        : Text.BY_CODE_POINT.compare(
                                listed.ref().name(), registered.table().name());
        if (order <= 0) {
            entry = null;
        }
        if (order >= 0) {
            registration = null;
        }
        if (listed != null && order < 0) {
            return new Pair.Unregistered(listed);
        }
        if (registered != null && order > 0) {
            return new Pair.Unlisted(registered);
        }
        if (listed == null || registered == null) {
            throw new IllegalStateException("neither side has a name");
        }
        return new Pair.Both(listed, registered);
    }
}
