package io.strandline.manifest.memory;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An index that ends with its process. Thread-safe. */
public final class MemoryManifestStore implements ManifestStore {
    private final LocationRules rules;
    private final Map<LocationRules.Key, Known> known = new HashMap<>();
    private final Set<LocationRules.Key> deleted = new HashSet<>();
    private final Map<String, NamingScheme> schemes = new HashMap<>();

    private record Known(Dataset dataset, NavigableMap<ManifestVersion, ManifestEntry> entries) {
        Optional<ManifestEntry> latest() {
            return Optional.ofNullable(entries.lowerEntry(new ManifestVersion(Long.MIN_VALUE)))
                    .map(Map.Entry::getValue);
        }
    }

    /** An empty index that compares bases by these rules. */
    public MemoryManifestStore(LocationRules rules) {
        this.rules = rules;
    }

    @Override
    public synchronized Dataset open(Location base) {
        LocationRules.Key key = rules.key(base);
        return known.computeIfAbsent(
                        key,
                        absent -> new Known(
                                new Dataset(UUID.randomUUID().toString(), base, !deleted.contains(key)),
                                new TreeMap<>()))
                .dataset();
    }

    @Override
    public synchronized Optional<Dataset> find(Location base) {
        return at(base).map(Known::dataset);
    }

    private Optional<Known> at(Location base) {
        return Optional.ofNullable(known.get(rules.key(base)));
    }

    private @Nullable Known current(Dataset dataset) {
        return at(dataset.base())
                .filter(there -> there.dataset().identity().equals(dataset.identity()))
                .orElse(null);
    }

    @Override
    public synchronized Optional<ManifestEntry> get(Location base, ManifestVersion version) {
        return at(base).map(there -> there.entries().get(version));
    }

    @Override
    public synchronized Optional<ManifestEntry> latest(Location base) {
        return at(base).flatMap(Known::latest);
    }

    @Override
    public synchronized Stream<ManifestEntry> entries(Location base) {
        return at(base).map(there -> List.copyOf(there.entries().values())).orElse(List.of()).stream();
    }

    @Override
    public synchronized ClaimAnswer putIfNotExists(Claim claim) {
        Known there = current(claim.dataset());
        if (there == null) {
            return new ClaimAnswer.Gone();
        }
        ManifestEntry taken = there.entries().get(claim.version());
        if (taken != null) {
            return new ClaimAnswer.Taken(taken);
        }
        Optional<ManifestVersion> latest = there.latest().map(ManifestEntry::version);
        if (claim.isCommit()
                && latest.filter(version -> version.compareTo(claim.version()) > 0)
                        .isPresent()) {
            return new ClaimAnswer.BelowLatest(latest.orElseThrow());
        }
        NamingScheme wanted = claim.scheme();
        if (wanted != null) {
            NamingScheme used = schemes.computeIfAbsent(there.dataset().identity(), first -> wanted);
            if (used != wanted) {
                return new ClaimAnswer.OtherScheme(used);
            }
        }
        there.entries()
                .put(
                        claim.version(),
                        new ManifestEntry(
                                there.dataset(), claim.version(), claim.path(), claim.size(), claim.commitId()));
        return new ClaimAnswer.Claimed();
    }

    @Override
    public synchronized boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
        Known there = current(dataset);
        return there != null
                && there.entries()
                                .computeIfPresent(
                                        version,
                                        (same, entry) -> new ManifestEntry(
                                                there.dataset(), version, path, size, entry.commitId()))
                        != null;
    }

    @Override
    public synchronized Optional<NamingScheme> scheme(Location base) {
        return find(base).map(dataset -> schemes.get(dataset.identity()));
    }

    @Override
    public synchronized boolean setScheme(Dataset dataset, NamingScheme scheme) {
        if (current(dataset) == null) {
            return false;
        }
        schemes.put(dataset.identity(), scheme);
        return true;
    }

    @Override
    public synchronized boolean delete(Dataset dataset) {
        if (current(dataset) == null) {
            return false;
        }
        LocationRules.Key key = rules.key(dataset.base());
        known.remove(key);
        deleted.add(key);
        return true;
    }
}
