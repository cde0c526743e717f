package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.config.GatewayConfig.StoreSection;
import io.strandline.store.database.StoreOptions;
import java.time.Duration;

/** The keys {@code store}. */
public final class StoreSettings {
    private static final Duration SHORTEST = Duration.ofDays(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private StoreSettings() {}

    /** Which database it is. */
    public static StoreOptions options(StoreSection store) {
        return StoreOptions.of(store.url()).withLogin(store.user(), store.password());
    }

    /**
     * How long scans, resolved findings and ended runs of sinks are kept.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static Duration historyKept(StoreSection store) {
        String key = "store.history_kept";
        Duration kept = Durations.parse(store.historyKept(), key);
        if (kept.compareTo(SHORTEST) < 0 || kept.compareTo(LONGEST) > 0) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "key " + key + " is " + store.historyKept() + "; history is kept for " + SHORTEST.toDays() + "d to "
                            + LONGEST.toDays() + "d");
        }
        return kept;
    }
}
