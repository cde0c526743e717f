package io.strandline.catalog;

import io.strandline.common.AtTheMoment;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;

/** What stands against deleting files of a table (CAT-17). Thread-safe. */
final class DeletionGuard {
    private final Neighbourhood neighbourhood;
    private final ExternalLocations external;

    DeletionGuard(Neighbourhood neighbourhood, ExternalLocations external) {
        this.neighbourhood = neighbourhood;
        this.external = external;
    }

    /** Who deletes files is an admin who is not limited to some connections. */
    static void requireMay(String procedure, CallContext call) {
        call.caller().require(Role.ADMIN, procedure);
        call.caller().requireUnlimited(procedure);
    }

    /** What stands against it. */
    record Objection(String reason, String message) {}

    /** What the table itself, or who declared its place external, has against deleting its files. */
    Optional<Objection> objection(TableState live) {
        if (live.properties().getOrDefault("gc.enabled", "true").equalsIgnoreCase("false")) {
            return Optional.of(
                    new Objection(
                            "gc_disabled",
                            "its property gc.enabled is false: its files may belong to others too. Set it to true if they do not."));
        }
        if (live.currentSnapshotId() != null && live.currentSnapshot().isEmpty()) {
            return Optional.of(new Objection(
                    "current_snapshot_missing",
                    "its current snapshot id " + live.currentSnapshotId()
                            + " names no snapshot: the metadata is damaged, and does not tell which files it needs."));
        }
        if (external.isExternal(live.ref(), live.location())) {
            return Optional.of(new Objection(
                    "external_location",
                    "it lies at " + live.location()
                            + ", which is declared external: what lies there is not the table's alone."));
        }
        return Optional.empty();
    }

    /** Refuses a table whose files may be somebody else's too: as all tables are now, not as the statement saw them before. */
    void requireOwnFiles(String procedure, TableState live, boolean dryRun, CallContext call) {
        Objection objection = objection(live).orElse(null);
        if (objection != null) {
            throw refused(procedure, live, objection.reason(), objection.message(), dryRun, call);
        }
        List<Neighbourhood.Meeting> meetings =
                neighbourhood.of(live.ref(), TablePlaces.of(live), new AtTheMoment(call));
        if (!meetings.isEmpty()) {
            Neighbourhood.Meeting first = meetings.get(0);
            throw refused(
                    procedure,
                    live,
                    first.reason(),
                    String.join(
                                    "; ",
                                    meetings.stream()
                                            .map(Neighbourhood.Meeting::message)
                                            .toList()) + ". Files are deleted only where no other table can have them.",
                    dryRun,
                    call);
        }
    }

    /** Audits a refusal, and is the error of it. */
    static StrandlineException refused(
            String procedure, TableState live, String reason, String message, boolean dryRun, CallContext call) {
        TableRef table = live.ref();
        String whole = table + ": " + message + " Nothing was changed.";
        if (!dryRun) {
            Intent intent = ChangeProof.refused("catalog." + procedure, table, live);
            call.effects().refuse(intent, reason, whole);
        }
        return new StrandlineException(ErrorCode.REFUSED, whole);
    }

    /** The files of a catalog's tables. */
    static TableStorage storage(TableCatalog catalog, TableRef table) {
        return catalog.storage()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        table + ": a catalog of type " + catalog.type()
                                + " does not tell of files. Use the engine that owns the table."));
    }
}
