package io.strandline.sink.contract;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static io.strandline.sink.contract.SinkLab.call;
import static io.strandline.sink.contract.SinkLab.context;
import static io.strandline.sink.contract.SinkLab.page;
import static io.strandline.sink.contract.SinkLab.shown;
import static io.strandline.sink.contract.SinkLab.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Capability;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.CommitTokenGroup;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.Run;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Exactly-once (SNK-2, SNK-5, SNK-6). */
final class TokenChecks {
    private TokenChecks() {}

    static List<Check> all() {
        return List.of(
                of("rows and token land together", TokenChecks::landTogether),
                of("a miscount undoes page and token", TokenChecks::miscountUndoes),
                of("a token lands with its last page", TokenChecks::landsWithItsLastPage),
                of("pages without their last are nothing", TokenChecks::withoutTheirLast),
                of("scopes are independent", TokenChecks::scopesAreIndependent),
                of("a token is set back and forgotten", TokenChecks::setBack),
                of("a token is set back only from where it is", TokenChecks::setBackFromWhereItIs),
                of("a replayed page is dropped", TokenChecks::replayedPageIsDropped),
                of("the same append again changes nothing", lab -> replayed(lab, WriteMode.APPEND)),
                of("the same upsert again changes nothing", lab -> replayed(lab, WriteMode.UPSERT)),
                of("the same delete again changes nothing", lab -> replayed(lab, WriteMode.DELETE)),
                of("a cancelled run lands no part of a token", TokenChecks::cancelLandsWhole),
                of("a token moves without rows", TokenChecks::movesWithoutRows),
                of("a run that was given up writes no more", TokenChecks::givenUpElsewhere),
                of("two runs do not share a scope", TokenChecks::twoRunsOfOneScope));
    }

    private static Check of(String says, Consumer<SinkLab> body) {
        return Check.of(says, Capability.COMMIT_TOKEN, body);
    }

    private static void landTogether(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            assertThat(tokens(driver).lastToken("scope", context)).isEmpty();
            driver.write(page(1, 3, "a"), RowPolicy.WHOLE_PAGE, call(context, stamp(7)));
            assertThat(tokens(driver).lastToken("scope", context)).contains(CommitToken.of(7));
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    private static CommitTokenGroup tokens(SinkDriver driver) {
        return driver.tokens().orElseThrow();
    }

    private static void miscountUndoes(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        WriteCall refusing = new WriteCall(context, 0, stamp(7), report -> {
            throw new StrandlineException(ErrorCode.ROWS_UNACCOUNTED, "a test counts otherwise.");
        });
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            assertRefused(
                    ErrorCode.ROWS_UNACCOUNTED, () -> driver.write(page(1, 3, "a"), RowPolicy.WHOLE_PAGE, refusing));
            driver.abandonRun(context);
        }
        assertThat(lab.rows().get()).isEmpty();
        assertThat(lab.token("scope")).isNull();
    }

