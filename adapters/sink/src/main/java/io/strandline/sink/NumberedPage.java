package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A page whose rows know which of the run's rows they are.
 *
 * @param numbers of the rows, from 0 for the first that the run was offered
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and one for each row
record NumberedPage(Page page, long[] numbers) {
    NumberedPage {
        requireNonNull(page, "page");
        if (numbers.length != page.size()) {
            throw new IllegalArgumentException("a number is missing");
        }
    }

    /** A page whose first row has that number. */
    static NumberedPage from(Page page, long first) {
        return new NumberedPage(
                page, LongStream.range(first, first + page.size()).toArray());
    }

    int size() {
        return page.size();
    }

    /** The rows whose index passes. */
    NumberedPage where(IntPredicate index) {
        return new NumberedPage(
                page.where(index),
                IntStream.range(0, numbers.length)
                        .filter(index)
                        .mapToLong(at -> numbers[at])
                        .toArray());
    }
}
