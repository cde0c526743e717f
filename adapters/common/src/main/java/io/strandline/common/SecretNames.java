package io.strandline.common;

import java.util.regex.Pattern;

/** Which names are those of secrets (CAT-12): of properties, settings, arguments and session options. */
public final class SecretNames {
    /** Part of a name whose value is secret. The id of an access key is none, as a user's name is none. */
    public static final String PART = "passw|passphrase|pwd|secret|token|credential|authorization"
            + "|(?:access|api|private|account|shared|ssl)[._-]?key(?![._-]?id)";

    private static final Pattern SECRET = Pattern.compile(PART, Pattern.CASE_INSENSITIVE);

    /** Names that look like a secret's and are none; a setting of Iceberg's for one column ends in the column's name. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(?:^|[._-])(?:primary|partition|sort|cluster)[._-]?key$"
                    + "|(?:commit|sink)[._-]?token$|token[._-]?(?:refresh|exchange)[._-]?enabled$"
                    + "|token[._-]?expires?[._-]?in[._-]?ms$|^write\\.[a-z.-]{1,60}\\.column\\.",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern KEY = Pattern.compile("key$", Pattern.CASE_INSENSITIVE);

    private SecretNames() {}

    /** Whether what is given to that name in a statement or a setting is secret. */
    public static boolean isSecret(String name) {
        return SECRET.matcher(name).find() && !HARMLESS.matcher(name).find();
    }

    /** Whether a property of a catalog or a client is secret: those that end in key are, too. */
    public static boolean isSecretProperty(String name) {
        return (SECRET.matcher(name).find() || KEY.matcher(name).find())
                && !HARMLESS.matcher(name).find();
    }
}
