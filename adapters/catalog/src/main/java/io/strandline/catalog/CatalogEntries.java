package io.strandline.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.AtTheMoment;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Registers, renames and unregisters entries of catalogs; the tables' files stay as they are. Entries whose metadata is gone
 * or cannot be read are renamed and unregistered like others. Thread-safe.
 */
public final class CatalogEntries {
    static final String REGISTER = "register_table";
    static final String RENAME = "rename_table";

    private final Catalogs catalogs;
    private final EntryRemoval removal;
    private final Neighbourhood neighbourhood;
    private final Clock clock;

    /**
     * Entries of those catalogs.
     *
     * @param states what was read before
     * @param rules which places are one
     */
    public CatalogEntries(Catalogs catalogs, StateCache states, LocationRules rules, Clock clock) {
        this.catalogs = catalogs;
        this.removal = new EntryRemoval(catalogs);
        this.neighbourhood = new Neighbourhood(catalogs, states, rules);
        this.clock = clock;
    }

    /**
     * An entry and what became of it.
     *
     * @param metadataFile that it names, as far as the catalog tells
     * @param state what that file holds; null if it was not looked at
     * @param newName null but for a rename
     * @param done whether it is so now
     * @param reason {@code dry_run}, {@code unchanged} or {@code audit_failed}; null if there is nothing to add
     */
    public record Entry(
            TableRef table,
            @Nullable String metadataFile,
            @Nullable TableState state,
            @Nullable TableRef newName,
            boolean done,
            @Nullable String reason) {}

    private record Refusal(String reason, String message) {}

    /**
     * Makes an entry for a table by its metadata file.
     *
     * @throws StrandlineException {@code REFUSED} if the name is taken, or differs from another by case alone, or if another
     *     table lies there; {@code METADATA_MISSING}, {@code METADATA_UNREADABLE}, {@code NO_SUCH_SCHEMA}
     */
    public Entry register(TableRef table, String metadataFile, boolean dryRun, CallContext call) {
        requireMay(Role.OPERATOR, REGISTER, call);
        TableCatalog catalog = catalogs.get(table.catalog());
        EntryChanges changes = changes(catalog, table);
        Optional<TableEntry> there = catalog.find(table, call);
        if (there.isPresent() && isOf(catalog, there.orElseThrow(), metadataFile, call)) {
            return new Entry(table, metadataFile, null, null, true, "unchanged");
        }
        Intent intent = intent(REGISTER, table, node -> node.put("metadata_location", metadataFile));
        requireFree(table, there, null, intent, dryRun, call);
        TableState state = changes.read(table, metadataFile, call);
        List<Neighbourhood.Meeting> meetings =
                neighbourhood.of(table, TablePlaces.of(state), new AtTheMoment(call)).stream()
                        .filter(meeting -> !meeting.reason().equals("unknown_location"))
                        .toList();
        if (!meetings.isEmpty()) {
            throw refused(
                    table,
                    new Refusal(
                            meetings.get(0).reason(),
                            meetings.get(0).message() + ". One place has one table: unregister the other first."),
                    intent,
                    dryRun,
                    call);
        }
        if (dryRun) {
            return new Entry(table, metadataFile, state, null, false, "dry_run");
        }
        Outcome outcome =
                call.effects().carryOut(intent, () -> CommitEnd.of(() -> changes.register(table, metadataFile, call)));
        return new Entry(table, metadataFile, state, null, true, made(table, outcome));
    }

    /** Whether the entry names that metadata file. */
    static boolean isOf(TableCatalog catalog, TableEntry entry, String metadataFile, CallContext call) {
        String named = entry.metadataLocation();
        if (named == null) {
            try {
                named = catalog.describe(entry, call)
                        .map(TableState::metadataLocation)
                        .orElse(null);
            } catch (StrandlineException e) {
                if (!TableLoads.isOfTheObject(e)) {
                    throw e;
                }
            }
        }
        return named != null && LocationRules.isSameText(named, metadataFile);
    }

