package io.strandline.gateway.sql;

import java.time.ZoneId;

/**
 * The options of a session that change how a statement is planned or run; part of a plan's key.
 *
 * @param schema schema that unqualified names are looked up in first
 * @param readOnly whether changes are refused (25006)
 */
public record SessionOptions(String catalog, String schema, ZoneId timeZone, boolean readOnly) {}
