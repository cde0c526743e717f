package io.strandline.gateway.session;

/** Whether a schema exists, asked when a session is to use it. */
@FunctionalInterface
interface SchemaLookup {
    /** Whether the catalog has that schema; false also if there is no such catalog. */
    boolean exists(String catalog, String schema);
}
