package io.strandline.sink.database;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which of PostgreSQL's types hold each value of which others as it was, by how {@code format_type} writes them. */
final class PostgresqlWidening {
    /** A type and what is in its parentheses, which may stand before its last words. */
    private static final Pattern PARTS =
            Pattern.compile("([a-z ]+?) ?(?:\\((\\d+)(?:,(\\d+))?\\))?( with(?:out)? time zone)?");

    /** What a type without parentheses has: all that there is. */
    private static final int ALL = Integer.MAX_VALUE;

    private static final Map<String, Set<String>> WIDER = Map.of(
            "smallint", Set.of("integer", "bigint"),
            "integer", Set.of("bigint"),
            "real", Set.of("double precision"),
            "character varying", Set.of("text"));

    /** Digits of the types of whole numbers. */
    private static final Map<String, Integer> DIGITS = Map.of("smallint", 5, "integer", 10, "bigint", 19);

    private static final Set<String> BOUNDED = Set.of("character varying", "bit varying", "time", "timestamp");

    private PostgresqlWidening() {}

    /** A type in parts. */
    private record Type(String name, String zone, int first, int second) {
        static Type of(String text) {
            Matcher parts = PARTS.matcher(text);
            if (!parts.matches()) {
                return new Type(text, "", ALL, ALL);
            }
            return new Type(
                    parts.group(1),
                    parts.group(4) == null ? "" : parts.group(4),
                    parts.group(2) == null ? ALL : Integer.parseInt(parts.group(2)),
                    parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3)));
        }

        boolean isUnbounded() {
            return first == ALL;
        }
    }

    static boolean holds(String wide, String narrow) {
        Type to = Type.of(wide);
        Type from = Type.of(narrow);
        if ("numeric".equals(to.name())) {
            return holdsNumber(to, from);
        }
        if (to.name().equals(from.name()) && to.zone().equals(from.zone())) {
            return BOUNDED.contains(to.name()) && to.first() >= from.first();
        }
        return to.isUnbounded() && WIDER.getOrDefault(from.name(), Set.of()).contains(to.name());
    }

    private static boolean holdsNumber(Type to, Type from) {
        if (DIGITS.containsKey(from.name())) {
            return to.isUnbounded() || to.first() - to.second() >= DIGITS.get(from.name());
        }
        if (!"numeric".equals(from.name())) {
            return false;
        }
        return to.isUnbounded()
                || (!from.isUnbounded()
                        && to.second() >= from.second()
                        && to.first() - to.second() >= from.first() - from.second());
    }
}
