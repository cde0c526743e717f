package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.config.GatewayConfig.ConnectionSection;
import io.strandline.gateway.schedule.ScanSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The keys {@code connections.NAME.scan}. */
public final class ScanSettings {
    private ScanSettings() {}

    /**
     * The connections that are compared by themselves.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static List<ScanSetting> of(GatewayConfig config) {
        List<ScanSetting> settings = new ArrayList<>();
        config.connections().forEach((name, connection) -> {
            ConnectionSection.ScanSection scan = connection.scan();
            if (scan != null) {
                settings.add(setting(name, connection, scan));
            }
        });
        return List.copyOf(settings);
    }

    private static ScanSetting setting(String name, ConnectionSection connection, ConnectionSection.ScanSection scan) {
        String key = "connections." + name + ".scan";
        if (connection.scratchNamespace().isEmpty()) {
            throw wrong(key, "needs connections." + name + ".namespace: without one there is nothing to compare");
        }
        if (scan.every() == null) {
            throw wrong(key + ".every", "is missing; write how often, as in 15m");
        }
        Duration every = Durations.parse(scan.every(), key + ".every");
        if (every.compareTo(ScanSetting.SHORTEST) < 0) {
            throw wrong(
                    key + ".every",
                    "is " + scan.every() + "; a connection is compared at most every "
                            + ScanSetting.SHORTEST.toSeconds() + "s");
        }
        Duration jitter = scan.jitter() == null ? every.dividedBy(10) : Durations.parse(scan.jitter(), key + ".jitter");
        if (jitter.compareTo(every) > 0) {
            throw wrong(key + ".jitter", "is " + scan.jitter() + ", longer than every, " + scan.every());
        }
        return new ScanSetting(name, every, jitter);
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what);
    }
}
