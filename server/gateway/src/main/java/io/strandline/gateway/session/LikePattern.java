package io.strandline.gateway.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of JDBC's metadata: {@code %} any text, {@code _} any one character, backslash takes the next one as it is. Case
 * matters. No pattern matches everything.
 */
final class LikePattern {
    private static final char ESCAPE = '\\';

    private final @Nullable String pattern;

    private LikePattern(@Nullable String pattern) {
        this.pattern = pattern;
    }

    /** The pattern; null matches everything, the empty text only itself. */
    static LikePattern of(@Nullable String pattern) {
        return new LikePattern(pattern);
    }

    /** The one name it matches; empty if it may match others. */
    Optional<String> literal() {
        if (pattern == null) {
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%' || c == '_') {
                return Optional.empty();
            }
            if (c == ESCAPE && i + 1 < pattern.length()) {
                c = pattern.charAt(++i);
            }
            name.append(c);
        }
        return Optional.of(name.toString());
    }

    /** Whether it matches names of its own length alone. */
    boolean isOfOneLength() {
        return pattern != null && pattern.indexOf('%') < 0;
    }

    /** Whether the name matches. Linear in practice: only the last {@code %} is ever gone back to. */
    boolean matches(String name) {
        if (pattern == null) {
            return true;
        }
        int p = 0;
        int n = 0;
        int percentAt = -1;
        int resumeAt = 0;
        while (n < name.length()) {
            int taken = p < pattern.length() ? matchOne(pattern, p, name, n) : 0;
            if (taken > 0) {
                n += pattern.charAt(p) == '_' ? characterLength(name, n) : 1;
                p += taken;
            } else if (p < pattern.length() && pattern.charAt(p) == '%') {
                percentAt = p++;
                resumeAt = n;
            } else if (percentAt >= 0) {
                p = percentAt + 1;
                n = ++resumeAt;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '%') {
            p++;
        }
        return p == pattern.length();
    }

    /** How much of the pattern matches the next character of the name; 0 if it does not, or is a {@code %}. */
    private static int matchOne(String pattern, int p, String name, int n) {
        char c = pattern.charAt(p);
        if (c == '%') {
            return 0;
        }
        if (c == '_') {
            return 1;
        }
        if (c == ESCAPE && p + 1 < pattern.length()) {
            return pattern.charAt(p + 1) == name.charAt(n) ? 2 : 0;
        }
        return c == name.charAt(n) ? 1 : 0;
    }

    private static int characterLength(String name, int at) {
        return Character.charCount(name.codePointAt(at));
    }
}
