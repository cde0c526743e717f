package io.strandline.reconcile;

import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.RegisterRequest;
import io.strandline.registry.Registered;
import io.strandline.registry.Registrar;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adopts orphans: registers an external table that nobody registered, at the place where it lies (REC-16). That it is ours
 * is the caller's word, which a registration records; so this is also the way out for an orphan that nothing proves.
 * Thread-safe.
 */
public final class Adoptions {
    private final Connections connections;
    private final Evidence evidence;
    private final Registrar registrar;

    /** Adoptions on those connections, kept by that registrar. */
    public Adoptions(Connections connections, Evidence evidence, Registrar registrar) {
        this.connections = connections;
        this.evidence = evidence;
        this.registrar = registrar;
    }

    /**
     * Adopts a table. All is looked at when it is asked for, and once more when the registration is kept.
     *
     * @param tableName exact name in the scratch target
     * @param kind kind of the source; null for a stored file
     * @param sourceId id of the source it comes from; null for the one stored file whose directory it is, or none if there is
     *     no such file
     * @throws StrandlineException {@code REFUSED} if the table is managed or a view, its name or its place is held (the holder
     *     is named), or its place is not that of the source; {@code NO_SUCH_TABLE}, {@code NO_SUCH_OBJECT} for the source,
     *     {@code READ_ONLY}, {@code NOT_ALLOWED}, {@code BACKEND} if a look-up fails
     */
    public Registered adopt(
            String connectionName,
            String tableName,
            @Nullable SourceKind kind,
            @Nullable String sourceId,
            boolean dryRun,
            CallContext statement) {
        statement.caller().require(Role.OPERATOR, "adopt");
        Connection connection = connections.get(connectionName);
        connection.requireWritable();
        if (sourceId == null && kind != null) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "adopt was given source_kind without source_id. Give both, or neither.");
        }
        CallContext call = new AtTheMoment(statement);
        TableRef table = connection.table(tableName);
        Location place = place(connection, table, call).orElse(null);
        Optional<Source> own = sourceId == null && place != null ? sourceThere(place) : Optional.empty();
        RegisterRequest request = new RegisterRequest(
                connectionName,
                tableName,
                place,
                own.map(Source::kind).orElse(kind == null ? SourceKind.FILE : kind),
                own.map(Source::id).orElse(sourceId),
                dryRun);
        return registrar.adopt(request, () -> against(connection, table, request, call), call);
    }

    /** Where it lies; empty if its engine does not say. */
    private Optional<Location> place(Connection connection, TableRef table, CallContext call) {
        return Evidence.place(evidence.catalog(connection.catalog())
                .describe(table, call)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE,
                        "no table " + table
                                + " to adopt. SELECT table_name FROM reconcile.findings WHERE kind = 'ORPHAN'"
                                + " lists those that can be.")));
    }

    private Optional<Source> sourceThere(Location place) {
        List<Source> there = evidence.sourcesAt(place);
        return there.size() == 1 ? Optional.of(there.get(0)) : Optional.empty();
    }

    private Optional<Registrar.Objection> against(
            Connection connection, TableRef table, RegisterRequest request, CallContext call) {
        Optional<TableState> found = evidence.catalog(connection.catalog()).describe(table, call);
        if (found.isEmpty()) {
            return not("no_such_table", table + " was dropped meanwhile.");
        }
        TableState state = found.orElseThrow();
        if (state.type() != TableType.TABLE) {
            return not("not_a_table", table + " is a view; only tables are adopted.");
        }
        if (evidence.standing(connection, state) != Evidence.Standing.EXTERNAL) {
            return not(
                    "managed_table",
                    table + " lies at " + state.location() + ", below no external location of connection \""
                            + connection.name() + "\": it is the catalog's own, and no orphan.");
        }
        Location place = Evidence.place(state).orElseThrow();
        if (request.location() == null || !evidence.rules().same(request.location(), place)) {
            return not("location_differs", table + " was moved meanwhile, to " + place + ". Look again.");
        }
        Optional<Registrar.Objection> held = held(table, place, call);
        return held.isPresent() ? held : otherSource(connection, table, place, request, call);
    }

    /** The place is held by a registration of another table, on whatever connection. */
    private Optional<Registrar.Objection> held(TableRef table, Location place, CallContext call) {
        try (Stream<Registration> all = evidence.registrations().read(Wanted.all(Set.of()), call)) {
            return all.filter(other ->
                            !other.table().equals(table) && evidence.rules().same(other.location(), place))
                    .findFirst()
                    .flatMap(holder -> not(
                            "location_held",
                            "the place of " + table + ", " + place + ", is held by registration " + holder.id() + " of "
                                    + holder.table() + ", of user \"" + holder.registeredBy() + "\" on connection \""
                                    + holder.connection() + "\". Two tables over one place are never both ours:"
                                    + " unregister that one first."));
        }
    }

    private Optional<Registrar.Objection> otherSource(
            Connection connection, TableRef table, Location place, RegisterRequest request, CallContext call) {
        String id = request.sourceId();
        if (id == null) {
            return Optional.empty();
        }
        String named = request.sourceKind().text() + " \"" + id + "\"";
        Optional<Source> source = evidence.sourceOf(request.sourceKind(), id);
        if (source.isPresent()) {
            Location directory = source.orElseThrow().directory();
            return evidence.rules().same(directory, place)
                    ? Optional.empty()
                    : not(
                            "source_differs",
                            table + " lies at " + place + ", and the directory of source " + named + " is " + directory
                                    + ". Name the source that lies there, or leave it out.");
        }
        boolean resource = request.sourceKind() == SourceKind.RESOURCE
                && evidence.managedResource(connection, place, call)
                        .filter(found -> found.id().equals(id))
                        .isPresent();
        if (!resource) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_OBJECT,
                    "no source " + named + " is known, so " + table + " cannot be of it. Say where it lies with CALL"
                            + " register_source(...), or leave the source out.");
        }
        return Optional.empty();
    }

    private static Optional<Registrar.Objection> not(String reason, String message) {
        return Optional.of(new Registrar.Objection(reason, message));
    }
}
