package io.strandline.gateway.sql;

import java.time.ZoneId;

/**
 * The options of a session that change how a statement is planned or run; part of a plan's key.
 *
 * @param schema schema that unqualified names are looked up in first
 * @param readOnly whether changes are refused (25006)
 * @param backticks whether names may be quoted with backticks beside double quotes
 */
public record SessionOptions(String catalog, String schema, ZoneId timeZone, boolean readOnly, boolean backticks) {
    /** Options of a session in which double quotes alone quote. */
    public SessionOptions(String catalog, String schema, ZoneId timeZone, boolean readOnly) {
        this(catalog, schema, timeZone, readOnly, false);
    }

    /** The same with another path. */
    public SessionOptions withPath(String newCatalog, String newSchema) {
        return new SessionOptions(newCatalog, newSchema, timeZone, readOnly, backticks);
    }

    /** The same with another time zone. */
    public SessionOptions withTimeZone(ZoneId zone) {
        return new SessionOptions(catalog, schema, zone, readOnly, backticks);
    }

    /** The same, but refusing changes or not. */
    public SessionOptions withReadOnly(boolean on) {
        return new SessionOptions(catalog, schema, timeZone, on, backticks);
    }

    /** The same, but with backticks or without. */
    public SessionOptions withBackticks(boolean on) {
        return new SessionOptions(catalog, schema, timeZone, readOnly, on);
    }
}
