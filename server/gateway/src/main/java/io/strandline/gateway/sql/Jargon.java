package io.strandline.gateway.sql;

import java.util.regex.Pattern;

/** Calcite's words in ours. */
final class Jargon {
    private static final Pattern CLASS_NAME = Pattern.compile("\\b(?:[a-z_][\\w$]*\\.){2,}[A-Z][\\w$]*(?:: )?");
    private static final Pattern NOT_NULL = Pattern.compile(" NOT NULL\\b");
    private static final Pattern CHARSET = Pattern.compile(" CHARACTER SET \"[^\"]*\"(?: COLLATE \"[^\"]*\")?");
    private static final Pattern JAVA_TYPE = Pattern.compile("JavaType\\((?:class )?([\\w.$]+)\\)");
    private static final Pattern FAMILY = Pattern.compile("<([A-Z_]+(?:\\([\\d, ]+\\))?)>");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private Jargon() {}

    /** The message without class names, character sets and nullability, on one line, its first letter small. */
    static String mend(String message) {
        String mended = CHARSET.matcher(message).replaceAll("");
        mended = NOT_NULL.matcher(mended).replaceAll("");
        mended = JAVA_TYPE.matcher(mended).replaceAll("a value");
        mended = CLASS_NAME.matcher(mended).replaceAll("");
        mended = FAMILY.matcher(mended).replaceAll("$1");
        mended = SPACES.matcher(mended).replaceAll(" ").strip();
        if (mended.length() > 1 && Character.isUpperCase(mended.charAt(0)) && Character.isLowerCase(mended.charAt(1))) {
            mended = Character.toLowerCase(mended.charAt(0)) + mended.substring(1);
        }
        return mended;
    }
}
