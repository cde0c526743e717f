package io.strandline.catalog.sql;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;

/** Whether a caller may look at a catalog, asked at each execution (GW-3). */
final class GrantedCatalogs {
    private GrantedCatalogs() {}

    /**
     * Checks it; a catalog that does not exist is refused in the same words.
     *
     * @throws StrandlineException {@code NO_SUCH_CATALOG}
     */
    static void require(String catalog, Caller caller) {
        if (!caller.grants().catalog(catalog)) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog " + SqlNames.quoteIfNeeded(catalog) + " that user \"" + caller.user()
                            + "\" may look at. SHOW CATALOGS lists those.");
        }
    }
}
