package io.strandline.sink.contract;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static io.strandline.sink.contract.SinkLab.context;
import static io.strandline.sink.contract.SinkLab.page;
import static io.strandline.sink.contract.SinkLab.row;
import static io.strandline.sink.contract.SinkLab.shown;
import static io.strandline.sink.contract.SinkLab.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.Capability;
import io.strandline.sink.CleanupRequest;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Overwrite and cleanup (SNK-7, SNK-8). */
final class StagingChecks {
    private StagingChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of("old rows stay until the commit", Capability.STAGING, StagingChecks::oldRowsStay),
                Check.of("an overwrite replaces all", Capability.STAGING, StagingChecks::replacesAll),
                Check.of(
                        "an aborted overwrite leaves nothing", Capability.STAGING, StagingChecks::abortedLeavesNothing),
                Check.of("an overwrite's token moves with it", Capability.STAGING, StagingChecks::tokenMovesWithIt),
                Check.of("the same overwrite again changes nothing", Capability.STAGING, StagingChecks::overwriteAgain),
                Check.of("half of an overwrite replaces nothing", Capability.STAGING, StagingChecks::halfReplaces),
                Check.of("left-over staging is seen and removed", Capability.STAGING, StagingChecks::leftOverIsSeen),
                Check.of("a cleanup deletes what was not seen", Capability.CLEANUP, StagingChecks::cleanupDeletes),
                Check.of("a cleanup is part of its run", Capability.CLEANUP, StagingChecks::cleanupOfARun),
                Check.of("the same cleanup again changes nothing", Capability.CLEANUP, StagingChecks::cleanupAgain));
    }

    private static void oldRowsStay(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        try (Run run = lab.begin(WriteMode.OVERWRITE)) {
            run.write(page(2, 4, "b"));
            assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
            run.commit();
        }
        assertThat(lab.rows().get()).isEqualTo(shown(2, 4, "b"));
    }

    private static void replacesAll(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        lab.run(WriteMode.OVERWRITE, page(2, 2, "b"));
        assertThat(lab.rows().get()).isEqualTo(shown(2, 2, "b"));
        assertThat(lab.staged()).isEmpty();
        // and once more, also by nothing
        lab.run(WriteMode.OVERWRITE, page());
        assertThat(lab.rows().get()).isEmpty();
    }

    private static void abortedLeavesNothing(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        try (Run run = lab.begin(WriteMode.OVERWRITE)) {
            run.write(page(2, 4, "b"));
            assertThat(lab.staged()).containsExactly(run.id());
            assertThat(run.abort("a test").state()).isEqualTo(RunState.ABORTED);
        }
        assertThat(lab.staged()).isEmpty();
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    /** SNK-5: the token is not before the rows that it is of. */
    private static void tokenMovesWithIt(SinkLab lab) {
        for (boolean wanted : new boolean[] {false, true}) {
            try (Run run = lab.begin(WriteMode.OVERWRITE, "scope")) {
                run.write(page(1, 3, "a"), CommitToken.of(7));
                run.write(page(4, 5, "a"), CommitToken.of(8));
                assertThat(lab.token("scope")).isNull();
                if (wanted) {
                    run.commit();
                } else {
                    run.abort("a test");
                }
            }
            assertThat(lab.token("scope")).isEqualTo(wanted ? CommitToken.of(8) : null);
            assertThat(lab.rows().get()).isEqualTo(wanted ? shown(1, 5, "a") : List.of());
        }
    }

    /** SNK-5: rows that were dropped as replayed are no reason to replace the others by nothing. */
    private static void overwriteAgain(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        TokenChecks.assertReplayChangesNothing(lab, lab.request(WriteMode.OVERWRITE, "scope"), 2);
        assertThat(lab.staged()).isEmpty();
    }

    /** What is not all replayed is no table to replace another by (SNK-7). */
    private static void halfReplaces(SinkLab lab) {
        try (Run run = lab.begin(WriteMode.OVERWRITE, "scope")) {
            run.write(page(1, 3, "a"), CommitToken.of(7));
            run.write(page(4, 4, "a"), CommitToken.of(8));
            // twice within the run itself, which has its rows
            run.write(page(1, 3, "a"), CommitToken.of(7));
            assertThat(run.commit().counts().dropped()).isEqualTo(3);
        }
        try (Run run = lab.begin(WriteMode.OVERWRITE, "scope")) {
            run.write(page(4, 4, "a"), CommitToken.of(8));
            assertRefused(ErrorCode.REFUSED, () -> run.write(page(5, 6, "a"), CommitToken.of(9)));
        }
        try (Run run = lab.begin(WriteMode.OVERWRITE, "scope")) {
            run.write(page(5, 6, "a"), CommitToken.of(9));
            assertRefused(ErrorCode.REFUSED, () -> run.write(page(4, 4, "a"), CommitToken.of(8)));
        }
        assertThat(lab.staged()).isEmpty();
        assertThat(lab.rows().get()).isEqualTo(shown(1, 4, "a"));
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(8));
    }

    private static void leftOverIsSeen(SinkLab lab) {
        SinkCallContext context = context(WriteMode.OVERWRITE);
        try (SinkDriver dying = lab.open(WriteMode.OVERWRITE)) {
            dying.staging().orElseThrow().begin(context);
        }
        assertThat(lab.staged()).containsExactly(context.run());
        try (SinkDriver other = lab.open(WriteMode.OVERWRITE)) {
            other.staging().orElseThrow().abort(context);
            other.staging().orElseThrow().abort(context);
        }
        assertThat(lab.staged()).isEmpty();
    }

    private static void cleanupDeletes(SinkLab lab) {
        lab.run(
                WriteMode.APPEND,
                page(values(1, "a", "1.00"), values(2, "b", "1.00"), values(3, "c", "2.00"), values(4, "d", "1.00")));
        SinkCallContext context = context(WriteMode.UPSERT);
        try (SinkDriver driver = lab.open(WriteMode.UPSERT)) {
            long deleted = driver.cleanup()
                    .orElseThrow()
                    .cleanUp(
                            new CleanupRequest(
                                    Map.of("amount", new BigDecimal("1.00")), List.of("id"), List.of(List.of(2L))),
                            context);
            assertThat(deleted).isEqualTo(2);
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(row(2, "b", "1.00"), row(3, "c", "2.00")));
    }

    private static void cleanupOfARun(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(values(1, "a", "1.00"), values(2, "b", "1.00"), values(3, "c", "2.00")));
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.UPSERT),
                WriteMode.UPSERT,
                null,
                null,
                RunOptions.DEFAULTS,
                Map.of("amount", new BigDecimal("1.00")));
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.write(page(values(2, "n", "1.00"), values(5, "n", "1.00")));
            run.commit();
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(row(2, "n", "1.00"), row(3, "c", "2.00"), row(5, "n", "1.00")));
    }

    /** Keys that a replay did not write are no rows that its source has lost (SNK-8). */
    private static void cleanupAgain(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(values(1, "a", "2.50"), values(2, "a", "2.50")));
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.UPSERT),
                WriteMode.UPSERT,
                null,
                "scope",
                RunOptions.DEFAULTS,
                Map.of("amount", new BigDecimal("2.50")));
        TokenChecks.assertReplayChangesNothing(lab, request, 2);
        assertThat(lab.rows().get()).contains(row(2, "b2", "2.50")).doesNotContain(row(1, "a", "2.50"));
    }
}
