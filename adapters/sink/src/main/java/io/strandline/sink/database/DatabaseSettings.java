package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.SinkSpec;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a sink's table is.
 *
 * @param url of the database, as its JDBC driver takes it
 * @param mostConnections that the sink has at once, for runs and queries
 * @param keepsJournal whether runs can be undone; without it appends go straight into the table
 */
record DatabaseSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        boolean keepsJournal,
        int mostConnections,
        String schema,
        String table) {
    private static final String SCHEMA = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["url"],\
            "additionalProperties":false,"properties":{\
            "url":{"type":"string","pattern":"^URL_PREFIX","description":"JDBC URL of the database."},\
            "user":{"type":"string"},"password":{"type":"string","writeOnly":true},\
            "connections":{"type":"integer","minimum":1,"maximum":1000,"default":20,\
            "description":"How many connections the sink has at most, for runs and queries."},\
            "rollback":{"type":"boolean","default":true,\
            "description":"Whether runs can be undone; false writes faster."}}}""";

    private static final int CONNECTIONS = 20;
    private static final int MOST_CONNECTIONS = 1_000;

    private static final Set<String> NAMES =
            new TreeSet<>(Set.of("url", "user", "password", "rollback", "connections"));

    /** JSON Schema of the settings. */
    static String schema(String urlPrefix) {
        return SCHEMA.replace("URL_PREFIX", urlPrefix);
    }

    /** Of a sink's declaration. */
    static DatabaseSettings of(SinkSpec spec, String urlPrefix) {
        Map<String, Object> settings = spec.settings();
        for (String name : settings.keySet()) {
            if (!NAMES.contains(name)) {
                throw wrong(spec, "setting " + name + " is not known" + Text.didYouMean(name, NAMES));
            }
        }
        String url = text(spec, "url");
        if (url == null || !url.startsWith(urlPrefix)) {
            throw wrong(spec, "url has to begin with " + urlPrefix + ".");
        }
        Object rollback = settings.getOrDefault("rollback", true);
        if (!(rollback instanceof Boolean keepsJournal)) {
            throw wrong(spec, "rollback has to be true or false.");
        }
        Object connections = settings.getOrDefault("connections", CONNECTIONS);
        if (!(connections instanceof Integer most) || most < 1 || most > MOST_CONNECTIONS) {
            throw wrong(spec, "connections has to be a whole number from 1 to " + MOST_CONNECTIONS + ".");
        }
        if (spec.table().namespace().size() != 1) {
            throw wrong(spec, "its table has to be named by schema and table.");
        }
        return new DatabaseSettings(
                url,
                text(spec, "user"),
                text(spec, "password"),
                keepsJournal,
                most,
                spec.table().namespace().get(0),
                spec.table().name());
    }

    /** The database that it is in, as its URL says it; options aside. */
    String database() {
        int options = url.indexOf('?');
        return options < 0 ? url : url.substring(0, options);
    }

    private static @Nullable String text(SinkSpec spec, String name) {
        Object value = spec.settings().get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(spec, name + " has to be text.");
    }

    private static StrandlineException wrong(SinkSpec spec, String what) {
        return new StrandlineException(
                ErrorCode.CONFIGURATION, "sinks." + spec.id() + " (" + spec.driver() + "): " + what);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return url + " " + schema + "." + table;
    }
}
