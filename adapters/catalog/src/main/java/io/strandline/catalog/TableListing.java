package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All entries of a namespace in order of name, a page in memory at a time. The order is checked, because who merges a listing
 * would take a name out of order for one that is not there. Belongs to one execution.
 */
public final class TableListing implements Iterator<TableEntry> {
    private static final int PAGE = 1_000;

    private final TableCatalog catalog;
    private final List<String> namespace;
    private final CallContext call;
    private Iterator<TableEntry> page = List.<TableEntry>of().iterator();
    private boolean more = true;
    private @Nullable String last;

    /** A listing of that namespace, read as it is asked for. */
    public TableListing(TableCatalog catalog, List<String> namespace, CallContext call) {
        this.catalog = catalog;
        this.namespace = List.copyOf(namespace);
        this.call = new OneListing(call);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && more) {
            call.checkpoint();
            TablePage next = catalog.list(namespace, Optional.ofNullable(last), PAGE, call);
            more = next.more() && !next.entries().isEmpty();
            page = next.entries().iterator();
        }
        return page.hasNext();
    }

    /**
     * The next entry.
     *
     * @throws StrandlineException {@code BACKEND} if the catalog does not answer, {@code INTERNAL} if its pages are not in
     *     order
     */
    @Override
    public TableEntry next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        TableEntry entry = page.next();
        String name = entry.ref().name();
        if (last != null && Text.BY_CODE_POINT.compare(last, name) >= 0) {
            throw new StrandlineException(
                    ErrorCode.INTERNAL,
                    "catalog " + SqlNames.quoteIfNeeded(catalog.name()) + " listed " + SqlNames.quoteIfNeeded(name)
                            + " after " + SqlNames.quoteIfNeeded(last) + ": its pages are not in order of name.");
        }
        last = name;
        return entry;
    }
}
