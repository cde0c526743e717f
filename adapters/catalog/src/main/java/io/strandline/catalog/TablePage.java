package io.strandline.catalog;

import java.util.List;

/**
 * Part of a listing.
 *
 * @param more whether entries follow the last of this page
 */
public record TablePage(List<TableEntry> entries, boolean more) {
    public TablePage {
        entries = List.copyOf(entries);
    }
}
