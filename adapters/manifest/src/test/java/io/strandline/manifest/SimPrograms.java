package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What processes of a simulation do that write no manifests. */
final class SimPrograms {
    private SimPrograms() {}

    /** Reads the latest version so often, and helps where it has to. */
    static SimProgram reader(SimTwin twin, int times) {
        return ports -> {
            List<SimEvent> events = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                try {
                    Optional<ManifestEntry> latest = ports.latest(SimWorld.BASE);
                    latest.map(new Resolver(twin.finisher(ports))::resolve)
                            .ifPresent(location -> events.add(
                                    new SimEvent.Read(latest.orElseThrow().dataset(), location)));
                } catch (StrandlineException e) {
                    events.add(new SimEvent.Unsure(e.getMessage()));
                }
            }
            return events;
        };
    }

    /** Looks for what is wrong, and mends what can be mended. */
    static SimProgram tidier() {
        return quietly(ports -> mend(ports, SimWorld.DATASET));
    }

    /** Mends whatever was found, as if it had been found to be mendable. */
    static SimProgram hastyTidier(SimTwin twin) {
        return quietly(ports -> {
            for (ManifestFinding finding : findings(ports, SimWorld.DATASET)) {
                mend(
                        twin.tidying(ports),
                        ManifestFinding.of(
                                finding.dataset(),
                                finding.kind(),
                                finding.version(),
                                String.valueOf(finding.path()),
                                true,
                                finding.detail()));
            }
        });
    }

    /** Gives manifests their newer names. */
    static SimProgram migrator() {
        return quietly(ports -> {
            NamingMigration migration = new NamingMigration(ports, ports);
            migration.begin(SimWorld.DATASET);
            OldNames names = new OldNames(migration, SimWorld.DATASET, ManifestUpkeep.DEFAULT_MOST);
            while (names.hasNext()) {
                migration.rename(SimWorld.DATASET, names.next());
                names.renamed();
            }
        });
    }

    /** Deletes whatever dataset is there. */
    static SimProgram deleter() {
        return quietly(ports -> ports.find(SimWorld.BASE).ifPresent(ports::delete));
    }

    /** What it could not do is told, unless it was refused. */
    private static SimProgram quietly(Consumer<SimPorts> program) {
        return ports -> {
            try {
                program.accept(ports);
                return List.of();
            } catch (StrandlineException e) {
                return e.code() == ErrorCode.REFUSED ? List.of() : List.of(new SimEvent.Unsure(e.getMessage()));
            }
        };
    }

    static List<ManifestFinding> findings(SimPorts ports, Dataset dataset) {
        return new Examination(ports, ports, dataset, () -> {}).all(ManifestUpkeep.DEFAULT_MOST);
    }

    /** One round of repair. */
    static void mend(SimPorts ports, Dataset dataset) {
        for (ManifestFinding finding : findings(ports, dataset)) {
            if (finding.fixable()) {
                mend(new Tidying(ports, ports), finding);
            }
        }
    }

    private static void mend(Tidying tidying, ManifestFinding finding) {
        try {
            tidying.mend(finding);
        } catch (StrandlineException e) {
            // it is found again, or was mended by somebody else
        }
    }
}
