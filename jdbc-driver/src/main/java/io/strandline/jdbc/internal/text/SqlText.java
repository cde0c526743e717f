package io.strandline.jdbc.internal.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks at the first word of a statement, past blanks, comments and brackets. Stateless. */
public final class SqlText {
    private static final Set<String> READS =
            Set.of("SELECT", "VALUES", "WITH", "TABLE", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "SET", "RESET", "USE");

    private static final Pattern SET_KEY = Pattern.compile(
            "(?:SET\\s+\"?idempotency_key\"?\\s*(?:=|\\bTO\\b)\\s*'((?:[^']|'')*)'|RESET\\s+(?:\"?idempotency_key\"?|ALL))\\s*;?\\s*",
            Pattern.CASE_INSENSITIVE);

    private SqlText() {}

    /**
     * Whether a statement certainly changes nothing beyond its own session. Anything not known to be a read counts as a
     * change: the cost of a wrong guess is a stricter error, never a change made twice.
     */
    public static boolean isRead(String sql) {
        return READS.contains(firstWord(sql));
    }

    /** Whether a statement may give its session another time zone: a SET or RESET that names it, or resets all. */
    public static boolean mayChangeTimeZone(String sql) {
        String word = firstWord(sql);
        return word.equals("RESET")
                || (word.equals("SET") && sql.toLowerCase(Locale.ROOT).contains("zone"));
    }

    /**
     * The idempotency key a statement sets for the change that follows it in its session: empty for a RESET of it, null for
     * any other statement.
     */
    public static @Nullable String idempotencyKey(String sql) {
        Matcher set = SET_KEY.matcher(sql).region(start(sql, 0), sql.length());
        if (!set.matches()) {
            return null;
        }
        return set.group(1) == null ? "" : set.group(1).replace("''", "'");
    }

    /** The first word in upper case; empty if the text has none. */
    public static String firstWord(String sql) {
        int at = start(sql, 0);
        while (at < sql.length() && sql.charAt(at) == '(') {
            at = start(sql, at + 1);
        }
        int end = at;
        while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
            end++;
        }
        return sql.substring(at, end).toUpperCase(Locale.ROOT);
    }

    /** Where the text goes on after blanks and comments that begin at {@code from}. */
    public static int start(String sql, int from) {
        int at = from;
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at))) {
                at++;
            } else if (sql.startsWith("--", at) || sql.startsWith("//", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                at = end < 0 ? sql.length() : end + 2;
            } else {
                break;
            }
        }
        return at;
    }
}
