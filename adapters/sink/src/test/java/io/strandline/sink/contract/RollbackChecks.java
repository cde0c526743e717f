package io.strandline.sink.contract;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static io.strandline.sink.contract.SinkLab.call;
import static io.strandline.sink.contract.SinkLab.context;
import static io.strandline.sink.contract.SinkLab.page;
import static io.strandline.sink.contract.SinkLab.row;
import static io.strandline.sink.contract.SinkLab.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.Capability;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RoundTrips;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.Run;
import io.strandline.sink.RunRecord;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.util.List;
import java.util.function.Consumer;

/** Undoing runs (SNK-10 to SNK-13). */
final class RollbackChecks {
    private RollbackChecks() {}

    static List<Check> all() {
        return List.of(
                of("an append is undone", RollbackChecks::append),
                of("an upsert is undone", RollbackChecks::upsert),
                of("a delete is undone", RollbackChecks::delete),
                of("an overwrite is undone", RollbackChecks::overwrite),
                of("the first row before counts", RollbackChecks::firstBefore),
                of("what a later run wrote is a conflict", RollbackChecks::laterRun),
                of("a forced rollback undoes beside later runs", RollbackChecks::forced),
                of("what others changed is not undone", RollbackChecks::changedByOthers),
                of("runs are undone one after the other", RollbackChecks::oneAfterTheOther),
                of("a dry run counts only", RollbackChecks::dryRun),
                of("a run is undone once", RollbackChecks::once),
                of("undoing uses up what undoes", RollbackChecks::usesUp),
                of("a forgotten run stays", RollbackChecks::forgotten),
                of("a rollback sets the token back", RollbackChecks::tokenIsSetBack),
                of("a run that died is undone with its token", RollbackChecks::diedIsUndone));
    }

    private static Check of(String says, Consumer<SinkLab> body) {
        return Check.of(says, Capability.ROLLBACK, body);
    }

    private static void append(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord run = lab.run(WriteMode.APPEND, page(4, 6, "b"));
        RollbackOutcome outcome = lab.rollback(run);
        assertThat(outcome.applied()).isTrue();
        assertThat(outcome.deleted()).isEqualTo(3);
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    private static void upsert(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord run = lab.run(WriteMode.UPSERT, page(3, 5, "b"));
        RollbackOutcome outcome = lab.rollback(run);
        assertThat(outcome.applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    private static void delete(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord run = lab.run(WriteMode.DELETE, page(2, 5, "x"));
        RollbackOutcome outcome = lab.rollback(run);
        assertThat(outcome.applied()).isTrue();
        assertThat(outcome.restored()).isEqualTo(2);
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    private static void overwrite(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord run = lab.run(WriteMode.OVERWRITE, page(7, 8, "b"));
        assertThat(lab.rollback(run).applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    /** SNK-13. */
    private static void firstBefore(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 2, "a"));
        RunRecord record;
        try (Run run = lab.begin(WriteMode.UPSERT)) {
            run.write(page(2, 3, "b"));
            run.write(page(2, 4, "c"));
            record = run.commit();
        }
        assertThat(lab.rollback(record).applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(shown(1, 2, "a"));
    }

    /** SNK-11: nothing is applied, and each is listed. */
    private static void laterRun(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord first = lab.run(WriteMode.UPSERT, page(2, 4, "b"));
        RunRecord later = lab.run(WriteMode.UPSERT, page(4, 5, "c"));
        List<List<?>> before = lab.rows().get();
        RollbackOutcome outcome = lab.rollback(first);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflictCount())
                .isEqualTo(outcome.conflicts().size())
                .isPositive();
        assertThat(outcome.conflicts()).allSatisfy(conflict -> {
            assertThat(conflict.kind()).isEqualTo(RollbackConflict.Kind.LATER_RUN);
            assertThat(conflict.laterRun()).isEqualTo(later.id());
        });
        assertThat(lab.rows().get()).isEqualTo(before);
        assertThat(lab.runs().byId(first.id()).orElseThrow().isRolledBack()).isFalse();
    }

    private static void forced(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord first = lab.run(WriteMode.UPSERT, page(2, 2, "b"));
        lab.run(WriteMode.UPSERT, page(2, 5, "c"));
        RollbackOutcome outcome = lab.engine().rollback(first.id(), true, false, TestCall.CALL);
        assertThat(outcome.applied()).isTrue();
        assertThat(outcome.conflictCount()).isPositive();
        assertThat(lab.rows().get())
                .isEqualTo(List.of(
                        row(1, "a1", "1.50"),
                        row(2, "a2", "2.50"),
                        row(3, "c3", "3.50"),
                        row(4, "c4", "4.50"),
                        row(5, "c5", "5.50")));
    }

    /** Also with force: whoever it was is not known, so what they wrote is not ours to take away. */
    private static void changedByOthers(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord run = lab.run(WriteMode.UPSERT, page(2, 4, "b"));
        SinkCallContext other = context(WriteMode.UPSERT);
        try (SinkDriver driver = lab.open(WriteMode.UPSERT)) {
            driver.write(page(3, 3, "other"), RowPolicy.WHOLE_PAGE, call(other, null));
            driver.flush(other);
            driver.completeRun(other);
            driver.rollback().ifPresent(group -> group.forget(other));
        }
        List<List<?>> before = lab.rows().get();
        RollbackOutcome outcome = lab.engine().rollback(run.id(), true, false, TestCall.CALL);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflictCount()).isPositive();
        assertThat(lab.rows().get()).isEqualTo(before);
    }

    private static void oneAfterTheOther(SinkLab lab) {
        RunRecord first = lab.run(WriteMode.APPEND, page(1, 4, "a"));
        RunRecord second = lab.run(WriteMode.UPSERT, page(2, 5, "b"));
        RunRecord third = lab.run(WriteMode.DELETE, page(1, 2, "x"));
        assertThat(lab.rollback(third).applied()).isTrue();
        assertThat(lab.rollback(second).applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(shown(1, 4, "a"));
        assertThat(lab.rollback(first).applied()).isTrue();
        assertThat(lab.rows().get()).isEmpty();
    }

    private static void dryRun(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RunRecord run = lab.run(WriteMode.APPEND, page(4, 6, "b"));
        RollbackOutcome outcome = lab.engine().rollback(run.id(), false, true, TestCall.CALL);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.deleted()).isEqualTo(3);
        assertThat(lab.rows().get()).hasSize(6);
        assertThat(lab.rollback(run).deleted()).isEqualTo(3);
    }

    private static void once(SinkLab lab) {
        RunRecord run = lab.run(WriteMode.APPEND, page(1, 3, "a"));
        lab.rollback(run);
        lab.run(WriteMode.APPEND, page(1, 3, "b"));
        RollbackOutcome again = lab.rollback(run);
        assertThat(again.deleted()).isZero();
        assertThat(again.restored()).isZero();
        assertThat(again.note()).contains("nothing to undo");
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "b"));
    }

    /** The gateway died before it could note that the run is undone. */
    private static void usesUp(SinkLab lab) {
        RunRecord run = lab.run(WriteMode.UPSERT, page(1, 3, "a"));
        SinkCallContext context = new SinkCallContext(
                run.id(),
                run.sink(),
                run.mode(),
                run.key(),
                null,
                run.actor(),
                run.statementId(),
                run.startedAt(),
                new RoundTrips());
        RollbackOptions options = new RollbackOptions(false, false, List.of());
        try (SinkDriver driver = lab.open(WriteMode.UPSERT)) {
            RollbackGroup group = driver.rollback().orElseThrow();
            assertThat(group.rollback(options, context).deleted()).isEqualTo(3);
            RollbackOutcome again = group.rollback(options, context);
            assertThat(again.applied()).isTrue();
            assertThat(again.deleted()).isZero();
        }
        assertThat(lab.rows().get()).isEmpty();
    }

    private static void forgotten(SinkLab lab) {
        RunRecord run = lab.run(WriteMode.APPEND, page(1, 3, "a"));
        lab.engine().forget(run.id(), TestCall.CALL);
        lab.engine().forget(run.id(), TestCall.CALL);
        assertRefused(ErrorCode.REFUSED, () -> lab.rollback(run));
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            assertThat(driver.rollback().orElseThrow().journal(context))
                    .noneMatch(entry -> entry.run().equals(run.id()));
        }
    }

