package io.strandline.common;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Names and literals as SQL text, and dotted SQL text as names: the one place that quotes and splits. */
public final class SqlNames {
    private SqlNames() {}

    /** The name as it may stand in SQL: itself if it is {@code [a-z_][a-z0-9_]*}, else in double quotes. */
    public static String quoteIfNeeded(String name) {
        return isPlain(name) ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Levels joined by dots, each quoted where needed. */
    public static String dotted(List<String> levels) {
        return levels.stream().map(SqlNames::quoteIfNeeded).collect(Collectors.joining("."));
    }

    /** A character literal: {@code 'it''s'}. */
    public static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /**
     * Splits dotted SQL text into its names: {@code "my.database".t} is two. Unquoted parts are taken as they are written;
     * case is not folded, since a name from a user's argument is data.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} for an unclosed quote, an empty part or text after a quote
     */
    public static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        while (true) {
            StringBuilder part = new StringBuilder();
            if (at < text.length() && text.charAt(at) == '"') {
                at = readQuoted(text, at, part);
            } else {
                while (at < text.length() && text.charAt(at) != '.') {
                    part.append(text.charAt(at++));
                }
            }
            if (part.isEmpty()) {
                throw malformed(text, "a part is empty");
            }
            parts.add(part.toString());
            if (at == text.length()) {
                return List.copyOf(parts);
            }
            if (text.charAt(at) != '.') {
                throw malformed(text, "text follows a closing quote");
            }
            at++;
        }
    }

    private static int readQuoted(String text, int openingQuote, StringBuilder part) {
        int at = openingQuote + 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '"') {
                part.append(c);
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
                part.append('"');
                at += 2;
            } else {
                return at + 1;
            }
        }
        throw malformed(text, "a quote is not closed");
    }

    private static StrandlineException malformed(String text, String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "name " + Text.cut(text, 100) + ": " + what
                        + ". Write levels separated by dots, those with special characters in double quotes.");
    }

    private static boolean isPlain(String name) {
        if (name.isEmpty() || !isLetter(name.charAt(0))) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            if (!isLetter(name.charAt(i)) && !(name.charAt(i) >= '0' && name.charAt(i) <= '9')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return c == '_' || (c >= 'a' && c <= 'z');
    }
}
