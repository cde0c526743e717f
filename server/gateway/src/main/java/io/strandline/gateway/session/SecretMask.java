package io.strandline.gateway.session;

import io.strandline.common.SecretNames;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statement texts as they may be shown: what is given to names of secrets is replaced (CAT-12). Linear in the text. */
public final class SecretMask {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{Nd}_.-]{1,1000}+");
    private static final Pattern PART = Pattern.compile(SecretNames.PART, Pattern.CASE_INSENSITIVE);

    /** Blanks and comments, as many as someone writes by hand. */
    private static final String BLANK = "(?:\\s|/\\*(?:[^*]|\\*(?!/)){0,200}+\\*/|--[^\\n]{0,200}+\\n){0,20}+";

    /** What gives the name a value, up to the value's quote: an arrow, an equals sign, a colon, a comma of a map, or TO. */
    private static final Pattern GIVES = Pattern.compile(
            "[\"']?" + BLANK + "(?:=>|=|:|,|\\bTO\\b)" + BLANK + "[A-Za-z_0-9&]{0,10}'", Pattern.CASE_INSENSITIVE);

    /** What follows a literal that goes on, up to the next quote. */
    private static final Pattern GOES_ON = Pattern.compile(BLANK + "(?:\\|\\|)?" + BLANK + "'");

    /** What gives a value in JSON, up to the value. */
    private static final Pattern GIVES_JSON = Pattern.compile("\"\\s{0,20}:\\s{0,20}");

    private static final Pattern URL_PASSWORD = Pattern.compile("(://[^\\s/:@']{0,200}:)[^\\s/@']{1,500}@");

    /** A parameter of a URL, as JDBC has them: behind a question mark, an ampersand or a semicolon. */
    private static final Pattern URL_PARAMETER = Pattern.compile(
            "([?&;][\\w.-]{0,40}?(?:" + SecretNames.PART + ")[\\w.-]{0,40}=)[^&;\\s\"']{1,500}",
            Pattern.CASE_INSENSITIVE);

    private final String sql;
    private final Matcher name;
    private final Matcher gives;
    private final Matcher givesJson;
    private final Matcher goesOn;
    private final StringBuilder masked;
    private int copied;

    private SecretMask(String sql) {
        this.sql = sql;
        this.name = NAME.matcher(sql);
        this.gives = GIVES.matcher(sql);
        this.givesJson = GIVES_JSON.matcher(sql);
        this.goesOn = GOES_ON.matcher(sql);
        this.masked = new StringBuilder(sql.length());
    }

    /**
     * The text with those values as {@code ***}: {@code secret_key => 'x'}, {@code SET token = 'x'}, {@code
     * MAP['password', 'x']}, {@code '{"password": "x"}'}, and passwords inside of URLs or among their parameters.
     */
    public static String mask(String sql) {
        String given = PART.matcher(sql).find() ? new SecretMask(sql).maskGiven() : sql;
        if (!given.contains(":")) {
            return given;
        }
        return URL_PARAMETER
                .matcher(URL_PASSWORD.matcher(given).replaceAll("$1***@"))
                .replaceAll("$1***");
    }

    private String maskGiven() {
        int at = 0;
        while (at < sql.length() && name.find(at)) {
            at = name.end();
            if (!SecretNames.isSecret(name.group())) {
                continue;
            }
            if (givesJson.region(at, sql.length()).lookingAt() && endOfJson(givesJson.end()) > givesJson.end()) {
                at = endOfJson(givesJson.end());
                hide(givesJson.end(), at, sql.charAt(givesJson.end()) == '"' ? "\"***\"" : "***");
            } else if (gives.region(at, sql.length()).lookingAt()) {
                at = endOfLiteral(gives.end());
                hide(gives.end(), at, "***'");
            }
        }
        return masked.append(sql, copied, sql.length()).toString();
    }

    private void hide(int from, int to, String shown) {
        masked.append(sql, copied, from).append(shown);
        copied = to;
    }

    /** The place after the closing quote, also of parts that go on behind it; the end of a text that was cut inside of it. */
    private int endOfLiteral(int from) {
        int at = from;
        while (at < sql.length()) {
            if (sql.charAt(at) != '\'') {
                at++;
            } else if (at + 1 < sql.length() && sql.charAt(at + 1) == '\'') {
                at += 2;
            } else if (goesOn.region(at + 1, sql.length()).lookingAt()) {
                at = goesOn.end();
            } else {
                return at + 1;
            }
        }
        return at;
    }

    /** The place after a value of JSON that begins there: a text, or a number or word. */
    private int endOfJson(int from) {
        boolean quoted = from < sql.length() && sql.charAt(from) == '"';
        int at = quoted ? from + 1 : from;
        while (at < sql.length()) {
            char here = sql.charAt(at);
            if (quoted ? here == '"' : "'\",}]{[ \t\r\n".indexOf(here) >= 0) {
                return quoted ? at + 1 : at;
            }
            at += quoted && here == '\\' ? 2 : 1;
        }
        return sql.length();
    }
}
