package io.strandline.gateway.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which catalogs and schemas exist, asked when a session is to use one. */
interface SchemaLookup {
    /**
     * Whether the catalog has that schema; false also if there is no such catalog.
     *
     * @param schema null for any
     */
    boolean exists(String catalog, @Nullable String schema);

    /** Names of the catalogs there are, in order. */
    List<String> catalogs();
}
