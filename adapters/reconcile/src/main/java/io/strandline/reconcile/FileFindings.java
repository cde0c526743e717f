package io.strandline.reconcile;

import io.strandline.catalog.ComparedFiles;
import io.strandline.catalog.FileInventory;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables that name files which are not there, and files in tables' places that nothing reaches (REC-17). Of all that, it
 * keeps what is wrong: a few names for each table. Used once.
 */
final class FileFindings {
    /** Tables at a time: each keeps a few bytes for each of its files in memory. */
    private static final int AT_ONCE = 2;

    private final Connection connection;
    private final TableCatalog catalog;
    private final FileInventory inventory;
    private final Findings findings;
    private final CallContext call;
    private final List<Finding> found = new ArrayList<>();
    private final List<ComparedFiles> withStrays = new ArrayList<>();
    private final Set<String> untoldStrays = new HashSet<>();
    private long tables;

    FileFindings(
            Connection connection, TableCatalog catalog, FileInventory inventory, Findings findings, CallContext call) {
        this.connection = connection;
        this.catalog = catalog;
        this.inventory = inventory;
        this.findings = findings;
        this.call = call;
    }

    /** A table and what the look at its files showed: null if there is none any more, or for a failure. */
    private record Seen(
            TableRef table,
            @Nullable ComparedFiles compared,
            @Nullable StrandlineException failure) {}

    /** Of all tables in the connection's namespace, up to its listing limit. */
    List<Finding> find(Executor executor) {
        List<String> namespace = connection.requireScratchTarget();
        OptionalLong total = catalog.count(namespace, call);
        LimitedListing listing =
                new LimitedListing(new TableListing(catalog, namespace, call), connection.listingLimit());
        try (Ahead<TableRef, Seen> looks =
                new Ahead<>(this::look, AT_ONCE, executor, call, seen -> take(seen, total))) {
            while (listing.hasNext()) {
                TableEntry entry = listing.next();
                if (entry.type() == TableType.TABLE) {
                    looks.give(entry.ref());
                }
            }
            looks.finish();
        }
        addStrays();
        return found;
    }

    /** Tables of which nobody could tell whether files in their places are orphans. */
    Set<String> untoldStrays() {
        return untoldStrays;
    }

    private Seen look(TableRef table) {
        try {
            return new Seen(table, inventory.compare(table, call).orElse(null), null);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            return new Seen(table, null, e);
        }
    }

    private void take(Seen seen, OptionalLong total) {
        call.progress(++tables, total, "tables compared by their files");
        StrandlineException failure = seen.failure();
        ComparedFiles compared = seen.compared();
        if (failure != null) {
            untoldStrays.add(seen.table().name());
            found.add(findings.failed(seen.table(), null, failure));
        } else if (compared != null) {
            take(compared);
        }
    }

    private void take(ComparedFiles compared) {
        if (compared.lacksFiles()) {
            found.add(findings.files(FindingKind.FILES_MISSING, compared, null, FileTexts.missing(compared)));
        }
        if (compared.notLookedFor() > 0) {
            call.warn(compared.table() + " names " + compared.notLookedFor()
                    + " files more outside of its places; whether these are there was not looked for.");
        }
        if (compared.objection() != null) {
            untoldStrays.add(compared.table().name());
        } else if (!compared.strays().isEmpty()) {
            withStrays.add(compared);
        }
    }

    /** What lies where another table may have files is not said to be an orphan. */
    private void addStrays() {
        Map<TableRef, List<Location>> places = new HashMap<>();
        withStrays.forEach(compared -> places.put(compared.table(), compared.places()));
        Map<TableRef, String> notAlone;
        try {
            notAlone = inventory.notAlone(places, call);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            call.warn("connection \"" + connection.name() + "\": files that nothing reaches lie in the places of "
                    + withStrays.size() + " tables, and whether another table has them could not be found out: "
                    + e.getMessage());
            places.keySet().forEach(table -> untoldStrays.add(table.name()));
            return;
        }
        for (ComparedFiles compared : withStrays) {
            String other = notAlone.get(compared.table());
            if (other == null) {
                found.add(findings.files(
                        FindingKind.ORPHAN_FILES, compared, FileTexts.strayFix(compared), FileTexts.strays(compared)));
            } else {
                untoldStrays.add(compared.table().name());
                call.warn("whether files in the place of " + compared.table() + " are orphans cannot be told: " + other
                        + ".");
            }
        }
    }
}
