package io.strandline.gateway.session;

import org.jspecify.annotations.Nullable;

/** Whether a schema exists, asked when a session is to use it. */
@FunctionalInterface
interface SchemaLookup {
    /**
     * Whether the catalog has that schema; false also if there is no such catalog.
     *
     * @param schema null for any
     */
    boolean exists(String catalog, @Nullable String schema);
}
