package io.strandline.reconcile;

import io.strandline.catalog.TableEntry;
import io.strandline.registry.Registration;
import org.jspecify.annotations.Nullable;

/** A name of the catalog, of the registry, or of both. */
sealed interface Pair {
    /** Exact name. */
    String name();

    /** Its registration; null if it has none. */
    default @Nullable Registration registered() {
        return null;
    }

    /** The catalog has it, no registration does. */
    record Unregistered(TableEntry entry) implements Pair {
        @Override
        public String name() {
            return entry.ref().name();
        }
    }

    /** Both have it. */
    record Both(TableEntry entry, Registration registration) implements Pair {
        @Override
        public Registration registered() {
            return registration;
        }

        @Override
        public String name() {
            return entry.ref().name();
        }
    }

    /** A registration has it, the listing does not. */
    record Unlisted(Registration registration) implements Pair {
        @Override
        public Registration registered() {
            return registration;
        }

        @Override
        public String name() {
            return registration.table().name();
        }
    }
}
