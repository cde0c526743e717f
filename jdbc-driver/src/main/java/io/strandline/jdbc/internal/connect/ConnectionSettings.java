package io.strandline.jdbc.internal.connect;

import io.strandline.jdbc.ConnectionProperty;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.text.NearestName;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one connection was asked for: the URL's properties over those of {@code Properties} over the defaults, each
 * checked. Immutable; {@link #toString} shows no password.
 */
public final class ConnectionSettings {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)?");

    private final ConnectionUrl url;
    private final Map<ConnectionProperty, String> values;

    private ConnectionSettings(ConnectionUrl url, Map<ConnectionProperty, String> values) {
        this.url = url;
        this.values = values;
    }

    /**
     * Reads URL and properties; the caller's {@code info} is left as it is.
     *
     * @throws SQLException 08001 for a malformed URL, 22023 for a property that does not exist or a value it cannot have
     */
    public static ConnectionSettings of(String text, Properties info) throws SQLException {
        ConnectionUrl url = ConnectionUrl.parse(text);
        Map<ConnectionProperty, String> values = new EnumMap<>(ConnectionProperty.class);
        for (String name : info.stringPropertyNames()) {
            values.put(property(name), info.getProperty(name));
        }
        for (Map.Entry<String, String> parameter : url.parameters().entrySet()) {
            values.put(property(parameter.getKey()), parameter.getValue());
        }
        ConnectionSettings settings = new ConnectionSettings(url, values);
        settings.check();
        return settings;
    }

    /** Where to connect. */
    public ConnectionUrl url() {
        return url;
    }

    /** The value given, else the default; null when there is neither. */
    public @Nullable String get(ConnectionProperty property) {
        String value = values.get(property);
        return value == null ? property.defaultValue() : value;
    }

    /** A property of two choices. */
    public boolean flag(ConnectionProperty property) {
        return "true".equals(get(property));
    }

    /** Rows to ask for in one request. */
    public int fetchSize() {
        return Integer.parseInt(String.valueOf(get(ConnectionProperty.FETCH_SIZE)));
    }

    /** A time limit; zero for none. */
    public Duration duration(ConnectionProperty property) {
        Matcher matcher = DURATION.matcher(String.valueOf(get(property)));
        if (!matcher.matches()) {
            throw new IllegalStateException(property.key() + " was not checked");
        }
        long amount = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2);
        return "m".equals(unit)
                ? Duration.ofMinutes(amount)
                : "s".equals(unit) ? Duration.ofSeconds(amount) : Duration.ofMillis(amount);
    }

    /** Zone of the session. */
    public ZoneId timeZone() {
        String zone = get(ConnectionProperty.TIME_ZONE);
        return zone == null ? ZoneId.systemDefault() : ZoneId.of(zone, ZoneId.SHORT_IDS);
    }

    @Override
    public String toString() {
        return ConnectionUrl.PREFIX + "//" + url.hostAndPort() + "/";
    }

    private static ConnectionProperty property(String name) throws SQLException {
        List<String> names = new ArrayList<>();
        for (ConnectionProperty property : ConnectionProperty.values()) {
            if (property.key().equals(name)) {
                return property;
            }
            names.add(property.key());
        }
        throw SqlErrors.of(
                SqlState.BAD_ARGUMENT,
                "connection property \"" + name + "\" does not exist; "
                        + NearestName.of(name, names)
                                .map(nearest -> "did you mean \"" + nearest + "\"?")
                                .orElse("known are " + String.join(", ", names)));
    }

    private void check() throws SQLException {
        for (Map.Entry<ConnectionProperty, String> entry : values.entrySet()) {
            ConnectionProperty property = entry.getKey();
            if (!property.choices().isEmpty() && !property.choices().contains(entry.getValue())) {
                throw bad(property, "must be one of " + String.join(", ", property.choices()));
            }
        }
        for (ConnectionProperty limit :
                List.of(ConnectionProperty.CONNECT_TIMEOUT, ConnectionProperty.NETWORK_TIMEOUT)) {
            if (!DURATION.matcher(String.valueOf(get(limit))).matches()) {
                throw bad(limit, "must be a time such as 500ms, 10s or 2m");
            }
        }
        if (!String.valueOf(get(ConnectionProperty.FETCH_SIZE)).matches("[1-9]\\d{0,8}")) {
            throw bad(ConnectionProperty.FETCH_SIZE, "must be a number of rows from 1 to 999999999");
        }
        if (get(ConnectionProperty.SSL_TRUST) != null && !flag(ConnectionProperty.SSL)) {
            throw bad(ConnectionProperty.SSL_TRUST, "is for TLS only; set ssl=true, or leave it out");
        }
        String user = get(ConnectionProperty.USER);
        if (user != null && user.indexOf(':') >= 0) {
            throw bad(ConnectionProperty.USER, "must not hold a colon, which HTTP basic login cannot carry");
        }
        try {
            timeZone();
        } catch (DateTimeException e) {
            throw bad(ConnectionProperty.TIME_ZONE, "must be a zone id such as Europe/Paris, UTC or +02:00");
        }
    }

    private static SQLException bad(ConnectionProperty property, String rule) {
        return SqlErrors.of(SqlState.BAD_ARGUMENT, "connection property \"" + property.key() + "\" " + rule);
    }
}
