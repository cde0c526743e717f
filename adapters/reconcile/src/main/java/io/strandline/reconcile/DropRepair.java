package io.strandline.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.Outcome;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import java.util.Objects;
import java.util.Optional;

/** Drops an orphan that can be proved to be ours; its files stay (REC-10). */
final class DropRepair implements Repair {
    static final String ACTION = "reconcile.drop";

    private final Evidence evidence;

    DropRepair(Evidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public Verdict prove(Request request, CallContext call) {
        String name = request.item().tableName();
        if (name == null || name.isEmpty()) {
            return new NotProved(Reason.MISSING_ARGUMENT, "drop needs table_name.");
        }
        TableRef table = request.connection().table(name);
        try {
            return prove(request.connection(), table, call);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            if (e.code() == ErrorCode.METADATA_MISSING || e.code() == ErrorCode.METADATA_UNREADABLE) {
                return new NotProved(
                        Reason.NOT_PROVABLE,
                        StrandlineException.describe(e) + " Where " + table
                                + " lies is not known, so it proves nothing.");
            }
            return new NotProved(Reason.LOOKUP_FAILED, StrandlineException.describe(e));
        }
    }

    private Verdict prove(Connection connection, TableRef table, CallContext call) {
        Optional<NotProved> held = held(connection, table, call);
        if (held.isPresent()) {
            return held.orElseThrow();
        }
        TableCatalog catalog = evidence.catalog(connection.catalog());
        Optional<TableState> found = catalog.describe(table, call);
        if (found.isEmpty()) {
            return catalog.exists(table, call)
                    ? isAView(table)
                    : new NotProved(Reason.NO_SUCH_TABLE, "there is no table " + table + ".");
        }
        TableState state = found.orElseThrow();
        if (state.type() != TableType.TABLE) {
            return isAView(table);
        }
        Optional<Location> place = Evidence.place(state);
        Optional<NotProved> ours = notExternal(connection, table, state, place);
        if (ours.isPresent()) {
            return ours.orElseThrow();
        }
        Location location = place.orElse(null);
        if (location == null) {
            return new NotProved(Reason.NOT_PROVABLE, "where " + table + " lies is not known.");
        }
        Proof proof = evidence.proof(connection, location, call);
        if (proof instanceof Proof.Unproved not) {
            return new NotProved(not.reason(), table + " is not known to be ours: " + not.detail() + ".");
        }
        if (!catalog.dropKeepsFiles()) {
            return new NotProved(
                    Reason.DROP_DELETES_FILES,
                    "a drop in catalog \"" + catalog.name() + "\" deletes the table's files; " + table
                            + " is left where it is.");
        }
        return new Proved(
                intent(connection, table, state, location, proof), "drop the entry of " + table + "; its files stay.");
    }

    private static NotProved isAView(TableRef table) {
        return new NotProved(Reason.NOT_PROVABLE, table + " is a view; repairs are for tables.");
    }

    /** A registration of the name, or an absent one of a name that differs only by case (LOC-6). */
    private Optional<NotProved> held(Connection connection, TableRef table, CallContext call) {
        for (Registration other : evidence.registrations().byNameInAnyCase(connection.name(), table)) {
            if (other.table().equals(table)) {
                return Optional.of(new NotProved(
                        Reason.REGISTERED,
                        table + " is held by registration " + other.id() + " of user \"" + other.registeredBy()
                                + "\"."));
            }
            if (!evidence.catalog(table.catalog()).exists(other.table(), call)) {
                return Optional.of(new NotProved(
                        Reason.NOT_PROVABLE,
                        table + " differs only by case from " + other.table() + ", which is registered as " + other.id()
                                + " and is not there: which of the two is meant cannot be told."));
            }
        }
        return Optional.empty();
    }

    private Optional<NotProved> notExternal(
            Connection connection, TableRef table, TableState state, Optional<Location> place) {
        String where = table + " lies at " + place.map(Location::text).orElse("a place its engine does not say");
        return switch (evidence.standing(connection, state)) {
            case EXTERNAL -> Optional.empty();
            case MANAGED ->
                Optional.of(new NotProved(
                        Reason.MANAGED_TABLE,
                        where + ", below no external location of connection \"" + connection.name()
                                + "\": it is managed, and no repair touches it."));
            case PREFIX_MISMATCH ->
                Optional.of(new NotProved(
                        Reason.NOT_PROVABLE,
                        where + ": only a missing authority tells whether that is below an external location."));
        };
    }

    private static Intent intent(
            Connection connection, TableRef table, TableState state, Location location, Proof proof) {
        ObjectNode json = ProofText.of(table)
                .put("uuid", state.uuid())
                .put("metadata_location", state.metadataLocation())
                .put("location", location.text());
        if (proof instanceof Proof.StoredFile stored) {
            describe(json, "stored_file", stored.source());
        } else if (proof instanceof Proof.ManagedResource managed) {
            describe(json, "managed_resource", managed.source());
        }
        return new Intent(ACTION, SqlNames.quoteIfNeeded(connection.name()) + ": " + table, json.toString());
    }

    private static void describe(ObjectNode json, String proof, SourceRef source) {
        json.put("proof", proof)
                .put("source_kind", source.kind())
                .put("source_id", source.id())
                .put("source_exists", source.exists());
    }

    @Override
    public Outcome make(Request request, Proved proved, CallContext call) {
        Verdict again = prove(request, call);
        if (again instanceof NotProved not) {
            return Outcome.refused(not.reason().text(), not.detail());
        }
        ProofText before = ProofText.read(proved.intent());
        ProofText now = ProofText.read(((Proved) again).intent());
        TableRef table = before.table();
        if (!Objects.equals(before.optionalText("uuid"), now.optionalText("uuid"))) {
            return Outcome.refused(
                    Reason.NOT_PROVABLE.text(), table + " was replaced by another table since it was proved.");
        }
        Connection connection = request.connection();
        Optional<Registration> holder = evidence.registrations().byName(connection.name(), table);
        if (holder.isPresent()) {
            return Outcome.refused(
                    Reason.REGISTERED.text(),
                    table + " was registered as " + holder.orElseThrow().id() + " since it was proved.");
        }
        // what this throws, the journal settles by reading the table again
        return evidence.catalog(table.catalog()).drop(table, call)
                ? Outcome.ofDone()
                : Outcome.refused(Reason.NO_SUCH_TABLE.text(), table + " was gone before it was dropped.");
    }
}
