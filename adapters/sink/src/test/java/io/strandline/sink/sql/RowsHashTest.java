package io.strandline.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two sides are the same when they hold the same rows, each as often, in any order and of any number type (SNK-15). */
class RowsHashTest {
    private static RowsHash.Sum sum(List<@Nullable Object[]> rows) {
        RowsHash hash = new RowsHash();
        rows.forEach(hash::add);
        return hash.sum();
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    private static RowsHash.Sum of(@Nullable Object... values) {
        return sum(Collections.singletonList(values));
    }

    @Test
    void orderDoesNotMatter() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int id = 0; id < 1_000; id++) {
            rows.add(row((long) id, "n" + id, id % 7 == 0 ? null : new BigDecimal(id)));
        }
        RowsHash.Sum inOrder = sum(rows);
        Collections.shuffle(rows, new Random(7));
        assertThat(sum(rows)).isEqualTo(inOrder);
    }

    @Test
    void aRowLessTwiceOrChangedIsSeen() {
        List<@Nullable Object[]> rows = List.of(row(1L, "a"), row(2L, "b"));
        assertThat(sum(Collections.singletonList(row(1L, "a")))).isNotEqualTo(sum(rows));
        assertThat(sum(List.of(row(1L, "a"), row(2L, "b"), row(2L, "b")))).isNotEqualTo(sum(rows));
        assertThat(sum(List.of(row(1L, "a"), row(1L, "a")))).isNotEqualTo(sum(rows));
        assertThat(sum(List.of(row(1L, "b"), row(2L, "a")))).isNotEqualTo(sum(rows));
        assertThat(sum(List.of(row(1L, "a"), row(2L, "B")))).isNotEqualTo(sum(rows));
    }

    @Test
    void valuesThatLookAlikeAreDifferent() {
        List<RowsHash.Sum> sums = List.of(
                of((Object) null),
                of(""),
                of("1"),
                of(1),
                of(-1),
                of((Object) new byte[] {'1'}),
                of(List.of(1)),
                of(List.of(1, 1)),
                of(Map.of(1, 1)),
                of("1", ""),
                of("", "1"),
                of(List.of("a", "b"), "c"),
                of(List.of("a"), "b", "c"));
        assertThat(sums).doesNotHaveDuplicates();
    }

    @Test
    void numbersAreComparedByWhatTheyAreWorth() {
        for (Object same : Arrays.<Object>asList(5, 5L, new BigDecimal("5.00"), 5.0, 5.0f)) {
            assertThat(of(same)).isEqualTo(of(5));
        }
        assertThat(of(new BigDecimal("0.00"))).isEqualTo(of(0));
        assertThat(of(new BigDecimal("5.01"))).isNotEqualTo(of(5));
        assertThat(of(Map.of("a", 1, "b", 2L))).isEqualTo(of(Map.of("b", 2, "a", new BigDecimal("1.0"))));
    }
}
