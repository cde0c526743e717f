package io.strandline.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * Takes entries out of catalogs and leaves the tables' files, for whoever unregisters or drops a table (CAT-16). Of a table whose
 * metadata is gone or cannot be read, too. Thread-safe.
 */
final class EntryRemoval {
    static final String UNREGISTER = "unregister_table";
    static final String DROP = "drop_table";

    private final Catalogs catalogs;

    EntryRemoval(Catalogs catalogs) {
        this.catalogs = catalogs;
    }

    /**
     * What became of an entry.
     *
     * @param metadataFile that it named, as far as the catalog tells
     * @param done whether it is gone
     * @param reason {@code dry_run}, {@code unchanged} if somebody else took it away, or {@code audit_failed}; null if there is
     *     nothing to add
     */
    record Removed(
            @Nullable String metadataFile,
            boolean done,
            @Nullable String reason) {}

    /**
     * Takes an entry away.
     *
     * @param procedure as what, of the two above
     * @throws StrandlineException {@code NO_SUCH_TABLE}; {@code REFUSED} for a view, and where a drop deletes files; {@code
     *     BACKEND} if it failed, nothing changed; {@code CONFLICT}; {@code OUTCOME_UNKNOWN}; {@code NOT_ALLOWED}
     */
    Removed takeAway(String procedure, TableRef table, boolean dryRun, CallContext call) {
        requireMay(procedure, call);
        TableCatalog catalog = catalogs.get(table.catalog());
        TableEntry entry = catalog.find(table, call).orElseThrow(() -> OneCommit.noTable(table));
        Intent intent = intent(procedure, table, entry);
        requireTable(entry, intent, dryRun, call);
        requireFilesStay(catalog, intent, dryRun, call);
        if (dryRun) {
            return new Removed(entry.metadataLocation(), false, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent,
                        () -> catalog.drop(table, call)
                                ? Outcome.ofDone()
                                : new Outcome.Done("unchanged", "somebody else took it away at the same moment"));
        if (!CommitEnd.isMade(table, outcome, "catalog.tables")) {
            throw new StrandlineException(ErrorCode.CONFLICT, outcome.detail());
        }
        return new Removed(entry.metadataLocation(), true, outcome.reason());
    }

    /** No connection says whose a table is here, so nobody whose connections are limited. */
    static void requireMay(String procedure, CallContext call) {
        call.caller().require(Role.ADMIN, procedure);
        call.caller().requireUnlimited(procedure);
    }

    private static void requireTable(TableEntry entry, Intent intent, boolean dryRun, CallContext call) {
        if (entry.type() != TableType.TABLE) {
            refuse(
                    intent,
                    "not_a_table",
                    "it is a view, and only tables are dropped here. Use the engine that owns the view.",
                    dryRun,
                    call);
        }
    }

    /** A drop that deletes files itself is not made: nobody could say which. */
    static void requireFilesStay(TableCatalog catalog, Intent intent, boolean dryRun, CallContext call) {
        if (!catalog.dropKeepsFiles()) {
            refuse(
                    intent,
                    "deletes_files",
                    "a drop in a catalog of type " + catalog.type()
                            + " may delete the table's files. Use the engine that owns the table.",
                    dryRun,
                    call);
        }
    }

    private static void refuse(Intent intent, String reason, String why, boolean dryRun, CallContext call) {
        String message = intent.target() + ": " + why + " Nothing was changed.";
        if (!dryRun) {
            call.effects().refuse(intent, reason, message);
        }
        throw new StrandlineException(ErrorCode.REFUSED, message);
    }

    private static Intent intent(String procedure, TableRef table, TableEntry entry) {
        ObjectNode proof = IntentProof.of(table).put("metadata_location", entry.metadataLocation());
        return new Intent("catalog." + procedure, table.toString(), proof.toString());
    }
}
