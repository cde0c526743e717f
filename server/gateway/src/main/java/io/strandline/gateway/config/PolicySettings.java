package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.config.GatewayConfig.ConnectionSection;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.RepairKinds;
import io.strandline.reconcile.RepairPolicy;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The connections' policy files as what may be repaired without anybody asking. */
public final class PolicySettings {
    /** No policy needs a secret, so none is filled in from the environment. */
    private static final ConfigReader READER = new ConfigReader(name -> null);

    private PolicySettings() {}

    /**
     * A policy file: which kinds may be repaired automatically, and how many at once.
     *
     * @param automaticRepairs kinds of findings, each with a repair; none by default
     * @param maxRepairs if more than that can be proved at once, none is repaired; 10 by default
     */
    record PolicyFile(
            List<String> automaticRepairs, @Nullable Integer maxRepairs) {
        PolicyFile {
            automaticRepairs = automaticRepairs == null ? List.of() : automaticRepairs;
        }
    }

    /**
     * The policy of each connection; one without a file allows nothing.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the file and its key, or the connection that can
     *     never be repaired
     */
    public static List<RepairPolicy> of(GatewayConfig config) {
        return config.connections().entrySet().stream()
                .map(entry -> policy(entry, config.connections()))
                .toList();
    }

    private static RepairPolicy policy(Map.Entry<String, ConnectionSection> entry, Map<String, ConnectionSection> all) {
        String file = entry.getValue().policy();
        if (file == null) {
            return RepairPolicy.none(entry.getKey());
        }
        PolicyFile policy = READER.read(Path.of(file), PolicyFile.class);
        EnumSet<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
        for (int i = 0; i < policy.automaticRepairs().size(); i++) {
            String name = policy.automaticRepairs().get(i);
            String key = "key automatic_repairs[" + i + "]: ";
            kinds.add(RepairKinds.of(name).orElseThrow(() -> wrong(file, key + RepairKinds.wrong(name))));
        }
        int most = policy.maxRepairs() == null ? RepairPolicy.DEFAULT_MAX_REPAIRS : policy.maxRepairs();
        if (most < 1) {
            throw wrong(file, "key max_repairs must be at least 1; leave automatic_repairs out to repair nothing");
        }
        requireRepairable(entry, kinds, file);
        if (kinds.contains(FindingKind.ORPHAN)) {
            requireAlone(entry, all, file);
        }
        return new RepairPolicy(entry.getKey(), kinds, most, file);
    }

    private static void requireRepairable(
            Map.Entry<String, ConnectionSection> entry, EnumSet<FindingKind> kinds, String file) {
        ConnectionSection section = entry.getValue();
        if (kinds.isEmpty()) {
            return;
        }
        String connection = "key automatic_repairs: connection \"" + entry.getKey() + "\" ";
        if (section.readOnly() || section.namespace() == null) {
            throw wrong(
                    file,
                    connection + (section.readOnly() ? "is read only" : "has no namespace")
                            + ", so nothing of it is ever repaired. Leave the policy out there");
        }
        if (section.scan() == null) {
            throw wrong(
                    file,
                    connection
                            + "is never scanned, and repairs are made after a scheduled scan. Give it scan: { every: 15m }"
                            + ", or leave the policy out there");
        }
    }

    /** What one connection registers there is an orphan to the other (REC-8): that is for somebody to look at. */
    private static void requireAlone(
            Map.Entry<String, ConnectionSection> entry, Map<String, ConnectionSection> all, String file) {
        ConnectionSection section = entry.getValue();
        all.forEach((name, other) -> {
            if (!name.equals(entry.getKey())
                    && Objects.equals(other.catalog(), section.catalog())
                    && other.namespace() != null
                    && SqlNames.split(other.namespace()).equals(SqlNames.split(String.valueOf(section.namespace())))) {
                throw wrong(
                        file,
                        "key automatic_repairs: connection \"" + name + "\" has the same namespace as \""
                                + entry.getKey()
                                + "\", and its tables are orphans there. Leave ORPHAN out, or give each its own");
            }
        });
    }

    private static StrandlineException wrong(String file, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "configuration " + file + ", " + what);
    }
}
