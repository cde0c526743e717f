package io.strandline.registry;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.Objects;
import java.util.Optional;

/** Whether a table may be registered as a caller says (REC-16). Reads only. */
final class RegistrationChecks {
    private final Catalogs catalogs;
    private final Registrations registrations;
    private final Sources sources;
    private final OwnDirectory ownDirectory;
    private final LocationRules rules;

    RegistrationChecks(
            Catalogs catalogs,
            Registrations registrations,
            Sources sources,
            OwnDirectory ownDirectory,
            LocationRules rules) {
        this.ownDirectory = ownDirectory;
        this.catalogs = catalogs;
        this.registrations = registrations;
        this.sources = sources;
        this.rules = rules;
    }

    /** What the checks found. */
    sealed interface Verdict {}

    /** Nothing stands against it; the registration to keep. */
    record Free(Registration registration) implements Verdict {}

    /** The same registration is held by the same user already. */
    record Held(Registration registration) implements Verdict {}

    /** Refused. */
    record Not(String reason, String message) implements Verdict {}

    Verdict check(String id, Connection connection, RegisterRequest request, CallContext call) {
        TableRef table = connection.table(request.tableName());
        TableCatalog catalog = catalogs.get(connection.catalog());
        Optional<Source> source = source(request);
        Optional<Verdict> twin = sameNameInAnotherCase(connection, table, catalog, call);
        if (twin.isPresent()) {
            return twin.orElseThrow();
        }
        TableState state = catalog.describe(table, call)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE,
                        "no table " + table + " to register. Create it first, or list those there are with SELECT"
                                + " table_name FROM catalog.tables."));
        if (state.type() != TableType.TABLE) {
            return new Not("not_a_table", table + " is a view; only tables are registered.");
        }
        if (state.location().isBlank()) {
            return new Not(
                    "location_unknown",
                    "where " + table + " lies its engine does not say, so it is the engine's own and not registered.");
        }
        Location actual = Location.parse(state.location());
        if (request.location() != null && !rules.same(request.location(), actual)) {
            return new Not(
                    "location_differs",
                    table + " lies at " + actual + ", not at " + request.location()
                            + ". Give its own location, or leave the location out.");
        }
        Registration wanted = new Registration(
                id,
                connection.name(),
                table,
                actual,
                request.sourceKind(),
                request.sourceId(),
                call.caller().user(),
                call.startedAt(),
                null,
                state.uuid(),
                request.follows());
        Optional<Registration> holder = registrations.byName(connection.name(), table);
        if (holder.isPresent()) {
            Registration held = holder.orElseThrow();
            return says(held, wanted) ? new Held(held) : new Not("registered", heldBy(held));
        }
        return objection(request, source, state, call).<Verdict>map(not -> not).orElseGet(() -> new Free(wanted));
    }

    /** What stands against it on the side of the source (REC-16). */
    private Optional<Not> objection(
            RegisterRequest request, Optional<Source> source, TableState state, CallContext call) {
        boolean there = source.filter(known -> rules.same(known.directory(), Location.parse(state.location())))
                .isPresent();
        if (there) {
            return ownDirectory.check(source.orElseThrow(), state, call);
        }
        return request.follows()
                ? Optional.of(new Not(
                        "not_at_source",
                        state.ref() + " lies at " + state.location() + ", not at its source's directory"
                                + source.map(known -> " " + known.directory()).orElse("")
                                + ", so it cannot follow it. Register it without follows, or name the source it lies"
                                + " at."))
                : Optional.empty();
    }

    private Optional<Source> source(RegisterRequest request) {
        String sourceId = request.sourceId();
        if (sourceId == null) {
            return Optional.empty();
        }
        Optional<Source> known = sources.byId(request.sourceKind(), sourceId);
        // a managed resource is known by its place alone
        if (known.isEmpty() && request.sourceKind() != SourceKind.RESOURCE) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_OBJECT,
                    "no " + SourcePlaces.name(request.sourceKind(), sourceId) + " is known. Say where it lies with CALL"
                            + " register_source(...), or list those there are in registry.sources.");
        }
        return known;
    }

    /** A pair of names that differ only by case is never registered: neither could be told to be ours (LOC-6). */
    private Optional<Verdict> sameNameInAnotherCase(
            Connection connection, TableRef table, TableCatalog catalog, CallContext call) {
        for (Registration other : registrations.byNameInAnyCase(connection.name(), table)) {
            if (!other.table().equals(table)) {
                return Optional.of(differsByCase(table, other.table(), "registered as " + other.id()));
            }
        }
        String folded = Text.fold(table.name());
        TableListing listing = new TableListing(catalog, table.namespace(), call);
        while (listing.hasNext()) {
            TableRef other = listing.next().ref();
            if (!other.equals(table) && Text.fold(other.name()).equals(folded)) {
                return Optional.of(differsByCase(table, other, "in the catalog"));
            }
        }
        return Optional.empty();
    }

    private static Not differsByCase(TableRef table, TableRef other, String where) {
        return new Not(
                "case_collision",
                table + " and " + other + " differ only by case, and the second one is " + where
                        + ". Rename one of the two first.");
    }

    private boolean says(Registration holder, Registration wanted) {
        return holder.registeredBy().equals(wanted.registeredBy())
                && rules.same(holder.location(), wanted.location())
                && holder.sourceKind() == wanted.sourceKind()
                && Objects.equals(holder.sourceId(), wanted.sourceId())
                && holder.follows() == wanted.follows()
                && !isReplaced(holder, wanted);
    }

    /** Whether another table has come under the name since (REC-17); where no UUID is known, that is not judged. */
    private static boolean isReplaced(Registration holder, Registration wanted) {
        return holder.tableUuid() != null
                && wanted.tableUuid() != null
                && !holder.tableUuid().equals(wanted.tableUuid());
    }

    static String heldBy(Registration holder) {
        return holder.table() + " is held on connection \"" + holder.connection() + "\" by registration "
                + holder.id() + " of user \"" + holder.registeredBy() + "\", at " + holder.location()
                + ". Unregister that one first.";
    }
}
