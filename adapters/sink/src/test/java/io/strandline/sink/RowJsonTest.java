package io.strandline.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows that are put aside: what they hold can be read again, whatever is within it. */
class RowJsonTest {
    private static final RowSchema SCHEMA = new RowSchema(List.of(
            new RowSchema.Column("id", SqlType.bigint()),
            new RowSchema.Column("x", SqlType.text().orNull())));

    private static String whole(@Nullable Object value) {
        return RowJson.whole(SCHEMA, new @Nullable Object[] {1L, value});
    }

    @Test
    void valuesWithinValuesAreJson() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("k", List.of(LocalDate.of(2026, 1, 1)));
        map.put("none", null);
        assertThat(whole(Arrays.asList("a, b", null, "c"))).isEqualTo("{\"id\":1,\"x\":[\"a, b\",null,\"c\"]}");
        assertThat(whole(map)).isEqualTo("{\"id\":1,\"x\":{\"k\":[\"2026-01-01\"],\"none\":null}}");
        assertThat(whole(List.of(Map.of("a", new BigDecimal("1.50")))))
                .isEqualTo("{\"id\":1,\"x\":[{\"a\":\"1.50\"}]}");
        assertThat(whole(new byte[] {1})).isEqualTo("{\"id\":1,\"x\":\"AQ==\"}");
    }

    /** For people, long values of any type are cut. */
    @Test
    void longValuesAreShownInPart() {
        String shown = RowJson.shown(SCHEMA, new @Nullable Object[] {1L, Collections.nCopies(1_000, "a")});
        assertThat(shown).hasSizeLessThan(2_100).contains("[").endsWith("…\"}");
    }
}
