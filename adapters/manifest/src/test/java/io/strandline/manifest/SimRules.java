package io.strandline.manifest;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What must hold at each moment of a simulation, and at its end.
 *
 * @param clean whether a run without a fault leaves nothing to be found
 * @param sure whether in a run without a fault everybody knows how it ended
 * @param left what may be found after repair
 */
record SimRules(boolean clean, boolean sure, Set<ManifestFindingKind> left) {
    /** Of processes that all go by the protocol, on a dataset that stays. */
    static final SimRules ALL = new SimRules(true, true, EnumSet.noneOf(ManifestFindingKind.class));

    /** What is seen of a copy that was cut. */
    private static final Set<ManifestFindingKind> CUT =
            EnumSet.of(ManifestFindingKind.SIZE_MISMATCH, ManifestFindingKind.SECOND_MANIFEST);

    /** What a simulation does not keep to. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken(String what) {
            super(what);
        }
    }

    private static void require(boolean holds, Supplier<String> what) {
        if (!holds) {
            throw new Broken(what.get());
        }
    }

    /**
     * From one moment to the next: a version once given stays given until its dataset is deleted, the last copy of its
     * manifest stays, and a final manifest stays as it is unless it has another name now.
     */
    static void checkStep(SimWorld before, SimWorld after) {
        if (before.equals(after)) {
            return;
        }
        if (before.dataset != null && after.isCurrent(before.dataset)) {
            before.index.forEach((version, entry) -> checkStep(before, after, entry));
        }
        before.objects.forEach((path, content) -> {
            ManifestName name = ManifestName.parse(path).orElseThrow();
            require(
                    name.isStaged()
                            || isSameOrWhole(content, after.objects.get(path))
                            || after.isFinal(name.version(), content),
                    () -> path + " changed or vanished");
        });
    }

    private static void checkStep(SimWorld before, SimWorld after, ManifestEntry entry) {
        ManifestEntry now = after.index.get(entry.version());
        require(
                now != null && Objects.equals(now.commitId(), entry.commitId()),
                () -> "version " + entry.version() + " changed its commit");
        String winner = before.winner(entry.dataset(), entry.version());
        require(
                winner == null || !before.objects.containsValue(winner) || after.objects.containsValue(winner),
                () -> "the last copy of version " + entry.version() + " was removed");
    }

    /** A copy that was cut may be made whole by one that was under way. */
    private static boolean isSameOrWhole(String content, @Nullable String now) {
        return now != null && now.startsWith(content);
    }

    /** At each moment. */
    static void check(SimState state) {
        SimWorld world = state.world();
        world.index.forEach((version, entry) -> {
            ManifestName name = ManifestName.parse(entry.path()).orElseThrow();
            require(
                    world.damaged
                            || world.at(NamingScheme.V1.name(version)) != null
                            || world.at(NamingScheme.V2.name(version)) != null
                            || (name.isStaged() && world.at(name) != null),
                    () -> "version " + version + " of " + entry.commitId() + " has no manifest any more");
        });
        world.objects.forEach((path, content) -> {
            ManifestName name = ManifestName.parse(path).orElseThrow();
            require(
                    name.isStaged() || isOfAWinner(world, name.version(), content),
                    () -> path + " has what no winner wrote: " + content);
        });
        state.events().forEach(event -> check(world, event));
    }

    private static boolean isOfAWinner(SimWorld world, ManifestVersion version, String content) {
        boolean found = !world.index.containsKey(version) && content.equals(SimWorld.content(null));
        return found
                || world.winners.entrySet().stream()
                        .anyMatch(winner -> winner.getKey().version().equals(version)
                                && winner.getValue().startsWith(content));
    }

