package io.strandline.reconcile;

import io.strandline.catalog.ComparedFiles;
import io.strandline.catalog.Plan;
import io.strandline.catalog.PlanStep;
import io.strandline.catalog.TableCatalog;
import io.strandline.common.Location;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts the findings of one connection into words, with the repair that fits each. Pure. */
final class Findings {
    private static final Proof NOTHING_TO_REPAIR =
            new Proof.Unproved(Reason.NOT_PROVABLE, "no repair is made for this kind of finding");

    /** Steps of a plan that one finding names; catalog.plans has all. */
    private static final int STEPS_SHOWN = 5;

    private final Connection connection;
    private final String namespace;
    private final boolean dropKeepsFiles;
    private final Instant now;

    Findings(Connection connection, TableCatalog catalog, Instant now) {
        this(connection, catalog.dropKeepsFiles(), now);
    }

    Findings(Connection connection, boolean dropKeepsFiles, Instant now) {
        this.connection = connection;
        this.namespace = connection.namespaceText().orElse("");
        this.dropKeepsFiles = dropKeepsFiles;
        this.now = now;
    }

    Finding orphan(TableRef table, Location actual, Proof proof) {
        String fix = proof.holds() && dropKeepsFiles ? RepairCalls.drop(connection.name(), table.name()) : null;
        String detail = table + " is external and no registration names it";
        if (proof instanceof Proof.Unproved not) {
            detail += "; " + not.detail() + ", so it is left alone." + adoption(table);
        } else if (!dropKeepsFiles) {
            detail += "; it is ours, but a drop in catalog \"" + connection.catalog()
                    + "\" deletes the table's files (drop_deletes_files), so it is left alone.";
        } else {
            detail += "; it is ours: " + whose(proof) + ".";
        }
        return finding(FindingKind.ORPHAN, table, null, null, actual, source(proof), proof, fix, detail);
    }

    private String adoption(TableRef table) {
        return connection.readOnly()
                ? ""
                : " If it is ours, " + RepairCalls.adopt(connection.name(), table.name()) + " registers it.";
    }

    private static String whose(Proof proof) {
        SourceRef source = source(proof);
        if (source == null) {
            return "proved";
        }
        String named = source.kind() + " \"" + source.id() + "\"";
        return proof instanceof Proof.StoredFile
                ? "its location is the directory of the stored " + named
                : "its location lies below the managed resources, of " + named
                        + (Boolean.FALSE.equals(source.exists()) ? ", which is gone" : "");
    }

    private static @Nullable SourceRef source(Proof proof) {
        if (proof instanceof Proof.StoredFile stored) {
            return stored.source();
        }
        return proof instanceof Proof.ManagedResource managed ? managed.source() : null;
    }

    Finding missing(Registration registration, @Nullable SourceRef source) {
        boolean webhook = registration.sourceKind() == SourceKind.WEBHOOK;
        Proof proof = webhook
                ? new Proof.Unproved(Reason.WEBHOOK_SOURCE, "it goes with its webhook, never by a repair")
                : new Proof.TableGone();
        String detail = registration.table() + " is registered as " + registration.id() + " and does not exist"
                + (webhook ? "; the registration goes with its webhook, never by a repair." : ".");
        String fix = webhook ? null : RepairCalls.forget(connection.name(), registration.id());
        return finding(
                FindingKind.MISSING,
                registration.table(),
                registration.id(),
                registration.location(),
                null,
                source,
                proof,
                fix,
                detail);
    }

    Finding drifted(Registration registration, Location actual, @Nullable SourceRef source) {
        String detail = registration.table() + " is registered as " + registration.id() + " at "
                + registration.location() + " but lies at " + actual + ". It is never repaired: look which is right.";
        return about(FindingKind.DRIFTED, registration, actual, source, detail);
    }

    Finding prefixMismatch(Registration registration, Location actual, @Nullable SourceRef source) {
        String detail = registration.table() + " is registered at " + registration.location() + " and lies at " + actual
                + ": only a missing authority tells them apart. Declare whether they are one place.";
        return about(FindingKind.PREFIX_MISMATCH, registration, actual, source, detail);
    }

