package io.strandline.catalog.sql;

import io.strandline.catalog.Ahead;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableLoads;
import io.strandline.common.CallContext;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables a statement wants, each listed and loaded at most once, in order of catalog, namespace and name. Names that the
 * conditions give are looked up, not listed; what cannot be listed or loaded is a row with the failure (CAT-13). Stateless.
 */
final class TableSource {
    private static final Comparator<List<String>> BY_TEXT = Comparator.comparing(SqlNames::dotted);

    private final Catalogs catalogs;
    private final TableLoads loads;
    private final Ahead ahead;

    TableSource(Catalogs catalogs, StateCache states, Ahead ahead) {
        this.catalogs = catalogs;
        this.loads = new TableLoads(catalogs, states);
        this.ahead = ahead;
    }

    /** A step on the way to a row. */
    private sealed interface Candidate {
        /**
         * A table that is there, or may be.
         *
         * @param listed its entry in the listing; null if it was not listed
         */
        record Name(
                TableCatalog catalog,
                TableRef ref,
                @Nullable TableEntry listed) implements Candidate {}

        /** Part of the listing that could not be made. */
        record Failed(TableRow row) implements Candidate {}
    }

    /** Turns a name into its row; empty if there is no such table. */
    @FunctionalInterface
    private interface Look {
        Optional<TableRow> at(Candidate.Name name);
    }

    /** Rows with the state of each table. */
    Stream<TableRow> loaded(Wanted wanted, CallContext call) {
        return rows(
                wanted,
                call,
                name -> name.listed() == null
                        ? Optional.empty()
                        : loads.known(name.listed(), call).map(TableRow::of),
                name -> loads.load(name.ref(), name.listed(), call).map(TableRow::of));
    }

    /** The catalog that a row is of. */
    TableCatalog catalogOf(TableRow row) {
        return catalogs.get(row.catalog());
    }

    /** Rows with what a listing tells, nothing loaded. */
    Stream<TableRow> listed(Wanted wanted, CallContext call) {
        return rows(
                wanted,
                call,
                name -> Optional.ofNullable(name.listed()).map(TableRow::of),
                name -> loads.find(name.ref(), call).map(TableRow::of));
    }

    /**
     * @param known answers at once for a listed name, if nothing has to be asked; empty then means that it has to be
     */
    private Stream<TableRow> rows(Wanted wanted, CallContext call, Look known, Look look) {
        Scope scope = Scope.of(catalogs, wanted);
        Iterator<Candidate> candidates = new LazyFlat<>(scope.catalogs(), catalog -> candidates(catalog, scope, call));
        Stream<Optional<TableRow>> rows = scope.isOneName()
                // nothing to be ahead of: looked at by the statement's own thread
                ? Stream.of(candidates).map(one -> one.hasNext() ? row(one.next(), look) : Optional.empty())
                : ahead.map(
                        candidates,
                        wanted.limit().orElse(Long.MAX_VALUE),
                        call,
                        candidate -> atOnce(candidate, known),
                        candidate -> row(candidate, look));
        return rows.mapMulti(Optional::ifPresent);
    }

    private static Optional<Optional<TableRow>> atOnce(Candidate candidate, Look known) {
        Optional<TableRow> row = row(candidate, known);
        return row.isPresent() ? Optional.of(row) : Optional.empty();
    }

    private static Optional<TableRow> row(Candidate candidate, Look look) {
        if (candidate instanceof Candidate.Name name) {
            return look.at(name);
        }
        return Optional.of(((Candidate.Failed) candidate).row());
    }

    private Iterator<Candidate> candidates(TableCatalog catalog, Scope scope, CallContext call) {
        if (scope.namespaces().isPresent()) {
            return inEach(
                    catalog,
                    scope.namespaces().orElseThrow().stream().sorted(BY_TEXT).toList(),
                    scope,
                    call);
        }
        return orFailure(catalog, null, scope, call, () -> {
            List<Namespace> namespaces = Listing.of(call).namespaces(catalog, call);
            return inEach(catalog, namespaces.stream().map(Namespace::levels).toList(), scope, call);
        });
    }

    private Iterator<Candidate> inEach(
            TableCatalog catalog, List<List<String>> namespaces, Scope scope, CallContext call) {
        return new LazyFlat<>(namespaces, levels -> candidates(catalog, levels, scope, call));
    }

    private Iterator<Candidate> candidates(TableCatalog catalog, List<String> levels, Scope scope, CallContext call) {
        call.checkpoint();
        if (scope.tables().isPresent()) {
            return scope.tables().orElseThrow().stream()
                    .<Candidate>map(
                            name -> new Candidate.Name(catalog, new TableRef(catalog.name(), levels, name), null))
                    .iterator();
        }
        return orFailure(
                catalog,
                levels,
                scope,
                call,
                () -> Listing.of(call).entries(catalog, levels, call).stream()
                        .<Candidate>map(entry -> new Candidate.Name(catalog, entry.ref(), entry))
                        .iterator());
    }

    /**
     * What a listing gives, or a row that says why it failed. Where the statement's conditions would hide that row, the
     * statement fails: nothing found must never mean that nobody looked (CAT-1).
     */
    private static Iterator<Candidate> orFailure(
            TableCatalog catalog,
            @Nullable List<String> levels,
            Scope scope,
            CallContext call,
            Supplier<Iterator<Candidate>> listing) {
        try {
            return listing.get();
        } catch (StrandlineException e) {
            boolean hidden = scope.tables().isPresent()
                    || (levels == null && scope.namespaces().isPresent());
            if (hidden || !TableLoads.isOfTheObject(e)) {
                throw e;
            }
            call.warn("part of the listing is missing: " + e.getMessage());
            String namespace = levels == null ? null : SqlNames.dotted(levels);
            return List.<Candidate>of(new Candidate.Failed(TableRow.failed(catalog.name(), namespace, e)))
                    .iterator();
        }
    }
}
