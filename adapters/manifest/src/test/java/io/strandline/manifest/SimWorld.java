package io.strandline.manifest;

import io.strandline.common.Location;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What all processes of a simulation share: the records and objects of one base. Immutable. */
final class SimWorld {
    static final Location BASE = Location.parse("/d");
    static final ManifestVersion FIRST = ManifestVersion.of(1);
    static final Dataset DATASET = new Dataset("the one", BASE, true);
    static final SimWorld EMPTY = new SimWorld(DATASET, null, false, new TreeMap<>(), new TreeMap<>(), Map.of(), false);

    /** Somebody committed version 1 past the index, by the older scheme. */
    static final SimWorld FOREIGN = EMPTY.with(NamingScheme.V1.name(FIRST).path(), content(null));

    final @Nullable Dataset dataset;

    /** By which its versions are claimed; null if none is settled. */
    final @Nullable NamingScheme scheme;

    /** Whether a copy is made only where nothing is. */
    final boolean conditions;

    final Map<ManifestVersion, ManifestEntry> index;
    final Map<String, String> objects;

    /** What was staged as the winner of a version; that of deleted datasets too. */
    final Map<Claimed, String> winners;

    /** Whether final manifests went at the beginning that nobody of the simulation removed. */
    final boolean damaged;

    private int hash;

    /** A version of a dataset that may be deleted by now. */
    record Claimed(String identity, ManifestVersion version) {
        static Claimed of(Dataset dataset, ManifestVersion version) {
            return new Claimed(dataset.identity(), version);
        }
    }

    private SimWorld(
            @Nullable Dataset dataset,
            @Nullable NamingScheme scheme,
            boolean conditions,
            SortedMap<ManifestVersion, ManifestEntry> index,
            SortedMap<String, String> objects,
            Map<Claimed, String> winners,
            boolean damaged) {
        this.dataset = dataset;
        this.scheme = scheme;
        this.conditions = conditions;
        this.index = Collections.unmodifiableMap(index);
        this.objects = Collections.unmodifiableMap(objects);
        this.winners = Map.copyOf(winners);
        this.damaged = damaged;
    }

    private SimWorld with(
            @Nullable Dataset now,
            Map<ManifestVersion, ManifestEntry> entries,
            Map<String, String> contents,
            Map<Claimed, String> won) {
        return new SimWorld(
                now,
                Objects.equals(now, dataset) ? scheme : null,
                conditions,
                new TreeMap<>(entries),
                new TreeMap<>(contents),
                won,
                damaged);
    }

    /** What a commit's manifest holds. */
    static String content(@Nullable String commitId) {
        return "manifest of " + commitId;
    }

    /** The same on a store that copies nothing over what is there. */
    SimWorld withConditions() {
        return new SimWorld(dataset, scheme, true, new TreeMap<>(index), new TreeMap<>(objects), winners, damaged);
    }

    /** The same after somebody removed an object past everything. */
    SimWorld damagedAt(String path) {
        TreeMap<String, String> fewer = new TreeMap<>(objects);
        fewer.remove(path);
        return new SimWorld(dataset, scheme, conditions, new TreeMap<>(index), fewer, winners, true);
    }

    @Nullable
    String at(ManifestName name) {
        return objects.get(name.path());
    }

    /** What the winner of a version staged. */
    @Nullable
    String winner(Dataset held, ManifestVersion version) {
        return winners.get(Claimed.of(held, version));
    }

    /** Whether a version's final manifest is there, by either name, and holds that. */
    boolean isFinal(ManifestVersion version, @Nullable String content) {
        return content != null
                && (content.equals(at(NamingScheme.V2.name(version)))
                        || content.equals(at(NamingScheme.V1.name(version))));
    }

    boolean isCurrent(Dataset held) {
        return dataset != null && dataset.identity().equals(held.identity());
    }

    /** A version's first record. */
    SimWorld claimed(ManifestEntry entry) {
        Map<Claimed, String> more = new HashMap<>(winners);
        String staged = objects.get(entry.path());
        if (staged != null) {
            more.put(Claimed.of(entry.dataset(), entry.version()), staged);
        }
        return new SimWorld(dataset, scheme, conditions, new TreeMap<>(index), new TreeMap<>(objects), more, damaged)
                .with(entry);
    }

    SimWorld with(ManifestEntry entry) {
        TreeMap<ManifestVersion, ManifestEntry> more = new TreeMap<>(index);
        more.put(entry.version(), entry);
        return with(dataset, more, objects, winners);
    }

    /** With versions that are claimed by that scheme. */
    SimWorld with(NamingScheme settled) {
        return new SimWorld(
                dataset, settled, conditions, new TreeMap<>(index), new TreeMap<>(objects), winners, damaged);
    }

    SimWorld with(String path, String content) {
        TreeMap<String, String> more = new TreeMap<>(objects);
        more.put(path, content);
        return with(dataset, index, more, winners);
    }

    SimWorld without(String path) {
        TreeMap<String, String> fewer = new TreeMap<>(objects);
        fewer.remove(path);
        return with(dataset, index, fewer, winners);
    }

    /** With no dataset at the base, and no record; objects stay. */
    SimWorld deleted() {
        return with(null, Map.of(), objects, winners);
    }

    /** With a dataset, which is another one if it has to be made. */
    SimWorld opened() {
        return dataset != null ? this : with(new Dataset("the other", BASE, false), index, objects, winners);
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
                        && Objects.equals(dataset, world.dataset)
                        && scheme == world.scheme
                        && index.equals(world.index)
                        && objects.equals(world.objects)
                        && winners.equals(world.winners));
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = Objects.hash(dataset, scheme, index, objects, winners);
        }
        return hash;
    }

    @Override
    public String toString() {
        return "dataset " + dataset + ", records "
                + index.values().stream()
                        .map(e -> e.path() + " of " + e.commitId())
                        .toList() + ", objects " + objects;
    }
}
