package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
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

    /**
     * Checks that there is that catalog, or that schema in it.
     *
     * @param schema null for the catalog alone
     * @throws StrandlineException {@code NO_SUCH_SCHEMA}, {@code NO_SUCH_CATALOG}
     */
    default void require(String catalog, @Nullable String schema) {
        if (exists(catalog, schema)) {
            return;
        }
        if (schema != null) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_SCHEMA,
                    "no schema \"" + schema + "\" in catalog \"" + catalog
                            + "\". List them with SELECT * FROM information_schema.schemata.");
        }
        throw new StrandlineException(
                ErrorCode.NO_SUCH_CATALOG,
                "no catalog \"" + catalog + "\". There are: " + String.join(", ", catalogs()) + ".");
    }
}
