package io.strandline.sink.contract;

import java.util.List;
import java.util.stream.Stream;

/** What every sink keeps to (SNK-16). */
public final class Contract {
    private Contract() {}

    /** All checks, each for a destination of its own. */
    public static List<Check> all() {
        return Stream.of(
                        WriteChecks.all(),
                        TokenChecks.all(),
                        StagingChecks.all(),
                        ShapeChecks.all(),
                        RollbackChecks.all(),
                        FormatChecks.all())
                .flatMap(List::stream)
                .toList();
    }
}
