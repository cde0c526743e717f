package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunOptions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Rows of a statement as pages bounded by rows and bytes, made as they are asked for; each is told as progress. */
final class RowPages implements Iterator<Page> {
    private static final long SMALL = 16;

    private final RowSchema schema;
    private final Iterator<@Nullable Object[]> rows;
    private final RunOptions bounds;
    private final CallContext call;
    private long given;

    RowPages(RowSchema schema, Iterator<@Nullable Object[]> rows, RunOptions bounds, CallContext call) {
        this.schema = schema;
        this.rows = rows;
        this.bounds = bounds;
        this.call = call;
    }

    @Override
    public boolean hasNext() {
        call.progress(given, OptionalLong.empty(), "rows");
        return rows.hasNext();
    }

    @Override
    public Page next() {
        if (!rows.hasNext()) {
            throw new NoSuchElementException();
        }
        List<@Nullable Object[]> page = new ArrayList<>();
        long bytes = 0;
        while (page.size() < bounds.pageRows() && bytes < bounds.pageBytes() && rows.hasNext()) {
            @Nullable Object[] row = rows.next();
            for (Object value : row) {
                bytes += size(value);
            }
            page.add(row);
        }
        given += page.size();
        call.checkpoint();
        return new Page(schema, page);
    }

    /** What a value takes in memory, roughly. */
    private static long size(@Nullable Object value) {
        if (value instanceof String text) {
            return SMALL + text.length();
        }
        if (value instanceof byte[] bytes) {
            return SMALL + bytes.length;
        }
        if (value instanceof List<?> list) {
            long sum = SMALL;
            for (Object each : list) {
                sum += size(each);
            }
            return sum;
        }
        if (value instanceof Map<?, ?> map) {
            long sum = SMALL;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += size(entry.getKey()) + size(entry.getValue());
            }
            return sum;
        }
        return SMALL;
    }
}
