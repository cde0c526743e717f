package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.CancelWatch;
import io.strandline.sink.OnDrift;
import io.strandline.sink.Run;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunStore;
import io.strandline.sink.Runs;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Procedure;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs across statements: begun, written into by INSERT, and ended. */
final class RunProcedures {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final TypeReference<LinkedHashMap<String, Object>> OBJECT = new TypeReference<>() {};

    private final SinkWriters sinks;
    private final Runs runs;
    private final RunStore store;

    RunProcedures(SinkWriters sinks, Runs runs, RunStore store) {
        this.sinks = sinks;
        this.runs = runs;
        this.store = store;
    }

    List<Procedure<?>> all() {
        return List.of(begin(), cover(), commit(), abort());
    }

    private Procedure<RunRecord> begin() {
        return Procedure.named(
                        "begin_run",
                        "Begins a run on a sink: what this session writes to its table goes into it until commit_run or"
                                + " abort_run, or the session's end.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("sink", text(), "Id of the sink, or the table it writes.")
                .optional(
                        "mode",
                        text().oneOf(names(WriteMode.values())),
                        "What it does: append, upsert, delete or overwrite; what the session or the sink says by default.")
                .optional(
                        "key",
                        text(),
                        "Columns by which rows are found, joined by commas; as the session or the sink says.")
                .optional("scope", text(), "Source whose tokens it moves; as the session says, else none.")
                .optional(
                        "on_drift",
                        text().oneOf(names(OnDrift.values())),
                        "What becomes of columns the destination does not have; as the session or the sink says.")
                .optional(
                        "cleanup",
                        text(),
                        "Part of the table that the run covers whole, as JSON of column and value: rows there that it does"
                                + " not write are deleted when it is committed.")
                .returns(RunColumns.RUNS)
                .does((arguments, call) -> Stream.of(begin(arguments, call)));
    }

    private static String[] names(Enum<?>[] values) {
        return Arrays.stream(values).map(value -> Text.lower(value.name())).toArray(String[]::new);
    }

    private RunRecord begin(Arguments arguments, CallContext call) {
        SinkSpec spec = sinks.named(arguments.text("sink"), call);
        sinks.requireMayWrite(spec.table(), "begin_run on " + spec.table(), call);
        sinks.runs(spec.table(), call).ifPresent(open -> {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "this session has begun run " + open.id() + " on " + spec.table()
                            + " and not ended it. CALL sink.commit_run('" + open.id()
                            + "'), or sink.abort_run, first.");
        });
        String session = call.sessionId()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        "begin_run needs a session whose statements write into the run. Call it over JDBC."));
        RunRequest request = request(spec, arguments, call);
        return RunEffects.make(RunEffects.BEGIN, null, spec.table(), call, () -> {
            Run run = sinks.begin(request, call);
            sinks.sessions().begins(session, spec.table(), run, call);
            return run.record();
        });
    }

    private RunRequest request(SinkSpec spec, Arguments arguments, CallContext call) {
        WriteMode mode = arguments
                .optionalText("mode")
                .map(WriteOptions::mode)
                .or(() -> WriteOptions.mode(call))
                .orElse(null);
        List<String> key = arguments
                .optionalText("key")
                .map(WriteOptions::columns)
                .or(() -> WriteOptions.key(call))
                .orElseGet(() -> sinks.key(spec, call));
        RunOptions options = arguments
                .optionalText("on_drift")
                .map(WriteOptions::onDrift)
                .or(() -> WriteOptions.onDrift(call))
                .map(spec.options()::with)
                .orElse(spec.options());
        return new RunRequest(
                spec,
                mode,
                key.isEmpty() ? null : key,
                arguments
                        .optionalText("scope")
                        .or(() -> call.option(WriteOptions.SCOPE))
                        .orElse(null),
                options,
                arguments.optionalText("cleanup").map(RunProcedures::scope).orElse(Map.of()));
    }

    /** Columns and values of a part of a table, as JSON. */
    static Map<String, Object> scope(String json) {
        try {
            Map<String, Object> scope = JSON.readValue(json, OBJECT);
            if (scope != null && scope.values().stream().noneMatch(v -> v instanceof Map || v instanceof List)) {
                if (scope.containsValue(null)) {
                    throw new StrandlineException(
                            ErrorCode.REFUSED,
                            "a scope has a NULL value, and would cover rows nobody named. Give each column a value.");
                }
                return scope;
            }
        } catch (JsonProcessingException e) {
            // said below
        }
        throw new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "a scope is a JSON object of columns and values, as '{\"region\": \"eu\"}', not "
                        + SqlNames.literal(Text.cut(json, 100)) + ".");
    }

    private Procedure<RunRecord> cover() {
        return Procedure.named(
                        "cleanup_scope",
                        "Says, before a run writes its first row, that it covers a part of the table whole: rows there that it does"
                                + " not write are deleted when it is committed, if it wrote all it was given.")
                .role(Role.OPERATOR)
                .changes()
                .parameter(RunColumns.RUN, text(), "Id of the run, which has a key.")
                .parameter("scope", text().orNull(), "The part, as JSON of column and value; none of them NULL.")
                .optional("dry_run", bool(), false, "Look whether the run can cover it, and do nothing.")
                .returns(RunColumns.RUNS)
                .does((arguments, call) -> Stream.of(cover(
                        new RunId(arguments.text(RunColumns.RUN)),
                        scope(arguments.optionalText("scope").orElse("null")),
                        arguments.bool("dry_run"),
                        call)));
    }

    private RunRecord cover(RunId id, Map<String, Object> scope, boolean dryRun, CallContext call) {
        RunRecord known = mayWrite("cleanup_scope", id, call);
        Run run = underWay(known, "it cannot cover anything");
        if (dryRun) {
            run.cover(scope, true);
            return known;
        }
        return RunEffects.make(RunEffects.CHANGE, id, known.table(), call, () -> {
            run.cover(scope, false);
            return run.record();
        });
    }

    private Procedure<RunRecord> commit() {
        return Procedure.named("commit_run", "Ends a run: what it wrote is flushed and made visible, all in order.")
                .role(Role.OPERATOR)
                .changes()
                .parameter(RunColumns.RUN, text(), "Id of the run.")
                .returns(RunColumns.RUNS)
                .does((arguments, call) -> Stream.of(commit(new RunId(arguments.text(RunColumns.RUN)), call)));
    }

    private RunRecord commit(RunId id, CallContext call) {
        RunRecord known = mayWrite("commit_run", id, call);
        Run run = underWay(known, "there is nothing to commit");
        return RunEffects.make(
                RunEffects.COMMIT,
                new RunEffects.Subject(id, null, run.cleansUp()),
                known.table(),
                call,
                () -> commit(run, call),
                made -> Outcome.ofDone(),
                () -> null);
    }

    private Run underWay(RunRecord known, String what) {
        return runs.underWay(known.id())
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.REFUSED,
                        "run " + known.id() + " is " + known.state().text()
                                + (known.state().isInFlight() ? ", and not on this gateway" : "")
                                + ": " + what + ". "
                                + known.fixSql().map(fix -> fix + " ends it.").orElse("Begin another.")));
    }

    private static RunRecord commit(Run run, CallContext call) {
        try (CancelWatch watch = CancelWatch.over(run, call)) {
            try {
                return run.commit();
            } catch (StrandlineException e) {
                throw watch.cause(e);
            }
        }
    }

    private Procedure<RunRecord> abort() {
        return Procedure.named(
                        "abort_run",
                        "Gives up a run, also one that a dead gateway left: what it staged is removed, what it wrote stays and"
                                + " can be rolled back.")
                .role(Role.OPERATOR)
                .changes()
                .parameter(RunColumns.RUN, text(), "Id of the run.")
                .optional("dry_run", bool(), false, "Show the run, and do nothing.")
                .returns(RunColumns.RUNS)
                .does((arguments, call) -> {
                    RunId id = new RunId(arguments.text(RunColumns.RUN));
                    RunRecord known = mayWrite("abort_run", id, call);
                    return Stream.of(
                            arguments.bool("dry_run")
                                    ? known
                                    : RunEffects.make(
                                            RunEffects.ABORT, id, known.table(), call, () -> runs.abort(id, call)));
                });
    }

    /** The run, if the caller may write where it does, and began it or is an admin: half of another's run is not whole. */
    private RunRecord mayWrite(String what, RunId id, CallContext call) {
        RunRecord run = sinks.run(store, id, call);
        sinks.requireMayWrite(run.table(), what + " of " + id, call);
        if (!run.actor().equals(call.caller().user())) {
            call.caller().require(Role.ADMIN, what + " of a run that user \"" + run.actor() + "\" began");
        }
        return run;
    }
}