    /**
     * Gives a table another name. Its files stay where they are.
     *
     * @throws StrandlineException {@code NO_SUCH_TABLE}; {@code REFUSED} if the name is taken or differs from another by case
     *     alone; {@code NOT_SUPPORTED} for a view and for another catalog; {@code NO_SUCH_SCHEMA}
     */
    public Entry rename(TableRef table, TableRef newName, boolean dryRun, CallContext call) {
        requireMay(Role.OPERATOR, RENAME, call);
        TableCatalog catalog = catalogs.get(table.catalog());
        EntryChanges changes = changes(catalog, table);
        if (!newName.catalog().equals(table.catalog())) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    table + " cannot go to another catalog as " + newName
                            + ". register_table makes an entry for it there. Nothing was changed.");
        }
        TableEntry entry = requireTable(catalog, table, call);
        if (newName.equals(table)) {
            return new Entry(table, entry.metadataLocation(), null, newName, true, "unchanged");
        }
        Intent intent = intent(
                RENAME,
                table,
                node -> node.put("metadata_location", entry.metadataLocation())
                        .set("new_name", IntentProof.of(newName)));
        requireFree(newName, catalog.find(newName, call), table, intent, dryRun, call);
        if (dryRun) {
            return new Entry(table, entry.metadataLocation(), null, newName, false, "dry_run");
        }
        Outcome outcome =
                call.effects().carryOut(intent, () -> CommitEnd.of(() -> changes.rename(table, newName, call)));
        return new Entry(table, entry.metadataLocation(), null, newName, true, made(table, outcome));
    }

    /**
     * Takes an entry away and leaves the table's files.
     *
     * @throws StrandlineException {@code NO_SUCH_TABLE}; {@code REFUSED} for a view, and where a drop deletes files
     */
    public Entry unregister(TableRef table, boolean dryRun, CallContext call) {
        EntryRemoval.Removed removed = removal.takeAway(EntryRemoval.UNREGISTER, table, dryRun, call);
        return new Entry(table, removed.metadataFile(), null, null, removed.done(), removed.reason());
    }

    private static void requireMay(Role role, String procedure, CallContext call) {
        call.caller().require(role, procedure);
        call.caller().requireUnlimited(procedure);
    }

    private static EntryChanges changes(TableCatalog catalog, TableRef table) {
        return catalog.entries()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        table + ": a catalog of type " + catalog.type()
                                + " cannot register or rename tables. Use the engine that owns the table."));
    }

    private static TableEntry requireTable(TableCatalog catalog, TableRef table, CallContext call) {
        TableEntry entry = catalog.find(table, call).orElseThrow(() -> OneCommit.noTable(table));
        if (entry.type() != TableType.TABLE) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED, table + " is a view; this is for tables only. Nothing was changed.");
        }
        return entry;
    }

    /**
     * Refuses a name that is taken, or that is another's where case does not count (LOC-6).
     *
     * @param renamed the table that has it now; null for none
     */
    private void requireFree(
            TableRef name,
            Optional<TableEntry> there,
            @Nullable TableRef renamed,
            Intent intent,
            boolean dryRun,
            CallContext call) {
        if (there.isPresent()) {
            throw refused(
                    name,
                    new Refusal(
                            "target_exists", "there is one of that name already. Choose another, or unregister it."),
                    intent,
                    dryRun,
                    call);
        }
        TableListing listing = new TableListing(catalogs.get(name.catalog()), name.namespace(), call);
        while (listing.hasNext()) {
            TableRef other = listing.next().ref();
            if (Text.fold(other.name()).equals(Text.fold(name.name())) && !Objects.equals(other, renamed)) {
                throw refused(
                        name,
                        new Refusal(
                                "case_collision",
                                "only case tells it from " + other + ", and where case does not count both are one."),
                        intent,
                        dryRun,
                        call);
            }
        }
    }

    private static StrandlineException refused(
            TableRef table, Refusal refusal, Intent intent, boolean dryRun, CallContext call) {
        String message = table + ": " + refusal.message() + " Nothing was changed.";
        if (!dryRun) {
            call.effects().refuse(intent, refusal.reason(), message);
        }
        return new StrandlineException(ErrorCode.REFUSED, message);
    }

    private static @Nullable String made(TableRef table, Outcome outcome) {
        if (!CommitEnd.isMade(table, outcome, "catalog.tables")) {
            throw new StrandlineException(ErrorCode.CONFLICT, outcome.detail());
        }
        return outcome.reason();
    }

    private static Intent intent(String procedure, TableRef table, java.util.function.Consumer<ObjectNode> more) {
        ObjectNode proof = IntentProof.of(table);
        more.accept(proof);
        return new Intent("catalog." + procedure, table.toString(), proof.toString());
    }

    /** Who finds out how a change ended: the catalog's entries tell (GW-1, CAT-18). */
    public Map<String, EffectResolver> resolvers() {
        EntryResolvers resolvers = new EntryResolvers(catalogs, clock);
        return Map.of(
                "catalog." + REGISTER, resolvers::registered,
                "catalog." + EntryRemoval.UNREGISTER, resolvers::takenAway,
                "catalog." + EntryRemoval.DROP, resolvers::takenAway,
                "catalog." + RENAME, resolvers::renamed);
    }
}
