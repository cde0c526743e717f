package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitToken;
import io.strandline.sink.JournalEntry;
import io.strandline.sink.RoundTrips;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.Sinks;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.sql.SinkTables.Checked;
import io.strandline.sink.sql.SinkTables.Look;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Looks at sinks that change nothing: one that fails is a row with its error and no end of the others' (CAT-13). What is asked by
 * id may also be a table that is a sink by itself; without an id only those that are declared are looked at.
 */
final class SinkLooks {
    /** What ends the statement, and is not of one sink. */
    private static final Set<ErrorCode> ENDING =
            EnumSet.of(ErrorCode.CANCELLED, ErrorCode.TIMED_OUT, ErrorCode.STORE, ErrorCode.INTERNAL);

    private final Sinks sinks;
    private final TimedLooks timed;

    SinkLooks(Sinks sinks, TimedLooks timed) {
        this.sinks = sinks;
        this.timed = timed;
    }

    Stream<Look<SinkDescription>> descriptions(Wanted wanted, CallContext call) {
        return wanted(wanted, call)
                .flatMap(spec -> look(spec, () -> List.of(sinks.connector(spec).describe(spec))));
    }

    Stream<Look<Map.Entry<String, CommitToken>>> tokens(Wanted wanted, CallContext call) {
        return wanted(wanted, call)
                .flatMap(spec -> with(
                        spec,
                        call,
                        (driver, context) -> driver.tokens()
                                .map(group -> List.copyOf(group.tokens(context).entrySet()))
                                .orElse(List.of())));
    }

    Stream<Look<JournalEntry>> journal(Wanted wanted, CallContext call) {
        return wanted(wanted, call)
                .flatMap(spec -> with(
                        spec,
                        call,
                        (driver, context) -> driver.rollback()
                                .map(group -> group.journal(context))
                                .orElse(List.of())));
    }

    Stream<Look<Checked>> checks(Wanted wanted, CallContext call) {
        return wanted(wanted, call).flatMap(spec -> check(spec, call));
    }

    /** All looks at one sink (SNK-14), and what runs have left staged (SNK-7). */
    Stream<Look<Checked>> check(SinkSpec spec, CallContext call) {
        Stream<Look<Checked>> looks = with(spec, call, (driver, context) -> {
            List<Checked> checked = new ArrayList<>();
            driver.checks(context).forEach(check -> checked.add(new Checked(check, null)));
            checked.addAll(staged(driver, context));
            return checked;
        });
        return looks.map(look -> look.failure() == null ? look : unanswered(spec, look.failure()));
    }

    /** Who asks for what fails finds a destination that does not answer too. */
    private static Look<Checked> unanswered(SinkSpec spec, StrandlineException failure) {
        SinkCheck answer = SinkCheck.fail(
                "answer", StrandlineException.describe(failure), failure.code().whatToDo());
        return new Look<>(spec, new Checked(answer, null), failure);
    }

    private static List<Checked> staged(SinkDriver driver, SinkCallContext context) {
        Optional<StagingGroup> staging = driver.staging();
        if (staging.isEmpty()) {
            return List.of(new Checked(SinkCheck.skip("staging", "the sink stages nothing"), null));
        }
        Set<RunId> left;
        try {
            left = staging.orElseThrow().staged(context);
        } catch (StrandlineException e) {
            // the looks before it say why
            return List.of(new Checked(SinkCheck.skip("staging", StrandlineException.describe(e)), null));
        }
        if (left.isEmpty()) {
            return List.of(new Checked(SinkCheck.pass("staging", "nothing is staged"), null));
        }
        return left.stream()
                .sorted()
                .map(run -> new Checked(
                        SinkCheck.fail(
                                "staging",
                                "run " + run + " has rows staged",
                                "wait for the run if it is under way, else CALL sink.abort_run('" + run + "')"),
                        run))
                .toList();
    }

    private Stream<SinkSpec> wanted(Wanted wanted, CallContext call) {
        return wanted.among(RunColumns.SINK)
                .map(ids -> ids.stream().map(String.class::cast).sorted().flatMap(id -> sinks.byId(id, call).stream()))
                .orElseGet(() -> sinks.declared().stream())
                .filter(spec -> SinkWriters.isSeen(spec, call));
    }

    private <T> Stream<Look<T>> with(
            SinkSpec spec, CallContext call, BiFunction<SinkDriver, SinkCallContext, List<T>> looks) {
        call.checkpoint();
        return look(
                spec,
                () -> timed.look(spec, call, () -> {
                    try (SinkDriver driver = sinks.connector(spec).open(spec)) {
                        return looks.apply(driver, context(spec, call));
                    }
                }));
    }

    /** What is found of one sink. */
    @FunctionalInterface
    private interface Finding<T> {
        List<T> find();
    }

    private static <T> Stream<Look<T>> look(SinkSpec spec, Finding<T> finding) {
        try {
            return finding.find().stream().map(found -> new Look<>(spec, found, null));
        } catch (StrandlineException e) {
            if (ENDING.contains(e.code())) {
                throw e;
            }
            return Stream.of(new Look<>(spec, null, e));
        }
    }

    /** A call of no run. */
    static SinkCallContext context(SinkSpec spec, CallContext call) {
        return new SinkCallContext(
                RunId.random(),
                spec.id(),
                spec.mode(),
                spec.key(),
                null,
                call.caller().user(),
                call.statementId(),
                call.startedAt(),
                new RoundTrips());
    }
}