    private static void landsWithItsLastPage(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            CommitStamp first = new CommitStamp("scope", CommitToken.of(7), false);
            driver.write(page(1, 3, "a"), RowPolicy.WHOLE_PAGE, call(context, first));
            assertThat(lab.rows().get()).isEmpty();
            driver.write(page(4, 5, "a"), RowPolicy.WHOLE_PAGE, call(context, 1, stamp(7)));
            driver.flush(context);
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 5, "a"));
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(7));
    }

    private static void withoutTheirLast(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            CommitStamp first = new CommitStamp("scope", CommitToken.of(7), false);
            driver.write(page(1, 3, "a"), RowPolicy.WHOLE_PAGE, call(context, first));
            driver.abandonRun(context);
        }
        assertThat(lab.rows().get()).isEmpty();
        assertThat(lab.token("scope")).isNull();
    }

    private static void scopesAreIndependent(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            driver.write(page(1, 1, "a"), RowPolicy.WHOLE_PAGE, call(context, stamp(7)));
            CommitStamp other = new CommitStamp("it's; other", new CommitToken(CommitToken.of(3) + "/x"), true);
            driver.write(page(2, 2, "a"), RowPolicy.WHOLE_PAGE, call(context, 1, other));
            assertThat(tokens(driver).tokens(context))
                    .isEqualTo(Map.of("scope", CommitToken.of(7), "it's; other", other.token()));
            assertThat(tokens(driver).lastToken("none", context)).isEmpty();
        }
    }

    private static void setBack(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            driver.write(page(1, 1, "a"), RowPolicy.WHOLE_PAGE, call(context, stamp(7)));
            tokens(driver).rewind("scope", CommitToken.of(7), CommitToken.of(2), context);
            assertThat(tokens(driver).lastToken("scope", context)).contains(CommitToken.of(2));
            tokens(driver).rewind("scope", CommitToken.of(2), null, context);
            assertThat(tokens(driver).lastToken("scope", context)).isEmpty();
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 1, "a"));
    }

    /** SNK-12. */
    private static void setBackFromWhereItIs(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            assertRefused(
                    ErrorCode.REFUSED,
                    () -> tokens(driver).rewind("scope", CommitToken.of(1), CommitToken.of(2), context));
            driver.write(page(1, 1, "a"), RowPolicy.WHOLE_PAGE, call(context, stamp(7)));
            assertRefused(
                    ErrorCode.REFUSED,
                    () -> tokens(driver).rewind("scope", CommitToken.of(6), CommitToken.of(2), context));
            assertRefused(ErrorCode.REFUSED, () -> tokens(driver).rewind("scope", null, CommitToken.of(2), context));
            assertThat(tokens(driver).lastToken("scope", context)).contains(CommitToken.of(7));
        }
    }

    private static void replayedPageIsDropped(SinkLab lab) {
        for (int time = 0; time < 2; time++) {
            try (Run run = lab.begin(WriteMode.APPEND, "scope")) {
                run.write(page(1, 3, "a"), CommitToken.of(1));
                run.write(page(4, 5, "a"), CommitToken.of(3));
                run.write(page(6, 6, "a"), CommitToken.of(3));
                run.write(page(7, 8, "late"), CommitToken.of(2));
                assertThat(run.commit().counts().dropped()).isEqualTo(2 + time * 6L);
            }
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 6, "a"));
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(3));
    }

    /** Also of rows that others wrote since: a replay of any mode is dropped whole (SNK-5). */
    private static void replayed(SinkLab lab, WriteMode mode) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        assertReplayChangesNothing(lab, lab.request(mode, "scope"), mode == WriteMode.APPEND ? 4 : 2);
    }

    /** A run of two pages under two tokens, a change by others to what it wrote, and the run again. */
    static void assertReplayChangesNothing(SinkLab lab, RunRequest request, long first) {
        CommitToken last = CommitToken.of(8);
        List<List<?>> there = List.of();
        for (boolean again : new boolean[] {false, true}) {
            try (Run run = lab.engine().begin(request, TestCall.CALL)) {
                run.write(page(first, first + 1, "b"), CommitToken.of(7));
                run.write(page(first + 2, first + 2, "b"), last);
                RunRecord done = run.commit();
                assertThat(done.state()).isEqualTo(RunState.DONE);
                assertThat(done.counts().dropped()).isEqualTo(again ? 3 : 0);
            }
            if (!again) {
                lab.run(WriteMode.UPSERT, page(first + 1, first + 9, "since"));
                there = lab.rows().get();
            }
        }
        assertThat(lab.rows().get()).isEqualTo(there);
        assertThat(lab.token("scope")).isEqualTo(last);
    }

    /** What is under a token whose end nobody has seen is sent again with it (SNK-5, SNK-18). */
    private static void cancelLandsWhole(SinkLab lab) {
        try (Run run = lab.begin(WriteMode.APPEND, "scope")) {
            run.write(page(1, 2, "a"), CommitToken.of(1));
            run.write(page(3, 4, "a"), CommitToken.of(1));
            run.write(page(5, 6, "a"), CommitToken.of(2));
            run.write(page(7, 8, "a"), CommitToken.of(2));
            run.cancel();
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 4, "a"));
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(1));
        try (Run again = lab.begin(WriteMode.APPEND, "scope")) {
            again.write(page(1, 4, "a"), CommitToken.of(1));
            again.write(page(5, 9, "a"), CommitToken.of(2));
            assertThat(again.commit().counts().dropped()).isEqualTo(4);
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 9, "a"));
    }

    private static void movesWithoutRows(SinkLab lab) {
        try (Run run = lab.begin(WriteMode.APPEND, "scope")) {
            run.write(page(), CommitToken.of(4));
            assertThat(run.commit().token()).isEqualTo(CommitToken.of(4));
        }
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(4));
    }

    /** Its gateway was taken for dead, and wakes up after another has ended the run. */
    private static void givenUpElsewhere(SinkLab lab) {
        for (WriteMode mode : List.of(WriteMode.APPEND, WriteMode.OVERWRITE)) {
            try (Run slow = lab.begin(mode, "scope of " + mode)) {
                slow.write(page(1, 3, "a"), CommitToken.of(7));
                slow.write(page(4, 5, "a"), CommitToken.of(8));
                lab.runs().interrupt();
                RunRecord ended = lab.engine().abort(slow.id(), TestCall.CALL);
                assertThat(ended.state()).isEqualTo(RunState.ABORTED);
                assertRefused(ErrorCode.REFUSED, () -> {
                    slow.write(page(6, 7, "a"), CommitToken.of(9));
                    slow.commit();
                });
                assertThat(lab.runs().byId(slow.id())).contains(ended);
            }
            assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
        }
        assertThat(lab.staged()).isEmpty();
        assertThat(lab.token("scope of APPEND")).isEqualTo(CommitToken.of(7));
    }

    /** Both read the token before either moved it. */
    private static void twoRunsOfOneScope(SinkLab lab) {
        try (Run slow = lab.begin(WriteMode.APPEND, "scope");
                Run again = lab.begin(WriteMode.APPEND, "scope")) {
            again.write(page(1, 3, "a"), CommitToken.of(7));
            again.commit();
            slow.write(page(4, 6, "a"), CommitToken.of(7));
            assertRefused(ErrorCode.REFUSED, slow::commit);
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(7));
    }
}
