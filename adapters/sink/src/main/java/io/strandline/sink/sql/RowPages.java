package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.sink.Page;
import io.strandline.sink.PageSizes;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunOptions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Rows of a statement as pages bounded by rows and bytes, made as they are asked for; each is told as progress. */
final class RowPages implements Iterator<Page> {
    private final RowSchema schema;
    private final Iterator<@Nullable Object[]> rows;
    private final RunOptions bounds;
    private final CallContext call;
    private long given;

    /** The row that the page before had no room for. */
    private @Nullable Object @Nullable [] tooMuch;

    RowPages(RowSchema schema, Iterator<@Nullable Object[]> rows, RunOptions bounds, CallContext call) {
        this.schema = schema;
        this.rows = rows;
        this.bounds = bounds;
        this.call = call;
    }

    @Override
    public boolean hasNext() {
        call.progress(given, OptionalLong.empty(), "rows");
        return tooMuch != null || rows.hasNext();
    }

    @Override
    public Page next() {
        if (tooMuch == null && !rows.hasNext()) {
            throw new NoSuchElementException();
        }
        List<@Nullable Object[]> page = new ArrayList<>();
        long bytes = 0;
        while (page.size() < bounds.pageRows() && (tooMuch != null || rows.hasNext())) {
            @Nullable Object[] row = tooMuch == null ? rows.next() : tooMuch;
            tooMuch = null;
            long more = PageSizes.bytes(row);
            if (bytes + more > bounds.pageBytes() && !page.isEmpty()) {
                tooMuch = row;
                break;
            }
            bytes += more;
            page.add(row);
        }
        given += page.size();
        call.checkpoint();
        return new Page(schema, page, bytes);
    }
}
