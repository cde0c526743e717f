package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import io.strandline.reconcile.Repair.NotProved;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One proof of one drop, step by step, from what is there now (REC-10). Used once. */
final class DropSteps {
    /** What has to hold, in the order it is looked at. The names are those by which a test leaves one out. */
    enum Step {
        /** No registration of the connection holds the name. */
        NAME_IS_FREE,
        /** No absent registration differs from the name only by case (LOC-6). */
        NO_TWIN_IS_MEANT,
        /** The catalog has an entry of the name. */
        TABLE_IS_THERE,
        /** The entry is a table. */
        IS_NO_VIEW,
        /** The table's files are not in the engine's care (REC-4). */
        IS_EXTERNAL,
        /** Its place is that of a stored file found now, or below the managed resources (REC-6). */
        IS_OURS,
        /** The backend's drop leaves files where they are. */
        DROP_KEEPS_FILES,
        /** All of these hold once more when the change is made, after it was journaled. */
        PROVED_AGAIN,
        /** The table is the one that was proved, and no other of its name. */
        IS_THE_SAME,
        /** The name is free still, at the last moment before the drop. */
        STILL_FREE
    }

    private final Evidence evidence;
    private final Connection connection;
    private final TableRef table;
    private final TableCatalog catalog;
    private final CallContext call;
    private @Nullable TableState state;
    private @Nullable Proof proof;

    DropSteps(Evidence evidence, Connection connection, TableRef table, CallContext call) {
        this.evidence = evidence;
        this.connection = connection;
        this.table = table;
        this.catalog = evidence.catalog(connection.catalog());
        this.call = call;
    }

    /** The first step that does not hold; those not among {@code steps} are passed over. */
    Optional<NotProved> firstAgainst(Set<Step> steps) {
        for (Step step : Step.values()) {
            if (step == Step.TABLE_IS_THERE) {
                state = catalog.describe(table, call).orElse(null);
            }
            Optional<NotProved> against = steps.contains(step) ? against(step) : Optional.empty();
            if (against.isPresent()) {
                return against;
            }
        }
        return Optional.empty();
    }

    /** The table as it was looked at; empty before that, or if there is none. */
    Optional<TableState> state() {
        return Optional.ofNullable(state);
    }

    /** What shows that it is ours; empty if nothing does. */
    Optional<Proof> proof() {
        return Optional.ofNullable(proof);
    }

    private Optional<NotProved> against(Step step) {
        return switch (step) {
            case NAME_IS_FREE -> held();
            case NO_TWIN_IS_MEANT -> twin();
            case TABLE_IS_THERE -> absent();
            case IS_NO_VIEW ->
                state().filter(found -> found.type() != TableType.TABLE).map(view -> isAView());
            case IS_EXTERNAL -> state().flatMap(this::notExternal);
            case IS_OURS -> state().flatMap(this::notOurs);
            case DROP_KEEPS_FILES ->
                catalog.dropKeepsFiles()
                        ? Optional.empty()
                        : not(
                                Reason.DROP_DELETES_FILES,
                                "a drop in catalog \"" + catalog.name() + "\" deletes the table's files; " + table
                                        + " is left where it is.");
            // those of the change itself: the repair looks at them when it makes it
            case PROVED_AGAIN, IS_THE_SAME, STILL_FREE -> Optional.empty();
        };
    }

    private Optional<NotProved> held() {
        return evidence.registrations()
                .byName(connection.name(), table)
                .map(holder -> new NotProved(
                        Reason.REGISTERED,
                        table + " is held by registration " + holder.id() + " of user \"" + holder.registeredBy()
                                + "\"."));
    }

    private Optional<NotProved> twin() {
        for (Registration other : evidence.registrations().byNameInAnyCase(connection.name(), table)) {
            if (!other.table().equals(table) && !catalog.exists(other.table(), call)) {
                return not(
                        Reason.NOT_PROVABLE,
                        table + " differs only by case from " + other.table() + ", which is registered as " + other.id()
                                + " and is not there: which of the two is meant cannot be told.");
            }
        }
        return Optional.empty();
    }

    private Optional<NotProved> absent() {
        if (state != null) {
            return Optional.empty();
        }
        return catalog.exists(table, call)
                ? Optional.of(isAView())
                : not(Reason.NO_SUCH_TABLE, "there is no table " + table + ".");
    }

    private NotProved isAView() {
        return new NotProved(Reason.NOT_PROVABLE, table + " is a view; repairs are for tables.");
    }

    private Optional<NotProved> notExternal(TableState found) {
        String where = table + " lies at "
                + Evidence.place(found).map(Location::text).orElse("a place its engine does not say");
        return switch (evidence.standing(connection, found)) {
            case EXTERNAL -> Optional.empty();
            case MANAGED ->
                not(
                        Reason.MANAGED_TABLE,
                        where + ", below no external location of connection \"" + connection.name()
                                + "\": it is managed, and no repair touches it.");
            case PREFIX_MISMATCH ->
                not(
                        Reason.NOT_PROVABLE,
                        where + ": only a missing authority tells whether that is below an external location.");
        };
    }

    private Optional<NotProved> notOurs(TableState found) {
        Location location = Evidence.place(found).orElse(null);
        if (location == null) {
            return not(Reason.NOT_PROVABLE, "where " + table + " lies is not known.");
        }
        Proof shown = evidence.proof(connection, location, call);
        proof = shown;
        return shown instanceof Proof.Unproved un
                ? not(un.reason(), table + " is not known to be ours: " + un.detail() + ".")
                : Optional.empty();
    }

    private static Optional<NotProved> not(Reason reason, String detail) {
        return Optional.of(new NotProved(reason, detail));
    }
}
