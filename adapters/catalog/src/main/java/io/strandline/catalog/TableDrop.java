package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Drops tables, with their files if that is asked for and can be proved: the files are all named by metadata that can be read, and
 * lie where no other table does (CAT-17). Thread-safe.
 */
final class TableDrop {
    private static final String DROP = EntryRemoval.DROP;
    /** What the journal has of a drop with its files; one without is as an entry that is unregistered. */
    static final String PURGE = "catalog.purge_table";

    private final Catalogs catalogs;
    private final EntryRemoval entries;
    private final DeletionGuard guard;
    private final LocationRules rules;

    TableDrop(Catalogs catalogs, DeletionGuard guard, LocationRules rules) {
        this.catalogs = catalogs;
        this.entries = new EntryRemoval(catalogs);
        this.guard = guard;
        this.rules = rules;
    }

    DroppedTable drop(TableRef table, boolean purge, boolean dryRun, CallContext call) {
        DeletionGuard.requireMay(DROP, call);
        return purge ? purge(table, dryRun, call) : dropEntry(table, dryRun, call);
    }

    private DroppedTable dropEntry(TableRef table, boolean dryRun, CallContext call) {
        EntryRemoval.Removed entry = entries.takeAway(DROP, table, dryRun, call);
        return new DroppedTable(table, entry.metadataFile(), FileTally.none(), entry.done(), entry.reason());
    }

    /** What is deleted was named by that metadata. */
    private static boolean isAsRead(TableState read, Optional<TableState> now) {
        return now.filter(state -> Objects.equals(state.uuid(), read.uuid())
                        && Objects.equals(state.metadataLocation(), read.metadataLocation()))
                .isPresent();
    }

    private DroppedTable purge(TableRef table, boolean dryRun, CallContext call) {
        TableCatalog catalog = catalogs.get(table.catalog());
        TableState live = OneCommit.requireTable(catalog, table, call);
        Intent intent = ChangeProof.refused(PURGE, table, live);
        EntryRemoval.requireFilesStay(catalog, intent, dryRun, call);
        TableStorage storage = DeletionGuard.storage(catalog, table);
        guard.requireOwnFiles(DROP, live, dryRun, call);
        TableContents contents = storage.open(table, live, call);
        Disposal disposal = new Disposal(contents, Reachable.all(live), Set.of(), file -> false, true, rules);
        // for a real run too: what cannot be read refuses it while nothing is changed
        FileTally planned = disposal.count(call);
        if (dryRun) {
            return new DroppedTable(table, live.metadataLocation(), planned, false, "dry_run");
        }
        // counting takes a while
        guard.requireOwnFiles(DROP, live, false, call);
        Outcome outcome = call.effects().carryOut(intent, () -> {
            if (!isAsRead(live, catalog.describe(table, call))) {
                return Outcome.refused("conflict", table + " was changed, renamed or replaced meanwhile.");
            }
            return catalog.drop(table, call)
                    ? Outcome.ofDone()
                    : Outcome.refused("conflict", table + " was taken away by somebody else.");
        });
        if (!CommitEnd.isMade(table, outcome, "catalog.tables")) {
            throw new StrandlineException(ErrorCode.CONFLICT, outcome.detail() + " No file was deleted.");
        }
        FileTally deleted = disposal.delete(call);
        return new DroppedTable(
                table, live.metadataLocation(), deleted, true, deleted.whole() ? outcome.reason() : "files_left");
    }
}