    Finding prefixMismatch(TableRef table, Location actual) {
        String detail =
                table + " lies at " + actual + ": only a missing authority tells whether that is below an external"
                        + " location of connection \"" + connection.name() + "\". Declare whether they are one place.";
        return finding(FindingKind.PREFIX_MISMATCH, table, null, null, actual, null, NOTHING_TO_REPAIR, null, detail);
    }

    Finding replaced(Registration registration, @Nullable Location actual, String uuid, @Nullable SourceRef source) {
        String detail = registration.table() + " was registered as " + registration.id() + " when its UUID was "
                + registration.tableUuid() + ", and is now another table, " + uuid
                + ". It is never repaired: look which"
                + " is right, and to keep it, unregister and register it anew.";
        return about(FindingKind.TABLE_REPLACED, registration, actual, source, detail);
    }

    /**
     * A table that meets others (REC-17): dropping its entry keeps the files, so that an orphan stays provable; whatever
     * deletes files there would take the others' too.
     */
    List<Finding> meeting(Neighbours.Meeting meeting, @Nullable Registration registration) {
        TableRef table = connection.table(meeting.table());
        List<Finding> met = new ArrayList<>();
        if (!meeting.sharing().isEmpty()) {
            String detail = table + " lies at " + meeting.place() + ", and so does " + named(meeting.sharing())
                    + ": whatever deletes files there takes those of both.";
            met.add(met(FindingKind.SHARED_LOCATION, table, meeting.place(), registration, detail));
        }
        if (!meeting.around().isEmpty() || !meeting.inside().isEmpty()) {
            List<String> parts = new ArrayList<>();
            if (!meeting.around().isEmpty()) {
                parts.add("in the directory of " + named(meeting.around()));
            }
            if (!meeting.inside().isEmpty()) {
                parts.add("around " + named(meeting.inside()));
            }
            String detail = table + " lies at " + meeting.place() + ", " + String.join(", and ", parts)
                    + ": whatever deletes files of the outer one can take those of the inner.";
            met.add(met(FindingKind.NESTED_LOCATION, table, meeting.place(), registration, detail));
        }
        return met;
    }

    private static String named(Neighbours.Beside beside) {
        String some = beside.some().stream()
                .map(other -> (other.isRegistration() ? "the registration of " : "")
                        + SqlNames.quoteIfNeeded(other.name()) + " (" + other.place() + ")")
                .collect(Collectors.joining(", "));
        int left = beside.count() - beside.some().size();
        return left > 0 ? some + " and " + left + " more" : some;
    }

    private Finding met(
            FindingKind kind, TableRef table, Location actual, @Nullable Registration registration, String detail) {
        return registration == null
                ? finding(kind, table, null, null, actual, null, NOTHING_TO_REPAIR, null, detail)
                : about(kind, registration, actual, null, detail);
    }

    /** The metadata is gone or unreadable, so nothing is known of the place: never an orphan (REC-5). */
    Finding unreadable(FindingKind kind, TableRef table, @Nullable Registration registration, String cause) {
        String detail = cause + " Where the table lies is not known, so no repair can prove it ours:"
                + " bring the file back, or remove the entry in the catalog yourself.";
        return finding(
                kind,
                table,
                registration == null ? null : registration.id(),
                registration == null ? null : registration.location(),
                null,
                null,
                NOTHING_TO_REPAIR,
                null,
                detail);
    }

    Finding caseCollision(Registration registration, List<TableRef> tables) {
        String detail = registration.table() + " is registered as " + registration.id()
                + " and is not there, but unregistered tables differ from it only by case: " + tables
                + ". None of them is taken for it, and none is repaired.";
        return about(FindingKind.CASE_COLLISION, registration, null, null, detail);
    }

    Finding truncated(int limit) {
        String detail = "connection \"" + connection.name() + "\" has more than " + limit
                + " tables, its listing_limit: tables beyond were not looked at, and none is said to be missing.";
        return finding(FindingKind.LISTING_TRUNCATED, null, null, null, null, null, NOTHING_TO_REPAIR, null, detail);
    }

