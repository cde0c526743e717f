package io.strandline.gateway.session;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statement texts as they may be shown: literals given to names that sound like secrets are replaced. */
public final class SecretMask {
    private static final String SECRET_NAME = "[\\w.-]{0,64}(?:passw|pwd|secret|token|credential|access[_.-]?key"
            + "|api[_.-]?key|private[_.-]?key)[\\w.-]{0,64}";

    /** A name that sounds like a secret, what gives it a value, and the quote that begins the value. */
    private static final Pattern SECRET = Pattern.compile(
            "(?:\"" + SECRET_NAME + "\"|'" + SECRET_NAME + "'|\\b" + SECRET_NAME
                    + ")\\s{0,20}(?:=>|=|:|,|\\bTO\\b)\\s{0,20}'",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern URL_PASSWORD = Pattern.compile("(://[^\\s/:@']{0,200}:)[^\\s/@']{1,500}@");

    private SecretMask() {}

    /**
     * The text with those literals as {@code '***'}: {@code secret_key => 'x'}, {@code SET token = 'x'}, {@code
     * MAP['password', 'x']}, and passwords inside of URLs.
     */
    public static String mask(String sql) {
        String masked = sql;
        Matcher matcher = SECRET.matcher(sql);
        if (matcher.find()) {
            masked = maskLiterals(sql, matcher);
        }
        return masked.contains("://") ? URL_PASSWORD.matcher(masked).replaceAll("$1***@") : masked;
    }

    private static String maskLiterals(String sql, Matcher found) {
        StringBuilder masked = new StringBuilder(sql.length());
        int copied = 0;
        do {
            masked.append(sql, copied, found.end()).append("***'");
            copied = endOfLiteral(sql, found.end());
        } while (found.find(copied));
        return masked.append(sql, copied, sql.length()).toString();
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
