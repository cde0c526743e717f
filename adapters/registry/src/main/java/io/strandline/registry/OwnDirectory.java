package io.strandline.registry;

import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a source's directory is its own: it holds no other objects (REC-16). Names that begin with {@code _} or {@code .}
 * do not count, nor does what the table itself writes there: its data and its metadata. Reads only.
 *
 * @param locator null if nobody can look there; then nothing is said against it
 */
record OwnDirectory(@Nullable Locator locator, LocationRules rules) {
    /** Entries of one directory that are looked at; a directory with more is not known to the end. */
    static final int MOST = 1_000;

    private static final List<String> WRITTEN = List.of("data/", "metadata/");
    private static final List<String> WRITE_PATHS =
            List.of("write.data.path", "write.metadata.path", "write.object-storage.path", "write.folder-storage.path");

    /** What stands against a table at its source's directory; empty if nothing does. */
    Optional<RegistrationChecks.Not> check(Source source, TableState table, CallContext call) {
        if (locator == null || source.kind() == SourceKind.WEBHOOK) {
            return Optional.empty();
        }
        List<Location> own = writtenBy(source.directory(), table.properties());
        own.add(source.object());
        Optional<Location> level = Optional.of(source.directory());
        while (level.isPresent()) {
            Location directory = level.orElseThrow();
            Locator.Children children = locator.children(directory, MOST, call);
            if (children.cut()) {
                return Optional.of(new RegistrationChecks.Not(
                        "listing_cut",
                        directory + " has more than " + MOST + " entries, so it is not known to hold nothing but the"
                                + " source. Give the file a directory of its own."));
            }
            level = Optional.empty();
            for (Location place : children.places()) {
                if (isAside(place) || own.stream().anyMatch(known -> rules.same(known, place))) {
                    continue;
                }
                if (!rules.isStrictlyBelow(place, source.object())) {
                    return Optional.of(new RegistrationChecks.Not("directory_shared", shared(source, place)));
                }
                level = Optional.of(place);
            }
        }
        return Optional.empty();
    }

    private static String shared(Source source, Location place) {
        return source.directory() + " holds " + place + " beside the source "
                + source.kind().text() + " \""
                + source.id() + "\", so a table there is not that source's alone. Give the file a directory of its own,"
                + " or move what else is there.";
    }

    private static List<Location> writtenBy(Location directory, Map<String, String> properties) {
        List<Location> own = new ArrayList<>();
        WRITTEN.forEach(folder -> own.add(directory.resolve(folder)));
        WRITE_PATHS.stream()
                .map(properties::get)
                .filter(path -> path != null && !path.isBlank())
                .forEach(path -> own.add(Location.parse(path)));
        return own;
    }

    private static boolean isAside(Location place) {
        String path = LocationRules.pathKey(place);
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.startsWith("_") || name.startsWith(".");
    }
}
