package io.strandline.gateway.sql;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a session that change how a statement is planned or run; part of a plan's key but for what is asked for at
 * each run.
 *
 * @param schema schema that unqualified names are looked up in first
 * @param readOnly whether changes are refused (25006)
 * @param backticks whether names may be quoted with backticks beside double quotes
 * @param ofModules values of the options that modules add, by name; those not set are not there
 */
public record SessionOptions(
        String catalog,
        String schema,
        ZoneId timeZone,
        boolean readOnly,
        boolean backticks,
        Map<String, String> ofModules) {
    public SessionOptions {
        ofModules = Map.copyOf(ofModules);
    }

    /** Options of a session in which double quotes alone quote. */
    public SessionOptions(String catalog, String schema, ZoneId timeZone, boolean readOnly) {
        this(catalog, schema, timeZone, readOnly, false, Map.of());
    }

    /** The same with another path. */
    public SessionOptions withPath(String newCatalog, String newSchema) {
        return new SessionOptions(newCatalog, newSchema, timeZone, readOnly, backticks, ofModules);
    }

    /** The same with another time zone. */
    public SessionOptions withTimeZone(ZoneId zone) {
        return new SessionOptions(catalog, schema, zone, readOnly, backticks, ofModules);
    }

    /** The same, but refusing changes or not. */
    public SessionOptions withReadOnly(boolean on) {
        return new SessionOptions(catalog, schema, timeZone, on, backticks, ofModules);
    }

    /** The same, but with backticks or without. */
    public SessionOptions withBackticks(boolean on) {
        return new SessionOptions(catalog, schema, timeZone, readOnly, on, ofModules);
    }

    /** The same with another value of an option that a module adds; null takes it away. */
    public SessionOptions withOption(String name, @Nullable String value) {
        Map<String, String> changed = new HashMap<>(ofModules);
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        return new SessionOptions(catalog, schema, timeZone, readOnly, backticks, changed);
    }
}
