package io.strandline.reconcile;

import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.RegisterRequest;
import io.strandline.registry.Registrar.Objection;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One proof that a table may be adopted, step by step, from what is there now (REC-16). Used once. */
final class AdoptSteps {
    /** What has to hold, in the order it is looked at. The names are those by which a test leaves one out. */
    enum Step {
        /** The catalog has an entry of the name. */
        TABLE_IS_THERE,
        /** The entry is a table. */
        IS_NO_VIEW,
        /** The table's files are not in the engine's care (REC-4). */
        IS_EXTERNAL,
        /** It lies where it lay when it was asked for. */
        LIES_THERE,
        /** No registration of another table, on whatever connection, holds the place. */
        PLACE_IS_FREE,
        /** The place is that of the source, if one is named. */
        SOURCE_LIES_THERE,
        /** All of these hold once more when the registration is kept. */
        PROVED_AGAIN
    }

    private final Evidence evidence;
    private final Connection connection;
    private final TableRef table;
    private final RegisterRequest request;
    private final CallContext call;
    private @Nullable TableState state;

    AdoptSteps(Evidence evidence, Connection connection, RegisterRequest request, CallContext call) {
        this.evidence = evidence;
        this.connection = connection;
        this.table = connection.table(request.tableName());
        this.request = request;
        this.call = call;
    }

    /**
     * The first step that does not hold; those not among {@code steps} are passed over.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT} for a source that nobody knows; what a look-up fails with
     */
    Optional<Objection> firstAgainst(Set<Step> steps) {
        state = evidence.catalog(connection.catalog()).describe(table, call).orElse(null);
        for (Step step : Step.values()) {
            Optional<Objection> against = steps.contains(step) ? against(step) : Optional.empty();
            if (against.isPresent()) {
                return against;
            }
        }
        return Optional.empty();
    }

    private Optional<TableState> state() {
        return Optional.ofNullable(state);
    }

    private Optional<Location> place() {
        return state().flatMap(Evidence::place);
    }

    private Optional<Objection> against(Step step) {
        return switch (step) {
            case TABLE_IS_THERE -> not(state == null, "no_such_table", table + " was dropped meanwhile.");
            case IS_NO_VIEW ->
                not(
                        state().filter(found -> found.type() != TableType.TABLE).isPresent(),
                        "not_a_table",
                        table + " is a view; only tables are adopted.");
            case IS_EXTERNAL -> state().flatMap(this::notExternal);
            case LIES_THERE -> place().flatMap(this::elsewhere);
            case PLACE_IS_FREE -> place().flatMap(this::held);
            case SOURCE_LIES_THERE -> place().flatMap(this::otherSource);
            // that of the registration itself: it is looked at when it is kept
            case PROVED_AGAIN -> Optional.empty();
        };
    }

    private Optional<Objection> notExternal(TableState found) {
        return not(
                evidence.standing(connection, found) != Evidence.Standing.EXTERNAL,
                "managed_table",
                table + " lies at " + found.location() + ", below no external location of connection \""
                        + connection.name() + "\": it is the catalog's own, and no orphan.");
    }

    private Optional<Objection> elsewhere(Location actual) {
        Location wanted = request.location();
        return not(
                wanted == null || !evidence.rules().same(wanted, actual),
                "location_differs",
                table + " was moved meanwhile, to " + actual + ". Look again.");
    }

    private Optional<Objection> held(Location place) {
        return evidence.registrations().at(place).stream()
                .filter(other -> !other.table().equals(table))
                .filter(other -> evidence.rules().same(other.location(), place))
                .findFirst()
                .flatMap(holder -> not(true, "location_held", heldBy(holder, place)));
    }

    private String heldBy(Registration holder, Location place) {
        return "the place of " + table + ", " + place + ", is held by registration " + holder.id() + " of "
                + holder.table() + ", of user \"" + holder.registeredBy() + "\" on connection \"" + holder.connection()
                + "\". Two tables over one place are never both ours: unregister that one first.";
    }

    private Optional<Objection> otherSource(Location place) {
        String id = request.sourceId();
        if (id == null) {
            return Optional.empty();
        }
        String named = request.sourceKind().text() + " \"" + id + "\"";
        Optional<Source> source = evidence.sourceOf(request.sourceKind(), id);
        if (source.isPresent()) {
            Location directory = source.orElseThrow().directory();
            return not(
                    !evidence.rules().same(directory, place),
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

    private static Optional<Objection> not(boolean so, String reason, String message) {
        return so ? Optional.of(new Objection(reason, message)) : Optional.empty();
    }
}
