package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong with one name, looking up only what that takes (REC-1 to REC-7). Used by several threads. */
final class Judge {
    private final Connection connection;
    private final TableCatalog catalog;
    private final Evidence evidence;
    private final Findings findings;
    private final boolean loadsTables;
    private final BooleanSupplier listingWasCut;
    private final CallContext call;

    /**
     * A judge for one comparison.
     *
     * @param loadsTables whether findings that need a table's state are wanted
     * @param listingWasCut whether names may be missing from the listing only because it was cut
     */
    Judge(
            Connection connection,
            TableCatalog catalog,
            Evidence evidence,
            Findings findings,
            boolean loadsTables,
            BooleanSupplier listingWasCut,
            CallContext call) {
        this.connection = connection;
        this.catalog = catalog;
        this.evidence = evidence;
        this.findings = findings;
        this.loadsTables = loadsTables;
        this.listingWasCut = listingWasCut;
        this.call = call;
    }

    /**
     * A pair and what is wrong with it.
     *
     * @param place where the table lies; null if there is none, or nobody knows
     */
    record Judged(
            Pair pair, List<Finding> findings, @Nullable Location place) {}

    /** A look that found a table, or none. */
    private record Look(List<Finding> findings, @Nullable Location place) {
        static final Look NOTHING = new Look(List.of(), null);

        static Look at(@Nullable Location place, Finding... findings) {
            return new Look(List.of(findings), place);
        }
    }

    Judged judge(Pair pair) {
        call.checkpoint();
        if (pair instanceof Pair.Unlisted unlisted) {
            Registration registration = unlisted.registration();
            return judged(pair, registration.table(), registration, () -> unlisted(registration));
        }
        if (pair instanceof Pair.Both both) {
            return isLoaded(both.entry())
                    ? judged(pair, both.entry().ref(), both.registration(), () -> registered(both))
                    : new Judged(pair, List.of(), null);
        }
        TableEntry entry = ((Pair.Unregistered) pair).entry();
        return isLoaded(entry)
                ? judged(pair, entry.ref(), null, () -> unregistered(entry.ref()))
                : new Judged(pair, List.of(), null);
    }

    private boolean isLoaded(TableEntry entry) {
        return loadsTables && entry.type() == TableType.TABLE;
    }

    private Judged judged(Pair pair, TableRef table, @Nullable Registration registration, Supplier<Look> look) {
        try {
            Look seen = look.get();
            return new Judged(pair, seen.findings(), seen.place());
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            Finding failure = switch (e.code()) {
                case METADATA_MISSING ->
                    findings.unreadable(
                            FindingKind.METADATA_MISSING, table, registration, StrandlineException.describe(e));
                case METADATA_UNREADABLE ->
                    findings.unreadable(
                            FindingKind.CORRUPT_METADATA, table, registration, StrandlineException.describe(e));
                // every other code is a look-up that failed
                default -> findings.failed(table, registration, e);
            };
            return new Judged(pair, List.of(failure), null);
        } catch (RuntimeException e) {
            // one bad table never breaks the others (CAT-13)
            return new Judged(pair, List.of(findings.failed(table, registration, e)), null);
        }
    }

    private Look unregistered(TableRef table) {
        Optional<TableState> state = catalog.describe(table, call);
        Optional<Location> place = state.flatMap(Evidence::place);
        if (place.isEmpty()) {
            // gone since the listing, or of a place nobody knows, which is managed
            return Look.NOTHING;
        }
        Location actual = place.orElseThrow();
        return switch (evidence.standing(connection, state.orElseThrow())) {
            case MANAGED -> Look.at(actual);
            case PREFIX_MISMATCH -> Look.at(actual, findings.prefixMismatch(table, actual));
            case EXTERNAL ->
                registeredSince(table)
                        ? Look.at(actual)
                        : Look.at(actual, findings.orphan(table, actual, evidence.proof(connection, actual, call)));
        };
    }

    /** Listing and registrations are read one after the other: what was registered in between is no orphan. */
    private boolean registeredSince(TableRef table) {
        return evidence.registrations().byName(connection.name(), table).isPresent();
    }

    private Look registered(Pair.Both both) {
        Registration registration = both.registration();
        Optional<TableState> state = catalog.describe(both.entry().ref(), call);
        if (state.isEmpty()) {
            return unlisted(registration);
        }
        List<Finding> wrong = new ArrayList<>();
        Location actual = state.flatMap(Evidence::place).orElse(null);
        if (actual != null) {
            switch (evidence.rules().relation(registration.location(), actual)) {
                case SAME -> {}
                case DIFFERENT -> wrong.add(findings.drifted(registration, actual, source(registration)));
                case PREFIX_MISMATCH -> wrong.add(findings.prefixMismatch(registration, actual, source(registration)));
            }
        }
        String uuid = state.orElseThrow().uuid();
        if (uuid != null && registration.tableUuid() != null && !uuid.equals(registration.tableUuid())) {
            wrong.add(findings.replaced(registration, actual, uuid, source(registration)));
        }
        return new Look(List.copyOf(wrong), actual);
    }

    /** Asks for the table by its name: one made since the listing is not missing, and a failed look-up is not absence. */
    private Look unlisted(Registration registration) {
        if (listingWasCut.getAsBoolean() || catalog.exists(registration.table(), call)) {
            return Look.NOTHING;
        }
        return Look.at(null, findings.missing(registration, source(registration)));
    }

    private @Nullable SourceRef source(Registration registration) {
        return evidence.source(registration, call).orElse(null);
    }
}
