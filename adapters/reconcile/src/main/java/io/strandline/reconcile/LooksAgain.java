package io.strandline.reconcile;

import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks again, after drops, at the registrations of the connection that such a drop could have harmed: an object store that
 * lists by raw prefix can lose {@code x_pinned} with {@code x}, whatever its drop promises (REC-15). One reading of the
 * registrations for all drops of a statement. Used once.
 */
final class LooksAgain {
    private final Evidence evidence;
    private final Connection connection;

    /** What was dropped, by the key of its path. */
    private final TreeMap<String, List<Location>> dropped = new TreeMap<>();

    LooksAgain(Evidence evidence, Connection connection) {
        this.evidence = evidence;
        this.connection = connection;
    }

    /** Keeps in mind what was dropped, or perhaps was; an intent of another kind is passed over. */
    void dropped(Intent intent) {
        if (!intent.action().equals(DropRepair.ACTION)) {
            return;
        }
        ProofText.read(intent)
                .optionalText("location")
                .map(Location::parse)
                .ifPresent(place -> dropped.computeIfAbsent(LocationRules.pathKey(place), key -> new ArrayList<>(1))
                        .add(place));
    }

    /** A row for each registration that was looked at, in order of table name; none if nothing was dropped. */
    List<RepairOutcome> look(CallContext call) {
        List<RepairOutcome> rows = new ArrayList<>();
        if (dropped.isEmpty()) {
            return rows;
        }
        try (Stream<Registration> all = evidence.registrations()
                .in(connection.name(), connection.catalog(), connection.requireScratchTarget())) {
            all.forEach(registration -> {
                call.checkpoint();
                Location near = near(registration.location());
                if (near != null) {
                    rows.add(look(registration, near, call));
                }
            });
        } catch (StrandlineException e) {
            // the drops are made, and their rows must reach the caller whatever ends the looks
            call.warn("not every registration of connection \"" + connection.name()
                    + "\" that lies near what was dropped could be looked at again: "
                    + StrandlineException.describe(e) + ". reconcile.findings looks at all of them.");
        }
        return rows;
    }

    /** A dropped place that the location begins with, or that lies in it; null if there is none. */
    private @Nullable Location near(Location location) {
        String key = LocationRules.pathKey(location);
        // every key that the location's key begins with lies on this way down, each the longest one left
        Map.Entry<String, List<Location>> candidate = dropped.floorEntry(key);
        while (candidate != null) {
            Location place = first(candidate.getValue(), location);
            if (place != null) {
                return place;
            }
            String shorter = common(key, candidate.getKey());
            candidate = shorter.length() < candidate.getKey().length()
                    ? dropped.floorEntry(shorter)
                    : dropped.lowerEntry(candidate.getKey());
        }
        for (Map.Entry<String, List<Location>> inside :
                dropped.tailMap(key + "/").entrySet()) {
            if (!inside.getKey().startsWith(key + "/")) {
                return null;
            }
            Location place = first(inside.getValue(), location);
            if (place != null) {
                return place;
            }
        }
        return null;
    }

    private @Nullable Location first(List<Location> places, Location location) {
        return places.stream()
                .filter(place -> evidence.rules().mayShareRawPrefix(place, location)
                        || evidence.rules().contains(location, place))
                .findFirst()
                .orElse(null);
    }

    private static String common(String a, String b) {
        int i = 0;
        while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return a.substring(0, i);
    }

    private RepairOutcome look(Registration registration, Location near, CallContext call) {
        TableRef table = registration.table();
        RepairItem item = new RepairItem(RepairCalls.LOOK, table.name(), registration.id());
        String why =
                "its location " + registration.location() + " shares a prefix with " + near + ", which was dropped";
        try {
            Optional<TableState> state = evidence.catalog(table.catalog()).describe(table, call);
            return state.isPresent()
                    ? new RepairOutcome(item, true, null, table + " is there still; " + why + ".")
                    : new RepairOutcome(
                            item, false, Reason.NO_SUCH_TABLE.text(), "there is no table " + table + "; " + why + ".");
        } catch (StrandlineException e) {
            boolean gone = e.code() == ErrorCode.METADATA_MISSING;
            return new RepairOutcome(
                    item,
                    false,
                    gone ? null : Reason.LOOKUP_FAILED.text(),
                    (gone ? "the files of " + table + " are gone: " : "") + StrandlineException.describe(e)
                            + " Looked at because " + why + ".");
        }
    }
}
