package io.strandline.sink.iceberg;

import java.util.List;

/** One row of a page, moved from row to row while the page is written: no row is made. Used by one thread. */
final class RowAt {
    private ColumnPage page = new ColumnPage(List.of(), 0);
    private int position;

    /** Goes to the row of that page. */
    RowAt to(ColumnPage other, int at) {
        page = other;
        position = at;
        return this;
    }

    Column column(int index) {
        return page.columns().get(index);
    }

    int position() {
        return position;
    }
}
