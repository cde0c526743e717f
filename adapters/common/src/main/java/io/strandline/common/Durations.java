package io.strandline.common;

import java.time.Duration;
import java.util.Optional;

/** Durations as people write them: {@code 250ms}, {@code 30s}, {@code 15m}, {@code 24h}, {@code 7d}. */
public final class Durations {
    /** What to tell who wrote another. */
    public static final String FORM = "is not a duration; write a whole number and ms, s, m, h or d, as in 15m";

    private Durations() {}

    /** The duration; empty if it is written otherwise, or is too long to be one. */
    public static Optional<Duration> parse(String text) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        try {
            long count = Long.parseLong(text.substring(0, digits));
            return switch (text.substring(digits)) {
                case "ms" -> Optional.of(Duration.ofMillis(count));
                case "s" -> Optional.of(Duration.ofSeconds(count));
                case "m" -> Optional.of(Duration.ofMinutes(count));
                case "h" -> Optional.of(Duration.ofHours(count));
                case "d" -> Optional.of(Duration.ofDays(count));
                default -> Optional.empty();
            };
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
