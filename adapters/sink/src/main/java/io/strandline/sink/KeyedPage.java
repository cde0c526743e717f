package io.strandline.sink;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page each key of which is there once (SNK-4): the last row of a key stands where the first one stood.
 *
 * @param page what is to be written
 * @param origins for each of its rows the index in the page that was offered
 * @param known for each row offered what is known of it already; null for those to be written
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and one for each row
record KeyedPage(Page page, int[] origins, List<@Nullable RowOutcome> known) {
    /** Brings a page to that, by those columns. */
    static KeyedPage of(Page offered, List<String> key, OnMissingKey onMissing) {
        if (key.isEmpty()) {
            return asItIs(offered);
        }
        int[] at = key.stream()
                .mapToInt(column -> offered.schema().indexOf(column).orElse(-1))
                .toArray();
        @Nullable RowOutcome[] known = new RowOutcome[offered.size()];
        Map<List<Object>, Integer> places = new HashMap<>();
        List<Integer> winners = new ArrayList<>();
        for (int row = 0; row < offered.size(); row++) {
            List<Object> values = keyOf(offered.rows().get(row), at);
            if (values == null) {
                known[row] = missing(offered.rows().get(row), key, at, onMissing);
                continue;
            }
            Integer place = places.putIfAbsent(values, winners.size());
            if (place == null) {
                winners.add(row);
            } else {
                known[winners.set(place, row)] = RowOutcome.COALESCED;
            }
        }
        return new KeyedPage(
                new Page(
                        offered.schema(),
                        winners.stream().map(offered.rows()::get).toList()),
                winners.stream().mapToInt(Integer::intValue).toArray(),
                Arrays.asList(known));
    }

    private static KeyedPage asItIs(Page offered) {
        int[] origins = new int[offered.size()];
        Arrays.setAll(origins, row -> row);
        return new KeyedPage(offered, origins, Arrays.asList(new RowOutcome[offered.size()]));
    }

    /** Values of the key that are equal exactly if the key is; null if one of them is missing. */
    static @Nullable List<Object> keyOf(@Nullable Object[] row, int[] at) {
        Object[] values = new Object[at.length];
        for (int i = 0; i < at.length; i++) {
            Object value = at[i] < 0 ? null : row[at[i]];
            if (value == null) {
                return null;
            }
            values[i] = comparable(value);
        }
        return List.of(values);
    }

    /** Destinations hold 1.0 and 1.00 for one number, and 0 has no sign there. */
    private static Object comparable(Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        }
        if (value instanceof Double number && number == 0) {
            return 0d;
        }
        return value instanceof Float number && number == 0 ? 0f : value;
    }

    private static RowOutcome missing(@Nullable Object[] row, List<String> key, int[] at, OnMissingKey onMissing) {
        int first = 0;
        while (at[first] >= 0 && row[at[first]] != null) {
            first++;
        }
        String reason = "key column " + key.get(first) + (at[first] < 0 ? " is missing" : " is NULL");
        return switch (onMissing) {
            case FAIL -> new RowOutcome.Failed(reason);
            case SKIP -> new RowOutcome.Skipped(reason);
        };
    }
}