    /** A table that is not as it is declared. What needs an allowance is left to who may give it. */
    Finding schemaDrift(TableRef table, Plan plan) {
        List<PlanStep> refusals = plan.refusals();
        List<PlanStep> steps = refusals.isEmpty() ? plan.actions() : refusals;
        String some = steps.stream().limit(STEPS_SHOWN).map(PlanStep::text).collect(Collectors.joining("; "));
        String more = steps.size() > STEPS_SHOWN ? " and " + (steps.size() - STEPS_SHOWN) + " more" : "";
        String detail = refusals.isEmpty()
                ? table + " is not as it is declared: " + some + more + "."
                : table + " is not as it is declared, and " + refusals.size()
                        + (refusals.size() == 1 ? " step is" : " steps are")
                        + " refused: " + some + more
                        + ". catalog.plans shows all; allow what may be allowed, or change the"
                        + " declaration.";
        String fix = refusals.isEmpty() ? RepairCalls.reconcileTable(table) : null;
        return finding(FindingKind.SCHEMA_DRIFT, table, null, null, null, null, NOTHING_TO_REPAIR, fix, detail);
    }

    /** A table that has sinks and is written by others; no fix if none of those can be registered. */
    Finding unknownWriters(TableRef table, @Nullable String fix, String detail) {
        return finding(FindingKind.UNKNOWN_WRITER, table, null, null, null, null, NOTHING_TO_REPAIR, fix, detail);
    }

    /** A table whose files are not what it names; no fix where no procedure mends it. */
    Finding files(FindingKind kind, ComparedFiles compared, @Nullable String fix, String detail) {
        List<Location> places = compared.places();
        return finding(
                kind,
                compared.table(),
                null,
                null,
                places.isEmpty() ? null : places.get(0),
                null,
                NOTHING_TO_REPAIR,
                fix,
                detail);
    }

    private Finding about(
            FindingKind kind,
            Registration registration,
            @Nullable Location actual,
            @Nullable SourceRef source,
            String detail) {
        return finding(
                kind,
                registration.table(),
                registration.id(),
                registration.location(),
                actual,
                source,
                NOTHING_TO_REPAIR,
                null,
                detail);
    }

    /** A look-up of one table, or of all if {@code table} is null, failed: in none of the kinds (REC-5). */
    Finding failed(@Nullable TableRef table, @Nullable Registration registration, Throwable failure) {
        String error = failure instanceof StrandlineException known
                ? StrandlineException.describe(known)
                : "the look-up failed (" + failure.getClass().getSimpleName() + "); the gateway's log has the cause.";
        return new Finding(
                connection.name(),
                null,
                Severity.ERROR,
                connection.catalog(),
                namespace,
                table == null ? null : table.name(),
                registration == null ? null : registration.id(),
                registration == null ? null : registration.location(),
                null,
                null,
                new Proof.Unproved(Reason.LOOKUP_FAILED, error),
                null,
                null,
                (table == null ? "connection \"" + connection.name() + "\"" : table.toString())
                        + " could not be looked at; a failed look-up says nothing about what is there.",
                now,
                error);
    }

    private Finding finding(
            FindingKind kind,
            @Nullable TableRef table,
            @Nullable String registrationId,
            @Nullable Location expected,
            @Nullable Location actual,
            @Nullable SourceRef source,
            Proof proof,
            @Nullable String fix,
            String detail) {
        boolean repairable = fix != null && !connection.readOnly();
        return new Finding(
                connection.name(),
                kind,
                kind.severity(),
                connection.catalog(),
                namespace,
                table == null ? null : table.name(),
                registrationId,
                expected,
                actual,
                source,
                proof,
                repairable ? RepairCalls.action(kind) : null,
                repairable ? fix : null,
                fix != null && connection.readOnly() ? detail + " The connection is read only." : detail,
                now,
                null);
    }
}
