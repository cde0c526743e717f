package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;

/** Durations of the configuration: see {@link io.strandline.common.Durations}. */
final class Durations {
    private Durations() {}

    /**
     * The duration.
     *
     * @param key what to name in the error
     */
    static Duration parse(String text, String key) {
        return io.strandline.common.Durations.parse(text)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.CONFIGURATION,
                        "key " + key + ": \"" + text + "\" " + io.strandline.common.Durations.FORM));
    }
}
