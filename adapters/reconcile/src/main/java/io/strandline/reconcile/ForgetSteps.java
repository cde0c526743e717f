package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.reconcile.Repair.NotProved;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import java.util.Optional;
import java.util.Set;

/** One proof that a registration may be forgotten, step by step, from what is there now (REC-11). */
record ForgetSteps(Evidence evidence, Repair.Request request, Registration registration, CallContext call) {
    /** What has to hold, in the order it is looked at. The names are those by which a test leaves one out. */
    enum Step {
        /** The registration is on the connection. */
        ON_THIS_CONNECTION,
        /** It does not go with a webhook (REC-7). */
        NOT_A_WEBHOOKS,
        /** The catalog has no entry of its table's name, readable or not. */
        TABLE_IS_ABSENT,
        /** No unregistered table differed from it only by case when the statement listed the names (LOC-6). */
        NO_TWIN_IS_MEANT,
        /** All of these hold once more when the change is made, after it was journaled. */
        PROVED_AGAIN
    }

    /** The first step that does not hold; those not among {@code steps} are passed over. */
    Optional<NotProved> firstAgainst(Set<Step> steps) {
        for (Step step : Step.values()) {
            Optional<NotProved> against = steps.contains(step) ? against(step) : Optional.empty();
            if (against.isPresent()) {
                return against;
            }
        }
        return Optional.empty();
    }

    private Optional<NotProved> against(Step step) {
        String id = registration.id();
        TableRef table = registration.table();
        Connection connection = request.connection();
        return switch (step) {
            case ON_THIS_CONNECTION ->
                not(
                        !registration.connection().equals(connection.name()),
                        Reason.OTHER_CONNECTION,
                        "registration " + id + " is on connection \"" + registration.connection()
                                + "\". Name that one.");
            case NOT_A_WEBHOOKS ->
                not(
                        registration.sourceKind() == SourceKind.WEBHOOK,
                        Reason.WEBHOOK_SOURCE,
                        "registration " + id + " goes with its webhook, never by a repair.");
            case TABLE_IS_ABSENT ->
                not(
                        evidence.catalog(table.catalog()).exists(table, call),
                        Reason.TABLE_EXISTS,
                        table + " exists. CALL registry.unregister forgets it all the same.");
            case NO_TWIN_IS_MEANT -> request.listed().mayHave(table) ? unregisteredTwin(table) : Optional.empty();
            // that of the change itself: the repair looks at it when it makes it
            case PROVED_AGAIN -> Optional.empty();
        };
    }

    private Optional<NotProved> unregisteredTwin(TableRef table) {
        String folded = Text.fold(table.name());
        TableCatalog catalog = evidence.catalog(table.catalog());
        TableListing listing = new TableListing(catalog, table.namespace(), call);
        while (listing.hasNext()) {
            TableEntry entry = listing.next();
            TableRef other = entry.ref();
            if (entry.type() == TableType.TABLE
                    && Text.fold(other.name()).equals(folded)
                    && evidence.registrations()
                            .byName(request.connection().name(), other)
                            .isEmpty()) {
                return not(
                        true,
                        Reason.NOT_PROVABLE,
                        table + " is not there, but " + other + " differs from it only by case and is not"
                                + " registered: which of the two is meant cannot be told.");
            }
        }
        return Optional.empty();
    }

    private static Optional<NotProved> not(boolean so, Reason reason, String detail) {
        return so ? Optional.of(new NotProved(reason, detail)) : Optional.empty();
    }
}
