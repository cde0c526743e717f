package io.strandline.sink;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts roughly what rows take in memory, and cuts pages that are too large. */
public final class PageSizes {
    private static final long OBJECT = 24;

    private PageSizes() {}

    /** The page in parts that are within the bounds; a row that is larger by itself is a part of its own. */
    static List<NumberedPage> split(NumberedPage page, int mostRows, long mostBytes) {
        long counted = page.page().bytes();
        if (counted != Page.UNCOUNTED && counted <= mostBytes && page.size() <= mostRows) {
            return page.size() == 0 ? List.of() : List.of(page);
        }
        List<NumberedPage> parts = new ArrayList<>();
        int begin = 0;
        long bytes = 0;
        for (int row = 0; row < page.size(); row++) {
            long more = bytes(page.page().rows().get(row));
            if (row > begin && (row - begin >= mostRows || bytes + more > mostBytes)) {
                parts.add(part(page, begin, row));
                begin = row;
                bytes = 0;
            }
            bytes += more;
        }
        if (begin < page.size()) {
            parts.add(begin == 0 ? page : part(page, begin, page.size()));
        }
        return parts;
    }

    private static NumberedPage part(NumberedPage page, int from, int to) {
        return page.where(row -> row >= from && row < to);
    }

    /** What a row takes in memory, roughly. */
    public static long bytes(@Nullable Object[] row) {
        long bytes = OBJECT;
        for (Object value : row) {
            bytes += bytes(value);
        }
        return bytes;
    }

    private static long bytes(@Nullable Object value) {
        if (value instanceof String text) {
            return OBJECT + 2L * text.length();
        }
        if (value instanceof byte[] binary) {
            return OBJECT + binary.length;
        }
        if (value instanceof BigDecimal number) {
            return 2L * OBJECT + number.precision() / 2;
        }
        if (value instanceof Collection<?> many) {
            return OBJECT + many.stream().mapToLong(PageSizes::bytes).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return OBJECT + bytes(map.keySet()) + bytes(map.values());
        }
        return value == null ? 0 : OBJECT;
    }
}
