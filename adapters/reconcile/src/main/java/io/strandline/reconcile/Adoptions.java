package io.strandline.reconcile;

import io.strandline.common.AtTheMoment;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.reconcile.AdoptSteps.Step;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.RegisterRequest;
import io.strandline.registry.Registered;
import io.strandline.registry.Registrar;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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
    private final Set<Step> steps;

    /** Adoptions on those connections, kept by that registrar. */
    public Adoptions(Connections connections, Evidence evidence, Registrar registrar) {
        this(connections, evidence, registrar, EnumSet.allOf(Step.class));
    }

    /** With those steps only: so a test shows that each of them is needed. */
    Adoptions(Connections connections, Evidence evidence, Registrar registrar, Set<Step> steps) {
        this.connections = connections;
        this.evidence = evidence;
        this.registrar = registrar;
        this.steps = steps;
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
        Supplier<Optional<Registrar.Objection>> proof =
                () -> new AdoptSteps(evidence, connection, request, call).firstAgainst(steps);
        return registrar.adopt(request, proof, steps.contains(Step.PROVED_AGAIN) ? proof : Optional::empty, call);
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
}
