package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
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

    /** A pair and what is wrong with it; null if nothing is. */
    record Judged(Pair pair, @Nullable Finding finding) {}

    Judged judge(Pair pair) {
        call.checkpoint();
        if (pair instanceof Pair.Unlisted unlisted) {
            Registration registration = unlisted.registration();
            return judged(pair, registration.table(), registration, () -> unlisted(registration));
        }
        if (pair instanceof Pair.Both both) {
            return isLoaded(both.entry())
                    ? judged(pair, both.entry().ref(), both.registration(), () -> registered(both))
                    : new Judged(pair, null);
        }
        TableEntry entry = ((Pair.Unregistered) pair).entry();
        return isLoaded(entry)
                ? judged(pair, entry.ref(), null, () -> unregistered(entry.ref()))
                : new Judged(pair, null);
    }

    private boolean isLoaded(TableEntry entry) {
        return loadsTables && entry.type() == TableType.TABLE;
    }

    private static Judged of(Pair pair, Optional<Finding> finding) {
        return new Judged(pair, finding.orElse(null));
    }

    private Judged judged(
            Pair pair, TableRef table, @Nullable Registration registration, Supplier<Optional<Finding>> look) {
        try {
            return of(pair, look.get());
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            return new Judged(
                    pair,
                    switch (e.code()) {
                        case METADATA_MISSING ->
                            findings.unreadable(
                                    FindingKind.METADATA_MISSING, table, registration, StrandlineException.describe(e));
                        case METADATA_UNREADABLE ->
                            findings.unreadable(
                                    FindingKind.CORRUPT_METADATA, table, registration, StrandlineException.describe(e));
                        // every other code is a look-up that failed
                        default -> findings.failed(table, registration, e);
                    });
        } catch (RuntimeException e) {
            // one bad table never breaks the others (CAT-13)
            return new Judged(pair, findings.failed(table, registration, e));
        }
    }

    private Optional<Finding> unregistered(TableRef table) {
        Optional<TableState> state = catalog.describe(table, call);
        Optional<Location> place = state.flatMap(Evidence::place);
        if (place.isEmpty()) {
            // gone since the listing, or of a place nobody knows, which is managed
            return Optional.empty();
        }
        Location actual = place.orElseThrow();
        return switch (evidence.standing(connection, state.orElseThrow())) {
            case MANAGED -> Optional.empty();
            case PREFIX_MISMATCH -> Optional.of(findings.prefixMismatch(table, actual));
            case EXTERNAL ->
                registeredSince(table)
                        ? Optional.empty()
                        : Optional.of(findings.orphan(table, actual, evidence.proof(connection, actual, call)));
        };
    }

    /** Listing and registrations are read one after the other: what was registered in between is no orphan. */
    private boolean registeredSince(TableRef table) {
        return evidence.registrations().byName(connection.name(), table).isPresent();
    }

    private Optional<Finding> registered(Pair.Both both) {
        Registration registration = both.registration();
        Optional<TableState> state = catalog.describe(both.entry().ref(), call);
        if (state.isEmpty()) {
            return unlisted(registration);
        }
        Optional<Location> place = state.flatMap(Evidence::place);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        Location actual = place.orElseThrow();
        Relation relation = evidence.rules().relation(registration.location(), actual);
        return switch (relation) {
            case SAME -> Optional.empty();
            case DIFFERENT -> Optional.of(findings.drifted(registration, actual, source(registration)));
            case PREFIX_MISMATCH -> Optional.of(findings.prefixMismatch(registration, actual, source(registration)));
        };
    }

    /** Asks for the table by its name: one made since the listing is not missing, and a failed look-up is not absence. */
    private Optional<Finding> unlisted(Registration registration) {
        if (listingWasCut.getAsBoolean() || catalog.exists(registration.table(), call)) {
            return Optional.empty();
        }
        return Optional.of(findings.missing(registration, source(registration)));
    }

    private @Nullable SourceRef source(Registration registration) {
        return evidence.source(registration, call).orElse(null);
    }
}
