package io.strandline.clients;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;

/** A value of every SQL type, and every Java class that JDBC 4.2 lets it be bound from and read as. */
final class TypeSamples {
    /** What a column says of a value and how it reads. */
    static final List<Sample> ALL = List.of(
            sample("BOOLEAN", "TRUE", "true", true, "true"),
            sample("TINYINT", "CAST(-128 AS TINYINT)", "-128", (byte) -128, -128, "-128"),
            sample("SMALLINT", "CAST(32767 AS SMALLINT)", "32767", (short) 32767, 32767),
            sample("INTEGER", "-2147483648", "-2147483648", Integer.MIN_VALUE, "-2147483648"),
            sample(
                    "BIGINT",
                    "9007199254740993",
                    "9007199254740993",
                    9007199254740993L,
                    new BigDecimal("9007199254740993")),
            sample("BIGINT", "-9223372036854775808", "-9223372036854775808", Long.MIN_VALUE),
            decimal("1234567890123456789012345678.0123456789"),
            decimal("-9999999999999999999999999999.9999999999"),
            decimal("0.0000000001"),
            sample("REAL", "CAST(1.5 AS REAL)", "1.5", 1.5f),
            sample("REAL", "CAST('NaN' AS REAL)", "NaN", Float.NaN),
            sample("DOUBLE", "CAST('NaN' AS DOUBLE)", "NaN", Double.NaN),
            sample("DOUBLE", "1e0 / 0", "Infinity", Double.POSITIVE_INFINITY),
            sample("DOUBLE", "-1e0 / 0", "-Infinity", Double.NEGATIVE_INFINITY),
            sample("DOUBLE", "4.9E-324", "4.9E-324", Double.MIN_VALUE),
            sample("VARCHAR", "'表é😀ıİ''\"\\'", "表é😀ıİ'\"\\", "表é😀ıİ'\"\\"),
            sample("VARCHAR", "''", "", ""),
            sample(
                    "UUID",
                    "UUID '7d444840-9dc0-11d1-b245-5ffdce74fad2'",
                    "7d444840-9dc0-11d1-b245-5ffdce74fad2",
                    UUID.fromString("7d444840-9dc0-11d1-b245-5ffdce74fad2")),
            date("0001-01-01"),
            date("1500-02-28"),
            date("1582-10-04"),
            date("1582-10-15"),
            date("1969-12-31"),
            date("2026-03-08"),
            date("9999-12-31"),
            time("00:00:00"),
            time("02:30:00.5"),
            time("23:59:59.999"),
            timestamp("0001-01-01T00:00:00.001"),
            timestamp("1500-02-28T12:00:00"),
            timestamp("1582-10-10T01:02:03.4"),
            timestamp("1969-12-31T23:59:59.999"),
            timestamp("2026-03-08T02:30:00"),
            timestamp("2026-11-01T01:30:00"),
            timestamp("9999-12-31T23:59:59.999"),
            instant("1500-02-28T12:00:00Z"),
            instant("1969-12-31T23:59:59.999Z"),
            instant("2026-03-08T06:59:59.5Z"),
            instant("2026-03-08T07:00:00Z"),
            instant("2026-11-01T05:30:00Z"),
            instant("2026-11-01T06:30:00Z"));

    private TypeSamples() {}

    /**
     * A value.
     *
     * @param type as CAST names it
     * @param literal that is it
     * @param text what getString gives; null for an instant, which prints in the session's zone
     * @param values the same in every Java class it can be bound from and read as
     */
    record Sample(String type, String literal, String text, List<Object> values) {
        /** The instant's text in a zone. */
        String text(ZoneId zone) {
            return text == null ? print(((Instant) values.get(0)).atZone(zone).toLocalDateTime()) : text;
        }

        /** The values, and those that depend on the JVM's zone; its clocks or calendar may skip a time. */
        List<Object> valuesHere() {
            List<Object> all = new ArrayList<>(values);
            Object first = values.get(0);
            if (first instanceof LocalDate day) {
                all.add(Date.valueOf(day));
            }
            if (first instanceof LocalDateTime wall
                    && Timestamp.valueOf(wall).toLocalDateTime().equals(wall)) {
                all.add(Timestamp.valueOf(wall));
            }
            return all;
        }

        @Override
        public String toString() {
            return literal;
        }
    }

    private static Sample sample(String type, String literal, String text, Object... values) {
        return new Sample(type, literal, text, List.of(values));
    }

    private static Sample decimal(String digits) {
        return sample("DECIMAL(38, 10)", digits, digits, new BigDecimal(digits), digits);
    }

    private static Sample date(String day) {
        return sample("DATE", "DATE '" + day + "'", day, LocalDate.parse(day), day);
    }

    private static Sample time(String clock) {
        LocalTime time = LocalTime.parse(clock);
        return sample("TIME", "TIME '" + clock + "'", clock, time, clock);
    }

    private static Sample timestamp(String wall) {
        LocalDateTime time = LocalDateTime.parse(wall);
        return sample("TIMESTAMP", "TIMESTAMP '" + wall.replace('T', ' ') + "'", print(time), time, print(time));
    }

    private static Sample instant(String text) {
        Instant instant = Instant.parse(text);
        String type = "TIMESTAMP WITH LOCAL TIME ZONE";
        Calendar calendar = new Calendar.Builder()
                .setTimeZone(TimeZone.getTimeZone("Asia/Tokyo"))
                .setInstant(instant.toEpochMilli())
                .build();
        return new Sample(
                type,
                "CAST('" + text + "' AS " + type + ")",
                null,
                List.of(
                        instant,
                        instant.atOffset(ZoneOffset.ofHours(5)),
                        instant.atZone(ZoneId.of("Asia/Kathmandu")),
                        Timestamp.from(instant),
                        calendar));
    }

    private static String print(LocalDateTime wall) {
        String text = wall.toString().replace('T', ' ');
        return text.length() == "2026-03-08 02:30".length() ? text + ":00" : text.replaceFirst("(\\.\\d*?)0+$", "$1");
    }
}
