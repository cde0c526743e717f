package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {
    @ParameterizedTest
    @CsvSource({
        "order_items, order_items, true",
        "order_items, orderxitems, true",
        "order\\_items, order_items, true",
        "order\\_items, orderxitems, false",
        "%, anything, true",
        "%items, order_items, true",
        "ord%ms, order_items, true",
        "%a%b%c%, xxaxxbxxcxx, true",
        "%a%b%c%, xxaxxcxxbxx, false",
        "100\\%, 100%, true",
        "100\\%, 1000, false",
        "a\\\\b, a\\b, true",
        "_, é, true",
        "_, 😀, true",
        "__, 😀, false",
        "表_😀, 表é😀, true",
        "^x, ^x, true",
        "Orders, orders, false",
        "x\\, x\\, true",
    })
    void matchesAsJdbcSays(String pattern, String name, boolean matches) {
        assertThat(LikePattern.of(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void noPatternIsAllAndTheEmptyOneIsNothing() {
        assertThat(LikePattern.of(null).matches("x")).isTrue();
        assertThat(LikePattern.of("").matches("x")).isFalse();
        assertThat(LikePattern.of("").matches("")).isTrue();
        assertThat(LikePattern.of("%").matches("")).isTrue();
    }

    /** A pattern of many percent signs does not take exponential time. */
    @Test
    void isQuickOnHostilePatterns() {
        assertThat(LikePattern.of("%a".repeat(200) + "b").matches("a".repeat(2_000)))
                .isFalse();
    }
}
