package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.Optional;

/** Finds out by the entries of a catalog how a change of them ended (GW-1, CAT-18). */
record EntryResolvers(Catalogs catalogs, Clock clock) {
    /** Whether there is an entry that names the metadata file. */
    Outcome registered(Intent intent) {
        IntentProof proof = IntentProof.read(intent);
        Optional<TableEntry> there = find(proof.table());
        if (there.isEmpty()) {
            return notMade(proof.table());
        }
        TableCatalog catalog = catalogs.get(proof.table().catalog());
        return CatalogEntries.isOf(catalog, there.orElseThrow(), proof.text("metadata_location"), now())
                ? Outcome.ofDone()
                : Outcome.unknown(proof.table() + " is there, with another metadata file.");
    }

    /** Whether the entry is gone. */
    Outcome takenAway(Intent intent) {
        IntentProof proof = IntentProof.read(intent);
        Optional<TableEntry> there = find(proof.table());
        if (there.isEmpty()) {
            return Outcome.ofDone();
        }
        Optional<String> named = there.map(TableEntry::metadataLocation);
        return named.isEmpty() || named.equals(proof.optionalText("metadata_location"))
                ? notMade(proof.table())
                : Outcome.unknown(proof.table() + " is there, with another metadata file.");
    }

    /** Whether the new name is there and the old one is not. */
    Outcome renamed(Intent intent) {
        IntentProof proof = IntentProof.read(intent);
        boolean from = find(proof.table()).isPresent();
        boolean to = find(proof.part("new_name").table()).isPresent();
        if (from == to) {
            return Outcome.unknown(proof.table() + (from ? " is there under both names." : " is there no more."));
        }
        return to ? Outcome.ofDone() : notMade(proof.table());
    }

    private static Outcome notMade(TableRef table) {
        return Outcome.refused("exec_failed", "the catalog shows that " + table + " was left as it was.");
    }

    private Optional<TableEntry> find(TableRef table) {
        return catalogs.get(table.catalog()).find(table, now());
    }

    private CallContext now() {
        return new SystemCall(clock.instant());
    }
}
