package io.strandline.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every property that a URL or {@code Properties} may hold. The one list from which parsing, {@link
 * Driver#getPropertyInfo} and the reference page are made.
 */
public enum ConnectionProperty {
    /** Login name. */
    USER("user", null, "Login name; without one nothing is sent to log in with."),
    /** Password; never shown in a message. */
    PASSWORD("password", null, "Password of the user."),
    /** TLS. */
    SSL("ssl", "false", "Whether to speak TLS to the gateway.", "true", "false"),
    /** Certificates to trust. */
    SSL_TRUST(
            "sslTrust",
            null,
            "File of the certificates to trust instead of those of the JVM: PEM, or a PKCS12 store; with ssl=true."),
    /** Password of the PKCS12 store; never shown in a message. */
    SSL_TRUST_PASSWORD("sslTrustPassword", null, "Password of the PKCS12 store that sslTrust names."),
    /** Zone of the session. */
    TIME_ZONE(
            "timeZone", null, "Zone in which zoned values print and zoneless literals compare; the JVM's by default."),
    /** Name shown in {@code runtime.sessions}. */
    APPLICATION_NAME("applicationName", null, "Name of the application, shown in runtime.sessions."),
    /** Whether changes are refused. */
    READ_ONLY("readOnly", "false", "Whether the session refuses statements that change anything.", "true", "false"),
    /** Catalog to begin in. */
    CATALOG("catalog", null, "Catalog in which unqualified names are looked up."),
    /** Schema to begin in. */
    SCHEMA("schema", null, "Schema in which unqualified names are looked up."),
    /** What an underscore means to the metadata. */
    METADATA_UNDERSCORE(
            "metadataUnderscore",
            "wildcard",
            "Whether _ in names that a tool asks metadata for is JDBC's wildcard, or literal, for tools that do not"
                    + " escape it.",
            "wildcard",
            "literal"),
    /** Rows in a frame. */
    FETCH_SIZE("fetchSize", "1000", "Rows to ask for in one request, unless the statement says otherwise."),
    /** Time limit of a connect. */
    CONNECT_TIMEOUT("connectTimeout", "10s", "Longest time a connect may take, as 500ms, 10s or 2m; 0 waits for ever."),
    /** Time limit of an answer. */
    NETWORK_TIMEOUT(
            "networkTimeout", "0", "Longest time to wait for an answer, as 500ms, 10s or 2m; 0 waits for ever.");

    private final String key;
    private final @Nullable String defaultValue;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> choices;

    ConnectionProperty(String key, @Nullable String defaultValue, String description, String... choices) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.description = description;
        this.choices = List.of(choices);
    }

    /** The name as written in a URL; names are case sensitive. */
    public String key() {
        return key;
    }

    /** The value taken when none is given; null for a property that then has no value. */
    public @Nullable String defaultValue() {
        return defaultValue;
    }

    /** What it does, in a sentence. */
    public String description() {
        return description;
    }

    /** Whether its value is shown to nobody: no message, no tool, no {@code toString} has it. */
    public boolean isSecret() {
        return this == PASSWORD || this == SSL_TRUST_PASSWORD;
    }

    /** The values allowed; empty when any value may be given. */
    public List<String> choices() {
        return choices;
    }
}
