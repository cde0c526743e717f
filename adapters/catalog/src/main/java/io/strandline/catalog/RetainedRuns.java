package io.strandline.catalog;

import io.strandline.catalog.TableHistory.Ref;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What runs that can still be rolled back need of a table's history (CAT-16): what was before each, which a tag named after the run
 * keeps; its own snapshots, which tell which files are its; and every one of the main branch since, for where one is gone nobody
 * knows whether it was the run's.
 */
final class RetainedRuns {
    /** Key of a snapshot's summary that names its run. */
    static final String RUN_ID = "strandline.run-id";

    private static final Pattern TAG = Pattern.compile("strandline_run_([0-9a-f]{32})");

    /** Places of the main branch's snapshots, from its head. */
    private final Map<Long, Integer> main = new HashMap<>();

    private final List<Need> needs = new ArrayList<>();

    /**
     * What one run needs.
     *
     * @param kept what was before it
     * @param since how many snapshots the main branch has since
     */
    private record Need(String run, long kept, int since, Set<Long> own) {}

    /**
     * The runs of a table.
     *
     * @param gone refs that expire themselves
     */
    RetainedRuns(TableState table, Lineage lineage, Set<String> gone) {
        Long head = table.currentSnapshotId();
        if (head != null) {
            lineage.of(head).forEach(snapshot -> main.put(snapshot.id(), main.size()));
        }
        Map<String, Set<Long>> own = new HashMap<>();
        for (SnapshotState snapshot : table.snapshots()) {
            String run = snapshot.summary().get(RUN_ID);
            if (run != null) {
                own.computeIfAbsent(run, none -> new HashSet<>()).add(snapshot.id());
            }
        }
        for (Ref ref : table.history().refs()) {
            String run = gone.contains(ref.name()) ? null : run(ref).orElse(null);
            if (run != null) {
                needs.add(new Need(
                        run,
                        ref.snapshotId(),
                        main.getOrDefault(ref.snapshotId(), 0),
                        own.getOrDefault(run, Set.of())));
            }
        }
    }

    /** The run that a ref is the tag of; empty for other refs. */
    static Optional<String> run(Ref ref) {
        Matcher tag = TAG.matcher(ref.name());
        return ref.type().equals(RefDecisions.TAG) && tag.matches() ? Optional.of(tag.group(1)) : Optional.empty();
    }

    /** The tag of a run. */
    static String tag(String run) {
        return "strandline_run_" + run;
    }

    /** A run that needs a snapshot; empty if none does. */
    Optional<String> needing(long snapshot) {
        int place = main.getOrDefault(snapshot, Integer.MAX_VALUE);
        return needs.stream()
                .filter(need -> place < need.since()
                        || need.kept() == snapshot
                        || need.own().contains(snapshot))
                .map(Need::run)
                .findFirst();
    }

    /** The runs that could not be rolled back any more if nothing but those snapshots stayed. */
    List<String> lacking(Set<Long> retained) {
        int gone = main.entrySet().stream()
                .filter(snapshot -> !retained.contains(snapshot.getKey()))
                .mapToInt(Map.Entry::getValue)
                .min()
                .orElse(Integer.MAX_VALUE);
        return needs.stream()
                .filter(need ->
                        gone < need.since() || !retained.contains(need.kept()) || !retained.containsAll(need.own()))
                .map(Need::run)
                .sorted()
                .toList();
    }

    /** Adds what all of them need. */
    void retain(Set<Long> retained) {
        int since = needs.stream().mapToInt(Need::since).max().orElse(0);
        main.forEach((snapshot, place) -> {
            if (place < since) {
                retained.add(snapshot);
            }
        });
        for (Need need : needs) {
            retained.add(need.kept());
            retained.addAll(need.own());
        }
    }
}
