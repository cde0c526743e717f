package io.strandline.manifest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What must hold at each moment of a simulation, and at its end. */
final class SimRules {
    private SimRules() {}

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

    /** From one moment to the next: a version once given stays given, a final manifest once there stays as it is. */
    static void checkStep(SimWorld before, SimWorld after) {
        if (before.equals(after)) {
            return;
        }
        before.index.forEach((version, entry) -> {
            ManifestEntry now = after.index.get(version);
            require(
                    now != null && Objects.equals(now.commitId(), entry.commitId()),
                    () -> "version " + version + " changed its commit");
        });
        before.objects.forEach((path, content) -> require(
                isStaged(path) || isSameOrWhole(content, after.objects.get(path)),
                () -> path + " changed or vanished"));
    }

    private static boolean isStaged(String path) {
        return ManifestName.parse(path).orElseThrow().isStaged();
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
            String there = world.at(name.finished());
            require(
                    there != null || (name.isStaged() && world.at(name) != null),
                    () -> "version " + version + " of " + entry.commitId() + " has no manifest any more");
        });
        world.objects.forEach((path, content) -> {
            ManifestName name = ManifestName.parse(path).orElseThrow();
            if (!name.isStaged()) {
                ManifestEntry entry = world.index.get(name.version());
                boolean found = entry == null && content.equals(SimWorld.content(null));
                require(
                        found
                                || (entry != null
                                        && SimWorld.content(entry.commitId()).startsWith(content)),
                        () -> path + " has what no winner wrote: " + content);
            }
        });
        state.events().forEach(event -> check(world, event));
    }

    private static void check(SimWorld world, SimEvent event) {
        if (event instanceof SimEvent.Won won) {
            ManifestEntry entry = world.index.get(won.version());
            require(entry != null && won.commitId().equals(entry.commitId()), () -> event + " is not recorded");
            require(
                    SimWorld.content(won.commitId()).equals(world.at(NamingScheme.V2.name(won.version()))),
                    () -> event + " is not there");
        } else if (event instanceof SimEvent.Lost lost) {
            ManifestEntry entry = world.index.get(lost.version());
            require(entry == null || !lost.commitId().equals(entry.commitId()), () -> event + " is recorded");
        } else if (event instanceof SimEvent.Read read) {
            String content = world.objects.get(read.location().path());
            ManifestEntry entry = world.index.get(read.location().version());
            require(
                    content != null
                            && entry != null
                            && content.length() == read.location().size()
                            && content.equals(SimWorld.content(entry.commitId())),
                    () -> event + " is not what is there");
        }
    }

    /** When all processes ended: what is left is found, what is found is mended, and late requests undo nothing. */
    static void checkEnd(SimState state, int faults) {
        if (state.faults() == faults && state.late().isEmpty()) {
            require(findings(state.world()).isEmpty(), () -> "without a fault is left: " + findings(state.world()));
            require(
                    state.events().stream().noneMatch(event -> event instanceof SimEvent.Unsure),
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

    private static void checkMended(SimState state, SimWorld mended) {
        check(new SimState(mended, state.processes(), List.of(), 0, state.cut()));
        for (ManifestFinding finding : findings(mended)) {
            boolean open = finding.kind() == ManifestFindingKind.STAGING_LEFT && !finding.fixable();
            boolean damaged = finding.kind() == ManifestFindingKind.SIZE_MISMATCH && state.cut();
            require(open || damaged, () -> "after repair is left: " + finding);
        }
    }

    /** MAN-3: each object is the manifest of a version, or somebody finds it. */
    private static void requireNothingUnseen(SimWorld world) {
        Set<String> unseen = new TreeSet<>(world.objects.keySet());
        for (Map.Entry<ManifestVersion, ManifestEntry> entry : world.index.entrySet()) {
            unseen.remove(entry.getValue().path());
        }
        for (ManifestFinding finding : findings(world)) {
            unseen.remove(finding.path());
            if (finding.kind() == ManifestFindingKind.NOT_FINISHED) {
                unseen.remove(NamingScheme.V2.name(finding.version()).path());
            }
        }
        require(unseen.isEmpty(), () -> "nobody finds " + unseen);
    }

    private static List<ManifestFinding> findings(SimWorld world) {
        SimPorts ports = new SimPorts(op -> op.apply(world).answer());
        return new Examination(ports, ports, SimWorld.DATASET, () -> {}).all(ManifestUpkeep.DEFAULT_MOST);
    }

    private static SimWorld mended(SimWorld world) {
        AtomicReference<SimWorld> now = new AtomicReference<>(world);
        SimPorts ports = new SimPorts(op -> {
            SimOp.Applied applied = op.apply(now.get());
            checkStep(now.get(), applied.world());
            now.set(applied.world());
            return applied.answer();
        });
        SimPrograms.mend(ports);
        return now.get();
    }
}
