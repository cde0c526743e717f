package io.strandline.gateway.session;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What SET and RESET know of: each option of a session with its name and what its values look like. */
enum SessionVariable {
    TIME_ZONE(
            "a time zone, as 'Europe/Berlin' or '+02:00'",
            "Zone in which zoned times print and zoneless ones are read."),
    READ_ONLY("'true' or 'false'", "Whether changes are refused."),
    BACKTICKS("'true' or 'false'", "Whether names may be quoted with backticks too."),
    CATALOG("a catalog, as SELECT * FROM catalog.catalogs lists them, or strandline", "Catalog of unqualified names."),
    SCHEMA("a schema, as SELECT * FROM information_schema.schemata lists them", "Schema of unqualified names."),
    APPLICATION_NAME("text of at most 200 characters", "Name the client gave itself."),
    IDEMPOTENCY_KEY("text of 1 to 200 visible ASCII characters", "Key of the next changing statement; not shown."),
    QUERY_TIMEOUT(
            "a number of seconds, 0 for none, or a time as '1500ms', '30s', '5m', '1h'",
            "How long a statement may run.");

    private final String values;
    private final String remarks;

    SessionVariable(String values, String remarks) {
        this.values = values;
        this.remarks = remarks;
    }

    /** What its values look like. */
    String allowed() {
        return values;
    }

    /** What it is for, in a sentence. */
    String remarks() {
        return remarks;
    }

    /** Lower case, as SET names it. */
    String sqlName() {
        return Text.lower(name());
    }

    /** The option of that name; null if there is none. */
    static @Nullable SessionVariable find(String name) {
        for (SessionVariable variable : values()) {
            if (variable.sqlName().equals(name)) {
                return variable;
            }
        }
        return null;
    }

    /** The error for a value that is none of its values. */
    StrandlineException refuse(String value) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "session option " + sqlName() + " cannot be '" + Text.cut(value, 100) + "'; give " + values + ".");
    }

    /** The value as a time zone; also the three-letter names that a JVM may have as its default. */
    static ZoneId zone(String value) {
        try {
            return ZoneId.of(value, ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            throw TIME_ZONE.refuse(value);
        }
    }

    /** The value as a boolean of that option. */
    boolean bool(String value) {
        return switch (Text.lower(value)) {
            case "true", "on", "1" -> true;
            case "false", "off", "0" -> false;
            default -> throw refuse(value);
        };
    }

    /** The value as an idempotency key (GW-2). */
    static String key(String value) {
        boolean visible = value.chars().allMatch(c -> c > ' ' && c < 0x7F);
        if (value.isEmpty() || value.length() > 200 || !visible) {
            throw IDEMPOTENCY_KEY.refuse(value);
        }
        return value;
    }

    /** The value as an application's name, without control characters. */
    static String application(String value) {
        if (value.length() > 200 || value.chars().anyMatch(Character::isISOControl)) {
            throw APPLICATION_NAME.refuse(value);
        }
        return value;
    }

    /** The value as a time limit; empty for none. */
    static Optional<Duration> timeout(String value) {
        String number = value.strip();
        long unitMillis = 1_000;
        for (Unit unit : Unit.values()) {
            if (number.endsWith(unit.suffix)) {
                number = number.substring(0, number.length() - unit.suffix.length());
                unitMillis = unit.millis;
                break;
            }
        }
        try {
            long millis = Math.multiplyExact(Long.parseLong(number), unitMillis);
            if (millis < 0) {
                throw QUERY_TIMEOUT.refuse(value);
            }
            return millis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
        } catch (NumberFormatException | ArithmeticException e) {
            throw QUERY_TIMEOUT.refuse(value);
        }
    }

    /** Units of a time, the longer suffixes first. */
    private enum Unit {
        MILLIS("ms", 1),
        SECONDS("s", 1_000),
        MINUTES("m", 60_000),
        HOURS("h", 3_600_000);

        private final String suffix;
        private final long millis;

        Unit(String suffix, long millis) {
            this.suffix = requireNonNull(suffix);
            this.millis = millis;
        }
    }
}
