package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The longest wait for one request to a catalog, and other times among its configured properties. */
public final class TimeLimits {
    /** Its property: a time such as {@code 30s}, {@code 500ms} or {@code 2m}; default 30 s. */
    public static final String TIMEOUT = "strandline.timeout";

    private static final Duration DEFAULT = Duration.ofSeconds(30);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");

    private TimeLimits() {}

    /**
     * The limit of that catalog.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} for one that is malformed, or no time at all
     */
    public static Duration of(String catalog, Map<String, String> properties) {
        return of(catalog, TIMEOUT, properties, DEFAULT);
    }

    /**
     * Another of its times.
     *
     * @param key its property
     * @param otherwise where that is not set
     * @throws StrandlineException as the other
     */
    public static Duration of(String catalog, String key, Map<String, String> properties, Duration otherwise) {
        String text = properties.get(key);
        if (text == null) {
            return otherwise;
        }
        Duration limit = read(catalog, key, text.strip());
        if (limit.isZero() || limit.isNegative()) {
            throw wrong(catalog, key + " must be longer than nothing");
        }
        return limit;
    }

    private static Duration read(String catalog, String key, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw wrong(catalog, key + " is \"" + Text.cut(text, 60) + "\"; write it like 30s, 500ms or 2m");
        }
    }

    private static StrandlineException wrong(String catalog, String what) {
        return new StrandlineException(
                ErrorCode.CONFIGURATION, "catalogs." + Text.cut(catalog, 100) + ": " + what + ".");
    }
}