    private static void check(SimWorld world, SimEvent event) {
        if (event instanceof SimEvent.Won won) {
            require(
                    won.content().equals(world.winner(won.dataset(), won.version())),
                    () -> event + " is another's, or of another dataset");
            ManifestEntry entry = world.index.get(won.version());
            require(
                    !world.isCurrent(won.dataset())
                            || (entry != null && won.commitId().equals(entry.commitId())),
                    () -> event + " is not recorded");
            require(
                    !world.isCurrent(won.dataset()) || world.isFinal(won.version(), won.content()),
                    () -> event + " is not there");
        } else if (event instanceof SimEvent.Lost lost) {
            ManifestEntry entry = world.index.get(lost.version());
            require(entry == null || !lost.commitId().equals(entry.commitId()), () -> event + " is recorded");
        } else if (event instanceof SimEvent.Read read) {
            String winner = world.winner(read.dataset(), read.location().version());
            require(
                    winner != null
                            && winner.length() == read.location().size()
                            && (!world.isCurrent(read.dataset())
                                    || world.isFinal(read.location().version(), winner)),
                    () -> event + " is not what is there");
        }
    }

    /** When all processes ended: what is left is found, what is found is mended, and late requests undo nothing. */
    void checkEnd(SimState state, int faults) {
        if (state.faults() == faults && state.late().isEmpty()) {
            require(
                    !clean || findings(state.world()).isEmpty(),
                    () -> "without a fault is left: " + findings(state.world()));
            require(
                    !sure || state.events().stream().noneMatch(event -> event instanceof SimEvent.Unsure),
                    () -> "without a fault is not known: " + state.events());
        }
        requireNothingUnseen(state.world());
        SimWorld mended = mended(state.world());
        checkMended(state, mended);
        SimWorld later = mended;
        for (SimOp op : state.late()) {
            SimWorld then = op.apply(later).world();
            checkStep(later, then);
            later = then;
        }
        requireNothingUnseen(later);
        checkMended(state, mended(later));
    }

    private void checkMended(SimState state, SimWorld mended) {
        check(new SimState(mended, state.processes(), List.of(), 0, state.cut()));
        for (ManifestFinding finding : findings(mended)) {
            boolean open = finding.kind() == ManifestFindingKind.STAGING_LEFT && !finding.fixable();
            boolean damaged = state.cut() && CUT.contains(finding.kind());
            require(open || damaged || left.contains(finding.kind()), () -> "after repair is left: " + finding);
        }
    }

    /** MAN-3: each object is the manifest of a version, or somebody finds it. */
    private static void requireNothingUnseen(SimWorld world) {
        if (world.dataset == null) {
            return;
        }
        Set<String> unseen = new TreeSet<>(world.objects.keySet());
        for (Map.Entry<ManifestVersion, ManifestEntry> entry : world.index.entrySet()) {
            unseen.remove(entry.getValue().path());
        }
        for (ManifestFinding finding : findings(world)) {
            unseen.remove(finding.path());
            if (finding.kind() == ManifestFindingKind.NOT_FINISHED
                    || finding.kind() == ManifestFindingKind.FINAL_MISSING) {
                // its version is looked at, by whatever name
                unseen.removeIf(path -> {
                    ManifestName name = ManifestName.parse(path).orElseThrow();
                    return !name.isStaged() && name.version().equals(finding.version());
                });
            }
        }
        require(unseen.isEmpty(), () -> "nobody finds " + unseen);
    }

    private static List<ManifestFinding> findings(SimWorld world) {
        return world.dataset == null
                ? List.of()
                : SimPrograms.findings(new SimPorts(op -> op.apply(world).answer()), world.dataset);
    }

    private static SimWorld mended(SimWorld world) {
        if (world.dataset == null) {
            return world;
        }
        AtomicReference<SimWorld> now = new AtomicReference<>(world);
        SimPorts ports = new SimPorts(op -> {
            SimOp.Applied applied = op.apply(now.get());
            checkStep(now.get(), applied.world());
            now.set(applied.world());
            return applied.answer();
        });
        SimWorld before;
        do {
            before = now.get();
            // what one round mends may be the proof that the next one needs
            SimPrograms.mend(ports, world.dataset);
        } while (!before.equals(now.get()));
        return now.get();
    }
}
