package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Writes a manifest and commits it, and again after a conflict, as the version after the latest.
 *
 * @param name of the writer, which its commit ids begin with
 * @param attempts how often it commits at most
 * @param first version that it tries
 * @param copy tells what it stages from what another stages for the same commit
 * @param word that its manifest begins with
 * @param opens whether it opens the dataset after it staged; else it holds the one that was there first
 */
record SimWriter(
        SimTwin twin,
        String name,
        int attempts,
        ManifestVersion first,
        NamingScheme scheme,
        String copy,
        String word,
        boolean opens)
        implements SimProgram {
    static SimWriter of(SimTwin twin, String name, int attempts) {
        return new SimWriter(twin, name, attempts, SimWorld.FIRST, NamingScheme.V2, "", "manifest", false);
    }

    SimWriter beginningAt(long version) {
        return new SimWriter(twin, name, attempts, ManifestVersion.of(version), scheme, copy, word, opens);
    }

    SimWriter byOlderNames() {
        return new SimWriter(twin, name, attempts, first, NamingScheme.V1, copy, word, opens);
    }

    /** The same commit once more, staged by itself. */
    SimWriter again() {
        return new SimWriter(twin, name, attempts, first, scheme, "again", word, opens);
    }

    /** With a manifest of the same size that is another. */
    SimWriter otherwise() {
        return new SimWriter(twin, name, attempts, first, scheme, copy + "otherwise", "Manifest", opens);
    }

    SimWriter opening() {
        return new SimWriter(twin, name, attempts, first, scheme, copy, word, true);
    }

    @Override
    public List<SimEvent> run(SimPorts ports) {
        List<SimEvent> events = new ArrayList<>();
        try {
            ManifestVersion version = first;
            for (int attempt = 1; attempt <= attempts; attempt++) {
                if (attempt > 1) {
                    version = ports.latest(SimWorld.BASE)
                            .map(entry -> entry.version().next())
                            .orElse(version);
                }
                SimEvent event = commit(ports, version, name + "." + attempt);
                events.add(event);
                if (!(event instanceof SimEvent.Lost)) {
                    return events;
                }
            }
        } catch (StrandlineException e) {
            // an argument that is refused was told to be refused
            if (e.code() != ErrorCode.BAD_ARGUMENT) {
                events.add(new SimEvent.Unsure(e.getMessage()));
            }
        }
        return events;
    }

    /** Where it stages its first manifest. */
    String staging(ManifestVersion version, String commitId) {
        UUID unique = UUID.nameUUIDFromBytes((commitId + copy).getBytes(StandardCharsets.UTF_8));
        return scheme.name(version).stagedAs(unique).path();
    }

    private SimEvent commit(SimPorts ports, ManifestVersion version, String commitId) {
        String staging = staging(version, commitId);
        String content = SimWorld.content(commitId).replace("manifest", word);
        ports.write(staging, content);
        Dataset dataset = opens ? ports.open(SimWorld.BASE) : SimWorld.DATASET;
        CommitOutcome outcome = twin.committer(ports)
                .put(new Put(dataset, version, staging, content.length(), scheme, commitId, "someone"));
        if (outcome instanceof CommitOutcome.Committed) {
            return new SimEvent.Won(dataset, version, commitId, content);
        }
        return outcome instanceof CommitOutcome.Conflict
                ? new SimEvent.Lost(version, commitId)
                : new SimEvent.Unsure(outcome.toString());
    }
}
