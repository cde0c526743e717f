package io.strandline.gateway.session;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statement texts as they may be shown: literals given to names that sound like secrets are replaced. Linear in the text. */
public final class SecretMask {
    /** What a name has in it that sounds like a secret. */
    private static final Pattern SECRET = Pattern.compile(
            "passw|pwd|secret|token|credential|access[_.-]?key|api[_.-]?key|private[_.-]?key",
            Pattern.CASE_INSENSITIVE);

    /** What gives the name a value: an arrow, an equals sign, a colon, a comma of a map, or TO. */
    private static final Pattern GIVES =
            Pattern.compile("[\"']?\\s{0,20}(?:=>|=|:|,|\\bTO\\b)\\s{0,20}'", Pattern.CASE_INSENSITIVE);

    private static final Pattern URL_PASSWORD = Pattern.compile("(://[^\\s/:@']{0,200}:)[^\\s/@']{1,500}@");

    /** A parameter of a URL, as JDBC has them: behind a question mark, an ampersand or a semicolon. */
    private static final Pattern URL_PARAMETER = Pattern.compile(
            "([?&;][\\w.-]{0,40}?(?:" + SECRET.pattern() + ")[\\w.-]{0,40}=)[^&;\\s\"']{1,500}",
            Pattern.CASE_INSENSITIVE);

    private SecretMask() {}

    /**
     * The text with those literals as {@code '***'}: {@code secret_key => 'x'}, {@code SET token = 'x'}, {@code
     * MAP['password', 'x']}, and passwords inside of URLs or among their parameters.
     */
    public static String mask(String sql) {
        Matcher secret = SECRET.matcher(sql);
        String masked = secret.find() ? maskLiterals(sql, secret) : sql;
        if (!masked.contains(":")) {
            return masked;
        }
        return URL_PARAMETER
                .matcher(URL_PASSWORD.matcher(masked).replaceAll("$1***@"))
                .replaceAll("$1***");
    }

    private static String maskLiterals(String sql, Matcher secret) {
        StringBuilder masked = new StringBuilder(sql.length());
        Matcher gives = GIVES.matcher(sql);
        int copied = 0;
        int next;
        do {
            next = endOfName(sql, secret.end());
            if (gives.region(next, sql.length()).lookingAt()) {
                masked.append(sql, copied, gives.end()).append("***'");
                copied = endOfLiteral(sql, gives.end());
                next = copied;
            }
        } while (secret.find(next));
        return masked.append(sql, copied, sql.length()).toString();
    }

    private static int endOfName(String sql, int from) {
        int at = from;
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || "_.-".indexOf(sql.charAt(at)) >= 0)) {
            at++;
        }
        return at;
    }

    /** The place after the closing quote; the end of a text that was cut inside of the literal. */
    private static int endOfLiteral(String sql, int from) {
        int at = from;
        while (at < sql.length()) {
            if (sql.charAt(at) != '\'') {
                at++;
            } else if (at + 1 < sql.length() && sql.charAt(at + 1) == '\'') {
                at += 2;
            } else {
                return at + 1;
            }
        }
        return at;
    }
}
