package io.strandline.catalog;

import io.strandline.catalog.TableFile.Kind;
import io.strandline.common.CallContext;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.PlaceSet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds files that a table names and that are not there: those that no listing showed are looked for one by one, since they may
 * lie elsewhere, or have been written since. Used once, by one thread.
 */
final class MissingFiles {
    /** So many are looked for one by one; each is a request. */
    static final int MOST_LOOK_UPS = 10_000;

    private static final int BATCH = 100;

    private final TableStorage storage;
    private final LocationRules rules;
    private final CallContext call;
    private final PlaceSet listed;
    private final PlaceSet asked;
    private final PlaceSet gone;
    private final List<String> batch = new ArrayList<>();
    private final FileSample.Taking sample = new FileSample.Taking();
    private final Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
    private long lookUps;
    private long notLookedFor;

    MissingFiles(TableStorage storage, LocationRules rules, CallContext call) {
        this.storage = storage;
        this.rules = rules;
        this.call = call;
        this.listed = new PlaceSet(rules);
        this.asked = new PlaceSet(rules);
        this.gone = new PlaceSet(rules);
    }

    /** A listing showed that file. */
    void isThere(String location, Reachable reachable) {
        if (reachable.relation(location) == Relation.SAME) {
            TablePlaces.parsed(location).ifPresent(listed::add);
        }
    }

    /** Looks for what the table names and no listing showed; reads the manifests again only if there is such. */
    void find(TableContents contents, int named) {
        if (listed.size() < named) {
            Reachable.visit(contents, Reachable.all(contents.state()), Set.of(), this::suspect, call);
            lookFor();
        }
    }

    private void suspect(TableFile file) {
        TablePlaces.parsed(file.location())
                .filter(place -> listed.relation(place) != Relation.SAME && asked.add(place))
                .ifPresent(place -> {
                    if (lookUps == MOST_LOOK_UPS) {
                        notLookedFor++;
                        return;
                    }
                    lookUps++;
                    batch.add(file.location());
                    if (batch.size() == BATCH) {
                        lookFor();
                    }
                });
    }

    private void lookFor() {
        if (batch.isEmpty()) {
            return;
        }
        Set<String> there = Set.copyOf(storage.existing(List.copyOf(batch), call));
        batch.stream()
                .filter(location -> !there.contains(location))
                .forEach(location -> TablePlaces.parsed(location).ifPresent(gone::add));
        batch.clear();
    }

    /**
     * Counts what is gone and still named. A file does not come back under its name, so that one look at the table afterwards
     * is enough.
     *
     * @param now the table as it is by then; empty if it is gone
     */
    void confirm(Supplier<Optional<TableContents>> now) {
        if (gone.size() == 0) {
            return;
        }
        now.get().ifPresent(contents -> {
            PlaceSet counted = new PlaceSet(rules);
            Reachable.visit(
                    contents,
                    Reachable.all(contents.state()),
                    Set.of(),
                    file -> TablePlaces.parsed(file.location())
                            .filter(place -> gone.relation(place) == Relation.SAME && counted.add(place))
                            .ifPresent(place -> {
                                sample.add(file.location(), 0);
                                kinds.merge(file.kind(), 1L, Long::sum);
                            }),
                    call);
        });
    }

    FileSample sample() {
        return sample.sample();
    }

    Map<Kind, Long> kinds() {
        return kinds;
    }

    long notLookedFor() {
        return notLookedFor;
    }
}
