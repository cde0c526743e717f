package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.List;

/** The stores that the files of a catalog's tables lie in. Thread-safe. */
public interface TableStorage {
    /**
     * The files of a table in that state.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFLICT} if it is not in that state any more
     */
    TableContents open(TableRef table, TableState state, CallContext call);

    /** Those of some files that are there. */
    List<String> existing(List<String> locations, CallContext call);
}
