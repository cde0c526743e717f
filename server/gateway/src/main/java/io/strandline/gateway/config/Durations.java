package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;

/** Durations as people write them: {@code 250ms}, {@code 30s}, {@code 15m}, {@code 24h}, {@code 7d}. */
final class Durations {
    private Durations() {}

    /**
     * The duration.
     *
     * @param key what to name in the error
     */
    static Duration parse(String text, String key) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        try {
            long count = Long.parseLong(text.substring(0, digits));
            return switch (text.substring(digits)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                case "d" -> Duration.ofDays(count);
                default -> throw notADuration(text, key);
            };
        } catch (NumberFormatException | ArithmeticException e) {
            throw notADuration(text, key);
        }
    }

    private static StrandlineException notADuration(String text, String key) {
        return new StrandlineException(
                ErrorCode.CONFIGURATION,
                "key " + key + ": \"" + text
                        + "\" is not a duration; write a whole number and ms, s, m, h or d, as in 15m");
    }
}
