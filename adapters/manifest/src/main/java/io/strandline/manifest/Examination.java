package io.strandline.manifest;

import static io.strandline.manifest.ManifestFindingKind.ABOVE_LATEST;
import static io.strandline.manifest.ManifestFindingKind.FINAL_MISSING;
import static io.strandline.manifest.ManifestFindingKind.GAP;
import static io.strandline.manifest.ManifestFindingKind.NOT_FINISHED;
import static io.strandline.manifest.ManifestFindingKind.SECOND_MANIFEST;
import static io.strandline.manifest.ManifestFindingKind.SIZE_MISMATCH;
import static io.strandline.manifest.ManifestFindingKind.STAGING_LEFT;
import static io.strandline.manifest.ManifestFindingKind.STAGING_MISSING;
import static io.strandline.manifest.ManifestFindingKind.UNINDEXED;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the records of a dataset with what lies in its directory of manifests, and changes nothing. The directory is listed
 * first: a manifest that is not in the listing is looked for by itself before it is missed, since it may be newer. Holds a name
 * for each version that it looks at.
 */
final class Examination {
    private final ManifestStore store;
    private final ManifestObjects objects;
    private final Dataset dataset;
    private final Runnable checkpoint;
    private final Map<ManifestVersion, List<Seen>> unrecorded = new TreeMap<>();
    private final NavigableSet<ManifestVersion> there = new TreeSet<>();
    private final List<ManifestFinding> findings = new ArrayList<>();

    private record Seen(ManifestName name, long size) {}

    /** @param checkpoint called for each manifest that is listed, and for each record */
    Examination(ManifestStore store, ManifestObjects objects, Dataset dataset, Runnable checkpoint) {
        this.store = store;
        this.objects = objects;
        this.dataset = dataset;
        this.checkpoint = checkpoint;
    }

    /**
     * What is wrong with all versions, in their order.
     *
     * @param most how many objects are held
     * @throws StrandlineException {@code LIMIT_EXCEEDED} if the directory has more
     */
    List<ManifestFinding> all(int most) {
        list("", most);
        ManifestVersion latest = null;
        try (Stream<ManifestEntry> entries = store.entries(dataset.base())) {
            for (Iterator<ManifestEntry> each = entries.iterator(); each.hasNext(); ) {
                checkpoint.run();
                ManifestEntry entry = each.next();
                there.add(entry.version());
                if (!entry.version().isDetached()) {
                    latest = entry.version();
                }
                judge(entry, Objects.requireNonNullElse(unrecorded.remove(entry.version()), List.of()));
            }
        }
        judgeUnrecorded(latest);
        gaps();
        return sorted();
    }

    /** What is wrong with one version, by looking at nothing else. */
    List<ManifestFinding> of(ManifestVersion version) {
        Stream.of(NamingScheme.values())
                .map(scheme -> scheme.name(version).fileName())
                .distinct()
                .forEach(name -> list(name, ManifestUpkeep.DEFAULT_MOST));
        Optional<ManifestEntry> recorded = store.get(dataset.base(), version);
        ManifestVersion latest =
                store.latest(dataset.base()).map(ManifestEntry::version).orElse(null);
        if (recorded.isPresent()) {
            judge(recorded.orElseThrow(), Objects.requireNonNullElse(unrecorded.remove(version), List.of()));
        } else if (there.isEmpty() && !version.isDetached() && latest != null && version.compareTo(latest) < 0) {
            gap(version, version);
        }
        judgeUnrecorded(latest);
        return sorted();
    }

    private List<ManifestFinding> sorted() {
        findings.sort((one, other) -> one.version().compareTo(other.version()));
        return List.copyOf(findings);
    }

    private void judgeUnrecorded(@Nullable ManifestVersion latest) {
        for (Map.Entry<ManifestVersion, List<Seen>> version : unrecorded.entrySet()) {
            boolean above = !version.getKey().isDetached()
                    && (latest == null || version.getKey().compareTo(latest) > 0);
            version.getValue().forEach(seen -> judge(seen, above));
        }
    }

    private void list(String beginning, int most) {
        AtomicInteger held = new AtomicInteger();
        try (Stream<ManifestObjects.Listed> listed = objects.list(dataset.object(ManifestName.DIRECTORY), beginning)) {
            listed.forEach(object -> {
                checkpoint.run();
                if (held.incrementAndGet() > most) {
                    throw new StrandlineException(
                            ErrorCode.LIMIT_EXCEEDED,
                            dataset.base() + " has more than " + most
                                    + " manifests, which are not all held at once. Look"
                                    + " at one version, as in CALL manifest.finalize_manifests(base_uri => …, version =>"
                                    + " …), or raise manifests.most_objects.");
                }
                ManifestName.parse(object.name()).ifPresent(name -> {
                    unrecorded
                            .computeIfAbsent(name.version(), version -> new ArrayList<>())
                            .add(new Seen(name, object.size()));
                    if (!name.isStaged()) {
                        there.add(name.version());
                    }
                });
            });
        }
    }

