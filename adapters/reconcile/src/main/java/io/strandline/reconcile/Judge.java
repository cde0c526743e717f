package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.reconcile.Looked.What;
import io.strandline.registry.Connection;
import io.strandline.registry.RegisteredPlace;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Looks whether something may be wrong with a name, asking the catalog only what that takes (REC-1 to REC-5). Thread-safe. */
final class Judge {
    private final Connection connection;
    private final TableCatalog catalog;
    private final Evidence evidence;
    private final BooleanSupplier listingWasCut;
    private final CallContext call;

    /**
     * A judge for one comparison.
     *
     * @param listingWasCut whether names may be missing from the listing only because it was cut
     */
    Judge(
            Connection connection,
            TableCatalog catalog,
            Evidence evidence,
            BooleanSupplier listingWasCut,
            CallContext call) {
        this.connection = connection;
        this.catalog = catalog;
        this.evidence = evidence;
        this.listingWasCut = listingWasCut;
        this.call = call;
    }

    /** Whether a table's listing and registration alone show that nothing is wrong, most often by the same text. */
    boolean isFine(TableEntry entry, @Nullable RegisteredPlace registered) {
        TableEntry.Seen seen = entry.seen();
        if (seen == null) {
            return false;
        }
        if (registered != null) {
            return (LocationRules.isSameText(seen.location(), registered.location())
                            || seen.location().isBlank())
                    && !isReplaced(seen.uuid(), registered.tableUuid());
        }
        if (Boolean.TRUE.equals(seen.external())) {
            return false;
        }
        try {
            Optional<Location> place = Evidence.place(seen.location());
            return place.isEmpty()
                    || evidence.standing(connection, Optional.empty(), place) == Evidence.Standing.MANAGED;
        } catch (StrandlineException e) {
            return false;
        }
    }

    /** Looks at a name. What fails is a result too, but for what ends the statement: one bad table breaks no other (CAT-13). */
    Looked look(Pair pair) {
        try {
            return lookNow(pair);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            return Looked.failed(pair, e);
        } catch (RuntimeException e) {
            return Looked.failed(pair, e);
        }
    }

    private Looked lookNow(Pair pair) {
        TableEntry entry = pair.entry();
        if (entry == null) {
            return unlisted(pair);
        }
        TableEntry.Seen seen = entry.seen();
        if (seen == null) {
            Optional<TableState> state = catalog.describe(entry, call);
            if (state.isEmpty()) {
                return unlisted(pair);
            }
            seen = TableEntry.Seen.of(state.orElseThrow());
        }
        return compare(pair, seen);
    }

    private Looked compare(Pair pair, TableEntry.Seen seen) {
        Optional<Location> place = Evidence.place(seen.location());
        RegisteredPlace registered = pair.registered();
        What what = registered == null
                ? unregistered(seen, place)
                : differs(registered, seen, place) ? What.DIFFERS : What.FINE;
        return new Looked(pair, what, place.orElse(null), seen.uuid(), null);
    }

    private What unregistered(TableEntry.Seen seen, Optional<Location> place) {
        if (place.isEmpty()) {
            return What.FINE;
        }
        return switch (evidence.standing(connection, Optional.ofNullable(seen.external()), place)) {
            case MANAGED -> What.FINE;
            case PREFIX_MISMATCH -> What.PREFIX_MISMATCH;
            case EXTERNAL -> What.EXTERNAL;
        };
    }

    private boolean differs(RegisteredPlace registered, TableEntry.Seen seen, Optional<Location> place) {
        return isReplaced(seen.uuid(), registered.tableUuid())
                || (place.isPresent()
                        && !LocationRules.isSameText(registered.location(), seen.location())
                        && !evidence.rules().same(Location.parse(registered.location()), place.orElseThrow()));
    }

    /** Whether both UUIDs are known and are two; what is not known is not judged (REC-17). */
    static boolean isReplaced(@Nullable String uuid, @Nullable String registered) {
        return uuid != null && registered != null && !uuid.equals(registered);
    }

    /** Asks for the table by its name: one made since the listing is not missing, and a failed look-up is not absence. */
    private Looked unlisted(Pair pair) {
        boolean gone = pair.registered() != null
                && !listingWasCut.getAsBoolean()
                && !catalog.exists(connection.table(pair.name()), call);
        return Looked.of(pair, gone ? What.GONE : What.FINE);
    }
}
