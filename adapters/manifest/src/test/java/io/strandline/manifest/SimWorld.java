package io.strandline.manifest;

import io.strandline.common.Location;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What all processes of a simulation share: one dataset's records and objects. Immutable. */
final class SimWorld {
    static final Dataset DATASET = new Dataset("the one", Location.parse("/d"), true);
    static final SimWorld EMPTY = new SimWorld(new TreeMap<>(), new TreeMap<>());

    /** Somebody committed version 1 past the index, by the older scheme. */
    static final SimWorld FOREIGN =
            EMPTY.with(NamingScheme.V1.name(ManifestVersion.of(1)).path(), content(null));

    final Map<ManifestVersion, ManifestEntry> index;
    final Map<String, String> objects;
    private int hash;

    private SimWorld(SortedMap<ManifestVersion, ManifestEntry> index, SortedMap<String, String> objects) {
        this.index = Collections.unmodifiableMap(index);
        this.objects = Collections.unmodifiableMap(objects);
    }

    /** What a commit's manifest holds. */
    static String content(@Nullable String commitId) {
        return "manifest of " + commitId;
    }

    @Nullable
    String at(ManifestName name) {
        return objects.get(name.path());
    }

    SimWorld with(ManifestEntry entry) {
        TreeMap<ManifestVersion, ManifestEntry> more = new TreeMap<>(index);
        more.put(entry.version(), entry);
        return new SimWorld(more, new TreeMap<>(objects));
    }

    SimWorld with(String path, String content) {
        TreeMap<String, String> more = new TreeMap<>(objects);
        more.put(path, content);
        return new SimWorld(new TreeMap<>(index), more);
    }

    SimWorld without(String path) {
        TreeMap<String, String> fewer = new TreeMap<>(objects);
        fewer.remove(path);
        return new SimWorld(new TreeMap<>(index), fewer);
    }

    @Nullable
    ManifestVersion latest() {
        return index.keySet().stream()
                .filter(version -> !version.isDetached())
                .reduce((one, other) -> other)
                .orElse(null);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof SimWorld world
                        && hashCode() == world.hashCode()
                        && index.equals(world.index)
                        && objects.equals(world.objects));
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = 31 * index.hashCode() + objects.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return "records "
                + index.values().stream()
                        .map(e -> e.path() + " of " + e.commitId())
                        .toList() + ", objects " + objects;
    }
}
