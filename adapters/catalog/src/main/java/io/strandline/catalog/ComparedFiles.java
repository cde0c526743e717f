package io.strandline.catalog;

import io.strandline.catalog.TableFile.Kind;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a table names, beside those that lie in its places.
 *
 * @param places its root first, then those that its properties name
 * @param missing what it names and that is not there; none if {@code unread} says why
 * @param missingKinds the same, counted by kind
 * @param notLookedFor files outside of its places beyond those that are looked for one by one
 * @param strays what lies there and it does not reach, by place; places without any are left out
 * @param objection why nothing can be said of strays; null if something can
 * @param unread the file of the metadata that is not there, in words: what that names is not known; null if all was read
 */
public record ComparedFiles(
        TableRef table,
        List<Location> places,
        FileSample missing,
        Map<Kind, Long> missingKinds,
        long notLookedFor,
        List<Strays> strays,
        @Nullable String objection,
        @Nullable String unread) {

    public ComparedFiles {
        places = List.copyOf(places);
        missingKinds = missingKinds.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(missingKinds));
        strays = List.copyOf(strays);
    }

    /** Files in one of a table's places that nothing of it reaches, three days old at least. */
    public record Strays(Location directory, FileSample files) {}

    /** Whether something that it names is not there. */
    public boolean lacksFiles() {
        return unread != null || missing.count() > 0;
    }

    /** Nothing more than that could be read. */
    static ComparedFiles unread(TableState table, String what) {
        return new ComparedFiles(
                table.ref(),
                TablePlaces.of(table),
                new FileSample(0, 0, List.of()),
                Map.of(),
                0,
                List.of(),
                "not all of its metadata could be read",
                what);
    }
}
