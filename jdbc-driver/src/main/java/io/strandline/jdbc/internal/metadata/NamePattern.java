package io.strandline.jdbc.internal.metadata;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A name as {@link java.sql.DatabaseMetaData} takes it: {@code %} any text, {@code _} any character, {@code \} before
 * either for itself; null for every name. Immutable.
 */
final class NamePattern {
    /** What {@code getSearchStringEscape} says. */
    static final String ESCAPE = "\\";

    private final @Nullable String pattern;

    private NamePattern(@Nullable String pattern) {
        this.pattern = pattern;
    }

    static NamePattern of(@Nullable String pattern) {
        return new NamePattern(pattern);
    }

    /** The same pattern with every underscore that is not escaped standing for itself. */
    static @Nullable String withLiteralUnderscores(@Nullable String pattern) {
        if (pattern == null || pattern.indexOf('_') < 0) {
            return pattern;
        }
        NamePattern given = of(pattern);
        StringBuilder literal = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            if (given.escapesAt(i)) {
                literal.append(pattern.charAt(i++));
            } else if (pattern.charAt(i) == '_') {
                literal.append('\\');
            }
            literal.append(pattern.charAt(i));
        }
        return literal.toString();
    }

    /** The only name it matches, if it has no wildcard. */
    Optional<String> only() {
        if (pattern == null) {
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%' || c == '_') {
                return Optional.empty();
            }
            name.append(escapesAt(i) ? pattern.charAt(++i) : c);
        }
        return Optional.of(name.toString());
    }

    /** Whether it matches a name, exactly in case. */
    boolean matches(String name) {
        return pattern == null || matches(name, 0, 0);
    }

    private boolean matches(String name, int from, int at) {
        String wanted = pattern == null ? "" : pattern;
        int n = from;
        for (int p = at; p < wanted.length(); p++) {
            char c = wanted.charAt(p);
            if (c == '%') {
                for (int rest = n; rest <= name.length(); rest++) {
                    if (matches(name, rest, p + 1)) {
                        return true;
                    }
                }
                return false;
            }
            if (n >= name.length()) {
                return false;
            }
            if (c == '_') {
                n += Character.charCount(name.codePointAt(n));
                continue;
            }
            if (escapesAt(p)) {
                c = wanted.charAt(++p);
            }
            if (name.charAt(n++) != c) {
                return false;
            }
        }
        return n == name.length();
    }

    private boolean escapesAt(int at) {
        if (pattern == null || pattern.charAt(at) != '\\' || at + 1 >= pattern.length()) {
            return false;
        }
        char next = pattern.charAt(at + 1);
        return next == '%' || next == '_' || next == '\\';
    }
}
