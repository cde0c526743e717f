package io.strandline.jdbc.internal.connect;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A URL taken apart: {@code jdbc:strandline://host:port/?name=value&name=value}, names and values percent-encoded where
 * they hold {@code &}, {@code =}, {@code %} or {@code #}. Messages never quote what follows the {@code ?}: it may hold a
 * password. Immutable.
 */
public final class ConnectionUrl {
    /** What every URL of this driver begins with. */
    public static final String PREFIX = "jdbc:strandline:";

    /** The gateway's own default port. */
    public static final int DEFAULT_PORT = 8765;

    private final String host;
    private final int port;
    private final Map<String, String> parameters;

    private ConnectionUrl(String host, int port, Map<String, String> parameters) {
        this.host = host;
        this.port = port;
        this.parameters = Collections.unmodifiableMap(parameters);
    }

    /** Whether a URL is for this driver, well formed or not. */
    public static boolean isOurs(String url) {
        return url.startsWith(PREFIX);
    }

    /**
     * Takes a URL apart.
     *
     * @throws SQLException 08001 if it is not of the form above
     */
    public static ConnectionUrl parse(String url) throws SQLException {
        int question = url.indexOf('?');
        String place = question < 0 ? url : url.substring(0, question);
        if (!place.startsWith(PREFIX + "//")) {
            throw malformed(place, "it must begin with " + PREFIX + "//host:port");
        }
        String authority = place.substring(PREFIX.length() + 2);
        int slash = authority.indexOf('/');
        if (slash >= 0) {
            if (slash < authority.length() - 1) {
                throw malformed(place, "it has a path; give catalog and schema as ?catalog=...&schema=...");
            }
            authority = authority.substring(0, slash);
        }
        if (authority.indexOf('@') >= 0) {
            throw malformed(PREFIX + "//...", "give the login as user and password properties, not before an @");
        }
        int colon = portColon(authority);
        String host = colon < 0 ? authority : authority.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw malformed(place, "an IPv6 address is written in brackets, as [::1]");
        }
        if (host.isEmpty()) {
            throw malformed(place, "the host is missing");
        }
        int port = colon < 0 ? DEFAULT_PORT : port(authority.substring(colon + 1), place);
        return new ConnectionUrl(host, port, question < 0 ? Map.of() : parameters(url.substring(question + 1), place));
    }

    /** Host name or address, an IPv6 one without brackets. */
    public String host() {
        return host;
    }

    /** TCP port. */
    public int port() {
        return port;
    }

    /** What follows the question mark, decoded, in the order written. */
    public Map<String, String> parameters() {
        return parameters;
    }

    /** Host and port as they are shown to people. */
    public String hostAndPort() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    private static int portColon(String authority) {
        int bracket = authority.lastIndexOf(']');
        int colon = authority.lastIndexOf(':');
        return colon > bracket && authority.indexOf(':', bracket + 1) == colon ? colon : -1;
    }

    private static int port(String text, String place) throws SQLException {
        try {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException notANumber) {
            // told below, together with numbers that are no port
        }
        throw malformed(place, "the port must be a number from 1 to 65535");
    }

    private static Map<String, String> parameters(String query, String place) throws SQLException {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw malformed(place, "a property has no name=value form");
            }
            String name = decode(pair.substring(0, equals), place);
            if (parameters.put(name, decode(pair.substring(equals + 1), place)) != null) {
                throw malformed(place, "property " + name + " is given twice");
            }
        }
        return parameters;
    }

    private static String decode(String text, String place) throws SQLException {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer to = ByteBuffer.allocate(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] != '%') {
                to.put(from[i]);
                continue;
            }
            int high = i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
            int low = i + 2 < from.length ? Character.digit(from[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw malformed(place, "a % in a property is not followed by two hex digits; a plain % is written %25");
            }
            to.put((byte) (high * 16 + low));
            i += 2;
        }
        to.flip();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(to).toString();
        } catch (CharacterCodingException e) {
            throw malformed(place, "a percent-encoded property is not UTF-8");
        }
    }

    private static SQLException malformed(String place, String why) {
        return SqlErrors.of(SqlState.CANNOT_CONNECT, "URL " + place + " cannot be used: " + why);
    }
}