    /** SNK-12. */
    private static void tokenIsSetBack(SinkLab lab) {
        tokenRun(lab, 1, page(1, 2, "a"));
        RunRecord second = tokenRun(lab, 2, page(3, 4, "b"));
        RunRecord third = tokenRun(lab, 3, page(5, 6, "c"));
        assertRefused(ErrorCode.REFUSED, () -> lab.rollback(second));
        assertThat(lab.rows().get()).hasSize(6);
        lab.rollback(third);
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(2));
        lab.rollback(second);
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(1));
        // the pages are written again
        tokenRun(lab, 2, page(3, 4, "b"));
        assertThat(lab.rows().get()).hasSize(4);
    }

    private static RunRecord tokenRun(SinkLab lab, long token, Page page) {
        try (Run run = lab.begin(WriteMode.APPEND, "scope")) {
            run.write(page, CommitToken.of(token));
            return run.commit();
        }
    }

    /** SNK-12: what a gateway did not live to say of the token, the destination tells. */
    private static void diedIsUndone(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 1, "old"));
        for (boolean goneOn : new boolean[] {false, true}) {
            try (Run dead = lab.begin(WriteMode.APPEND, "scope")) {
                dead.write(page(2, 3, "a"), CommitToken.of(1));
                dead.write(page(4, 5, "a"), CommitToken.of(2));
                lab.runs().interrupt();
                assertThat(lab.runs().byId(dead.id()).orElseThrow().token()).isNull();
                if (goneOn) {
                    replay(lab, 2);
                }
                RunRecord ended = lab.engine().abort(dead.id(), TestCall.CALL);
                assertThat(ended.token()).isEqualTo(CommitToken.of(1));
                assertThat(ended.mayHaveLanded()).isTrue();
                if (goneOn) {
                    assertRefused(ErrorCode.REFUSED, () -> lab.rollback(ended));
                    RunRecord later = lab.runs().after(ended).get(0);
                    assertThat(lab.rollback(later).applied()).isTrue();
                    assertThat(lab.token("scope")).isEqualTo(CommitToken.of(1));
                }
                assertThat(lab.rollback(ended).applied()).isTrue();
            }
            assertThat(lab.token("scope")).isNull();
            assertThat(lab.rows().get()).isEqualTo(shown(1, 1, "old"));
        }
        assertThat(replay(lab, 0).counts().dropped()).isZero();
        assertThat(lab.rows().get()).hasSize(5);
    }

    private static RunRecord replay(SinkLab lab, int dropped) {
        try (Run run = lab.begin(WriteMode.APPEND, "scope")) {
            run.write(page(2, 3, "a"), CommitToken.of(1));
            run.write(page(4, 5, "a"), CommitToken.of(2));
            RunRecord done = run.commit();
            assertThat(done.counts().dropped()).isEqualTo(dropped);
            return done;
        }
    }
}
