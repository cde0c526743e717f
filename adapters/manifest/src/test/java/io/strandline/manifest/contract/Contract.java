package io.strandline.manifest.contract;

import java.util.List;
import java.util.stream.Stream;

/** What every index and every object store keep to together (MAN-15). */
public final class Contract {
    private Contract() {}

    /** All checks, each for a place of its own. */
    public static List<Check> all() {
        return Stream.of(IndexChecks.all(), CommitChecks.all(), RetryChecks.all(), CostChecks.all())
                .flatMap(List::stream)
                .toList();
    }
}
