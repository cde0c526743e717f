package io.strandline.sink.database;

import io.strandline.common.Text;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Texts that PostgreSQL would cut or round without a word: blanks at the end of what is too long, digits of what is no text
 * there (PostgreSQL documentation, "Character Types", "Numeric Types", "Date/Time Types"). All else it refuses itself.
 */
final class PostgresqlTexts {
    private static final int NAME_BYTES = 63;
    private static final int MICROSECONDS = 6;

    private PostgresqlTexts() {}

    /**
     * Why a text cannot be held as it is; null if it can, or if the database says so itself.
     *
     * @param typeText of its column, as the database writes it
     */
    static @Nullable String unsendable(String text, String typeText) {
        if (text.indexOf('\0') >= 0) {
            return "holds U+0000, which PostgreSQL's text does not";
        }
        if (Text.hasLoneSurrogate(text)) {
            return "holds half a surrogate pair, which UTF-8 does not";
        }
        if (typeText.equals("text")) {
            return null;
        }
        if (typeText.startsWith("character")) {
            int most = number(typeText, 0, Integer.MAX_VALUE);
            return text.length() > most && text.codePointCount(0, text.length()) > most
                    ? "is longer than the " + most + " characters that the column keeps"
                    : null;
        }
        if (typeText.equals("name") || typeText.equals("\"char\"")) {
            int most = typeText.equals("name") ? NAME_BYTES : 1;
            return text.getBytes(StandardCharsets.UTF_8).length > most
                    ? "is longer than the " + most + " bytes that the column keeps"
                    : null;
        }
        if (typeText.startsWith("numeric(")) {
            return rounded(text, typeText);
        }
        return typeText.startsWith("time") || typeText.startsWith("interval") ? roundedTime(text, typeText) : null;
    }

    private static @Nullable String rounded(String text, String typeText) {
        try {
            return rounded(new BigDecimal(text.strip()), typeText);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Why a number cannot be held as it is; null if it can. */
    static @Nullable String rounded(BigDecimal number, String typeText) {
        int comma = typeText.indexOf(',');
        if (comma < 0 || !typeText.startsWith("numeric(")) {
            return null;
        }
        int digits = number(typeText, comma, 0);
        return number.scale() > digits && number.stripTrailingZeros().scale() > digits
                ? "has more than the " + digits + " digits after the point that the column keeps"
                : null;
    }

    private static @Nullable String roundedTime(String text, String typeText) {
        int digits = number(typeText, 0, MICROSECONDS);
        for (int point = text.indexOf('.'); point >= 0; point = text.indexOf('.', point + 1)) {
            int significant = point;
            for (int at = point + 1; at < text.length() && Character.isDigit(text.charAt(at)); at++) {
                significant = text.charAt(at) == '0' ? significant : at;
            }
            if (significant - point > digits) {
                return "has more than the " + digits + " digits of a second that the column keeps";
            }
        }
        return null;
    }

    /** The number behind the bracket or comma that comes first from a place on; another if there is none. */
    private static int number(String typeText, int from, int otherwise) {
        int at = from == 0 ? typeText.indexOf('(') : from;
        if (at < 0) {
            return otherwise;
        }
        int number = 0;
        boolean negative = false;
        for (at++; at < typeText.length(); at++) {
            char next = typeText.charAt(at);
            if (next == '-') {
                negative = true;
            } else if (Character.isDigit(next)) {
                number = number * 10 + (next - '0');
            } else if (next != ' ') {
                break;
            }
        }
        return negative ? -number : number;
    }
}