    private void judge(ManifestEntry entry, List<Seen> seen) {
        ManifestName name = entry.name();
        boolean there = name.isStaged() ? judgeStaged(entry, name, seen) : judgeFinal(entry, name, seen);
        for (Seen other : seen) {
            if (other.name().isStaged() && !other.name().equals(name)) {
                report(
                        STAGING_LEFT,
                        other.name(),
                        there,
                        there
                                ? "the version's record names another manifest"
                                : "the manifest that the version's record names is damaged; this may be its last copy");
            }
        }
    }

    /** Whether the version's manifest is there. */
    private boolean judgeStaged(ManifestEntry entry, ManifestName name, List<Seen> seen) {
        Optional<Long> finished = size(name.finished(), seen);
        Optional<Long> found = finished.isPresent() ? finished : size(name, seen);
        if (found.isEmpty()) {
            // it may have been finished since its record was read
            if (store.get(dataset.base(), entry.version()).equals(Optional.of(entry))) {
                report(
                        STAGING_MISSING,
                        name,
                        false,
                        "the manifest of this commit is gone; bring it back from a backup");
            }
        } else if (!entry.fits(found.orElseThrow())) {
            mismatch(entry, finished.isPresent() ? name.finished() : name, found.orElseThrow());
        } else {
            report(NOT_FINISHED, name, true, "the commit is under way, or whoever made it died");
            return true;
        }
        return false;
    }

    /** Whether the version's manifest is where its record says. */
    private boolean judgeFinal(ManifestEntry entry, ManifestName name, List<Seen> seen) {
        ManifestName second = name.scheme().other().name(entry.version());
        Optional<Long> found = size(name, seen);
        Optional<Long> other = second.equals(name) ? Optional.empty() : listed(second, seen);
        if (found.isEmpty()) {
            report(
                    FINAL_MISSING,
                    name,
                    other.filter(entry::fits).isPresent(),
                    other.isPresent()
                            ? "the manifest has its other name, " + second.path()
                            : "the manifest is gone; bring it back from a backup");
            return false;
        }
        boolean fits = entry.fits(found.orElseThrow());
        if (!fits) {
            mismatch(entry, name, found.orElseThrow());
        }
        if (other.isPresent()) {
            boolean same = fits
                    && other.filter(entry::fits).isPresent()
                    && !Content.differ(objects, dataset.object(name.path()), dataset.object(second.path()));
            report(
                    SECOND_MANIFEST,
                    second,
                    same,
                    "the version's record names " + name.path()
                            + (same ? ", which holds the same: it was being renamed" : ", which is another"));
        }
        return fits;
    }

    private void judge(Seen seen, boolean above) {
        ManifestName name = seen.name();
        if (name.isStaged()) {
            report(STAGING_LEFT, name, false, "its version has no record: its commit is under way, or was given up");
        } else if (above) {
            report(ABOVE_LATEST, name, dataset.takesIn(), "somebody commits past the index" + left());
        } else {
            report(UNINDEXED, name, dataset.takesIn(), "the version has no record" + left());
        }
    }

    private String left() {
        return dataset.takesIn() ? "" : ", or it was left by the dataset that was deleted at this base";
    }

    private void gaps() {
        ManifestVersion previous = null;
        for (ManifestVersion version : there) {
            if (previous != null && !version.isDetached() && previous.bits() + 1 != version.bits()) {
                gap(previous.next(), new ManifestVersion(version.bits() - 1));
            }
            previous = version;
        }
    }

    private void gap(ManifestVersion first, ManifestVersion last) {
        findings.add(new ManifestFinding(
                dataset, GAP, first, last, null, null, null, false, "these versions were removed, or never committed"));
    }

    private static Optional<Long> listed(ManifestName name, List<Seen> seen) {
        return seen.stream()
                .filter(each -> each.name().equals(name))
                .map(Seen::size)
                .findFirst();
    }

    /** Listed, or there by now. */
    private Optional<Long> size(ManifestName name, List<Seen> seen) {
        Location object = dataset.object(name.path());
        return listed(name, seen).or(() -> objects.stat(object).map(ObjectStat::size));
    }

    private void report(ManifestFindingKind kind, ManifestName name, boolean fixable, String detail) {
        findings.add(ManifestFinding.of(dataset, kind, name.version(), name.path(), fixable, detail));
    }

    private void mismatch(ManifestEntry entry, ManifestName name, long actual) {
        findings.add(ManifestFinding.of(
                        dataset,
                        SIZE_MISMATCH,
                        entry.version(),
                        name.path(),
                        false,
                        "it was cut or replaced; bring the manifest back from a backup")
                .sizes(entry.size(), actual));
    }
}
