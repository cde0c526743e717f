package io.strandline.manifest;

import io.strandline.common.StrandlineException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** What processes of a simulation do. */
final class SimPrograms {
    private SimPrograms() {}

    /** Writes a manifest and commits it as the next version, and again after a conflict, at most so often. */
    static Function<SimPorts, List<SimEvent>> writer(SimTwin twin, int number, int attempts) {
        return ports -> {
            List<SimEvent> events = new ArrayList<>();
            try {
                ManifestVersion version = ManifestVersion.of(1);
                for (int attempt = 1; attempt <= attempts; attempt++) {
                    if (attempt > 1) {
                        version = ports.latest(SimWorld.DATASET.base())
                                .map(entry -> entry.version().next())
                                .orElse(version);
                    }
                    SimEvent event = commit(twin, ports, version, "w" + number + "." + attempt);
                    events.add(event);
                    if (!(event instanceof SimEvent.Lost)) {
                        return events;
                    }
                }
            } catch (StrandlineException e) {
                events.add(new SimEvent.Unsure(e.getMessage()));
            }
            return events;
        };
    }

    private static SimEvent commit(SimTwin twin, SimPorts ports, ManifestVersion version, String commitId) {
        UUID unique = UUID.nameUUIDFromBytes(commitId.getBytes(StandardCharsets.UTF_8));
        String staging = NamingScheme.V2.name(version).stagedAs(unique).path();
        String content = SimWorld.content(commitId);
        ports.write(staging, content);
        CommitOutcome outcome = twin.committer(ports)
                .put(new Put(
                        SimWorld.DATASET, version, staging, content.length(), NamingScheme.V2, commitId, "someone"));
        if (outcome instanceof CommitOutcome.Committed) {
            return new SimEvent.Won(version, commitId);
        }
        return outcome instanceof CommitOutcome.Conflict
                ? new SimEvent.Lost(version, commitId)
                : new SimEvent.Unsure(outcome.toString());
    }

    /** Reads the latest version so often, and helps where it has to. */
    static Function<SimPorts, List<SimEvent>> reader(SimTwin twin, int times) {
        return ports -> {
            List<SimEvent> events = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                try {
                    ports.latest(SimWorld.DATASET.base())
                            .map(new Resolver(twin.finisher(ports))::resolve)
                            .ifPresent(location -> events.add(new SimEvent.Read(location)));
                } catch (StrandlineException e) {
                    events.add(new SimEvent.Unsure(e.getMessage()));
                }
            }
            return events;
        };
    }

    /** Looks for what is wrong, and mends what can be mended. */
    static Function<SimPorts, List<SimEvent>> tidier() {
        return ports -> {
            try {
                mend(ports);
                return List.of();
            } catch (StrandlineException e) {
                return List.of(new SimEvent.Unsure(e.getMessage()));
            }
        };
    }

    /** One round of repair. */
    static void mend(SimPorts ports) {
        for (ManifestFinding finding :
                new Examination(ports, ports, SimWorld.DATASET, () -> {}).all(ManifestUpkeep.DEFAULT_MOST)) {
            if (finding.fixable()) {
                try {
                    new Tidying(ports, ports).mend(finding);
                } catch (StrandlineException e) {
                    // it is found again, or was mended by somebody else
                }
            }
        }
    }
}
