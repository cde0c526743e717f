package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableListing;
import io.strandline.common.CallContext;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import java.util.Optional;

/** Forgets a registration whose table is gone (REC-11). */
final class ForgetRepair implements Repair {
    static final String ACTION = "reconcile.forget";

    private final Evidence evidence;

    ForgetRepair(Evidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public Verdict prove(Request request, CallContext call) {
        String id = request.item().registrationId();
        if (id == null || id.isEmpty()) {
            return new NotProved(Reason.MISSING_ARGUMENT, "forget needs registration_id.");
        }
        try {
            return prove(request.connection(), id, call);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            return new NotProved(Reason.LOOKUP_FAILED, StrandlineException.describe(e));
        }
    }

    private Verdict prove(Connection connection, String id, CallContext call) {
        Optional<Registration> found = evidence.registrations().byId(id);
        if (found.isEmpty()) {
            return new NotProved(
                    Reason.NO_SUCH_REGISTRATION,
                    "there is no registration " + SqlNames.literal(Text.cut(id, 200)) + ".");
        }
        Registration registration = found.orElseThrow();
        TableRef table = registration.table();
        if (!registration.connection().equals(connection.name())) {
            return new NotProved(
                    Reason.OTHER_CONNECTION,
                    "registration " + id + " is on connection \"" + registration.connection() + "\". Name that one.");
        }
        if (registration.sourceKind() == SourceKind.WEBHOOK) {
            return new NotProved(
                    Reason.WEBHOOK_SOURCE, "registration " + id + " goes with its webhook, never by a repair.");
        }
        TableCatalog catalog = evidence.catalog(table.catalog());
        if (catalog.exists(table, call)) {
            return new NotProved(
                    Reason.TABLE_EXISTS, table + " exists. CALL registry.unregister forgets it all the same.");
        }
        Optional<TableRef> twin = unregisteredTwin(connection, catalog, table, call);
        if (twin.isPresent()) {
            return new NotProved(
                    Reason.NOT_PROVABLE,
                    table + " is not there, but " + twin.orElseThrow() + " differs from it only by case and is not"
                            + " registered: which of the two is meant cannot be told.");
        }
        return new Proved(
                intent(registration), "forget registration " + id + " of " + table + ", which does not exist.");
    }

    /** A table that nobody registered and whose name differs only by case (LOC-6). */
    private Optional<TableRef> unregisteredTwin(
            Connection connection, TableCatalog catalog, TableRef table, CallContext call) {
        String folded = Text.fold(table.name());
        TableListing listing = new TableListing(catalog, table.namespace(), call);
        while (listing.hasNext()) {
            TableRef other = listing.next().ref();
            if (Text.fold(other.name()).equals(folded)
                    && evidence.registrations().byName(connection.name(), other).isEmpty()) {
                return Optional.of(other);
            }
        }
        return Optional.empty();
    }

    private static Intent intent(Registration registration) {
        return new Intent(
                ACTION,
                SqlNames.quoteIfNeeded(registration.connection()) + ": registration " + registration.id() + " of "
                        + registration.table(),
                ProofText.of(registration.table())
                        .put("registration_id", registration.id())
                        .put("location", registration.location().text())
                        .put("proof", "table_gone")
                        .toString());
    }

    @Override
    public Outcome make(Request request, Proved proved, CallContext call) {
        Verdict again = prove(request, call);
        if (again instanceof NotProved not) {
            return Outcome.refused(not.reason().text(), not.detail());
        }
        String id = ProofText.read(proved.intent()).text("registration_id");
        return evidence.registrations().delete(id)
                ? Outcome.ofDone()
                : Outcome.refused(
                        Reason.NO_SUCH_REGISTRATION.text(), "registration " + id + " was forgotten by somebody else.");
    }
}
