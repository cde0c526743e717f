package io.strandline.common;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Text helpers for messages and names; case changes never depend on the machine's locale. */
public final class Text {
    /** Order by code point, which is also the order of UTF-8 bytes: how listings and the store sort names. */
    public static final Comparator<String> BY_CODE_POINT = Text::compareCodePoints;

    private Text() {}

    /** Lower case by the root locale. */
    public static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Upper case by the root locale. */
    public static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /** The text as it compares with others of any case; for finding names that differ only by case (LOC-6). */
    public static String fold(String text) {
        return lower(upper(text));
    }

    private static int compareCodePoints(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return Integer.compare(weight(a.charAt(i)), weight(b.charAt(i)));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** UTF-16 puts surrogates before U+E000, though the code points they make come after all others. */
    private static int weight(char c) {
        return Character.isSurrogate(c) ? c + 0x10000 : c;
    }

    /** Whether it holds half a surrogate pair, which no encoding of Unicode has bytes for. */
    public static boolean hasLoneSurrogate(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(at))) {
                    return true;
                }
                at++;
            }
        }
        return false;
    }

    /** The text cut to {@code limit} characters, an ellipsis in place of what was cut; never splits a surrogate pair. */
    public static String cut(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = Math.max(0, limit - 1);
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + "…";
    }

    /** The candidate that is most like {@code wrong}, if one is like it at all: for "did you mean". */
    public static Optional<String> nearest(String wrong, Collection<String> candidates) {
        String best = null;
        int bestDistance = Math.max(2, wrong.length() / 2);
        for (String candidate : candidates) {
            int distance = distance(lower(wrong), lower(candidate));
            if (distance < bestDistance || (distance == bestDistance && best == null)) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Ends a sentence: with {@code ; did you mean "x"?} if a candidate is near, else with a full stop. */
    public static String didYouMean(String wrong, Collection<String> candidates) {
        return nearest(wrong, candidates)
                .map(name -> "; did you mean \"" + name + "\"?")
                .orElse(".");
    }

    /** Levenshtein distance over two rows. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
