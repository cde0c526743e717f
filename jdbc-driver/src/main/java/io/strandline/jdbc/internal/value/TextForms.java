package io.strandline.jdbc.internal.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How values print, and how dates and times are read from text. Stateless. */
final class TextForms {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    /** {@code 2024-03-01 09:30:00}, with as many digits of a second as there are. */
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    private TextForms() {}

    /** A value as {@code getString} shows it; zoned ones in {@code zone}. */
    static String of(Object value, ZoneId zone) {
        if (value instanceof LocalDateTime) {
            return TIMESTAMP.format((LocalDateTime) value);
        }
        if (value instanceof Instant) {
            return TIMESTAMP.format(LocalDateTime.ofInstant((Instant) value, zone));
        }
        if (value instanceof LocalTime) {
            return TIME.format((LocalTime) value);
        }
        if (value instanceof BigDecimal) {
            return ((BigDecimal) value).toPlainString();
        }
        if (value instanceof byte[]) {
            return hex((byte[]) value);
        }
        return value instanceof List ? array((List<?>) value) : value.toString();
    }

    /** {@code [a, null, c]}. */
    static String array(List<?> elements) {
        return elements.stream().map(TextForms::element).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String element(@Nullable Object element) {
        return element == null ? "null" : of(element, ZoneOffset.UTC);
    }

    /** A wall clock, with a blank or a {@code T} between date and time. */
    static LocalDateTime timestamp(String text) {
        String trimmed = text.trim();
        return LocalDateTime.parse(trimmed.indexOf('T') < 0 ? trimmed.replace(' ', 'T') : trimmed);
    }

    /** A point in time; without an offset it is one of UTC. */
    static Instant instant(String text) {
        String trimmed = text.trim().replaceFirst(" ", "T").replaceFirst(" UTC$", "Z");
        return trimmed.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$")
                ? OffsetDateTime.parse(trimmed).toInstant()
                : LocalDateTime.parse(trimmed).toInstant(ZoneOffset.UTC);
    }

    /** A UUID from its text or its 16 bytes. */
    static UUID uuid(Object value) {
        return value instanceof UUID
                ? (UUID) value
                : UUID.fromString(value.toString().trim());
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 2);
        for (byte b : bytes) {
            text.append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
        }
        return text.toString();
    }
}
