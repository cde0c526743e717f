package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.sink.CommitToken;
import io.strandline.sink.DeclaredSinks;
import io.strandline.sink.Runs;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.sql.SinkTables.Look;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Procedures about sinks themselves: their tokens, looks at them, and declaring them. */
final class SinkProcedures {
    private final SinkWriters writers;
    private final Runs runs;
    private final DeclaredSinks sinks;
    private final SinkLooks looks;

    SinkProcedures(SinkWriters writers, Runs runs, DeclaredSinks sinks, SinkLooks looks) {
        this.writers = writers;
        this.runs = runs;
        this.sinks = sinks;
        this.looks = looks;
    }

    List<Procedure<?>> all() {
        return List.of(rewind(), check(), create(), drop());
    }

    /** A token that was moved. */
    private record Rewound(
            SinkSpec sink,
            String scope,
            @Nullable CommitToken before,
            @Nullable CommitToken after,
            boolean done) {}

    private Procedure<Rewound> rewind() {
        return Procedure.named(
                        "rewind_commit_token",
                        "Sets how far a scope's source was written, back or forward: pages above it are written again.")
                .role(Role.ADMIN)
                .changes()
                .parameter("sink", text(), "Id of the sink, or the table it writes.")
                .parameter("scope", text(), "The source.")
                .parameter("token", text().orNull(), "Where to; NULL to forget the scope.")
                .optional("dry_run", bool(), false, "Show the token, and do nothing.")
                .returns(Columns.<Rewound>none()
                        .column(RunColumns.SINK, text(), row -> row.sink().id(), "The sink.")
                        .column("scope", text(), Rewound::scope, "The source.")
                        .column(
                                "previous_token",
                                text().orNull(),
                                row -> RunColumns.token(row.before()),
                                "What it was.")
                        .column(
                                "token",
                                text().orNull(),
                                row -> RunColumns.token(row.after()),
                                "What it is, or would be.")
                        .column("done", bool(), Rewound::done, "Whether it was set."))
                .does((arguments, call) -> Stream.of(rewind(arguments, call)));
    }

    private Rewound rewind(Arguments arguments, CallContext call) {
        SinkSpec spec = writers.named(arguments.text("sink"), call);
        writers.requireMayWrite(spec.table(), "rewind_commit_token of " + spec.id(), call);
        String scope = arguments.text("scope");
        CommitToken token =
                arguments.optionalText("token").map(CommitToken::new).orElse(null);
        if (arguments.bool("dry_run")) {
            return new Rewound(spec, scope, runs.rewind(spec, scope, token, true, call), token, false);
        }
        return RunEffects.make(
                RunEffects.CHANGE,
                null,
                "scope \"" + scope + "\" of sink " + spec.id(),
                call,
                () -> new Rewound(spec, scope, runs.rewind(spec, scope, token, false, call), token, true));
    }

    private Procedure<Look<SinkTables.Checked>> check() {
        return Procedure.named(
                        "check_sink", "Looks at the destination of a sink without changing it: a row for each look.")
                .role(Role.OPERATOR)
                .parameter("sink", text(), "Id of the sink, or the table it writes.")
                .returns(SinkTables.CHECKS)
                .does((arguments, call) -> looks.check(writers.named(arguments.text("sink"), call), call));
    }

    /** A sink that was declared, or is not any more. */
    private static final Columns<SinkSpec> DECLARED = Columns.<SinkSpec>none()
            .with(RunColumns.DESTINATION, SinkSpec::table)
            .column(RunColumns.SINK, text(), SinkSpec::id, "Id of the sink.")
            .column("connector", text(), SinkSpec::driver, "Driver that writes.")
            .column("write_mode", text(), spec -> spec.mode().text(), "What its runs do if a session says nothing.");

    private Procedure<SinkSpec> create() {
        return Procedure.named("create_sink", "Declares a sink, as sinks of the configuration file declares one.")
                .role(Role.ADMIN)
                .changes()
                .parameter("sink", text(), "Its id: lower-case letters, digits and underscores.")
                .parameter(
                        "settings",
                        text(),
                        "What the file has below the id, as JSON: {\"driver\": \"iceberg\", \"table\": \"prod.sales.orders\","
                                + " \"mode\": \"upsert\", \"key\": [\"id\"]}.")
                .optional(
                        "password",
                        text(),
                        "Login of its destination: given here and not in the settings, it is shown and kept nowhere but in"
                                + " the store.")
                .optional("dry_run", bool(), false, "Check it, and do nothing.")
                .returns(DECLARED)
                .does((arguments, call) -> {
                    call.caller().requireUnlimited("create_sink");
                    String settings = sinks.settings(
                            arguments.text("settings"),
                            arguments.optionalText("password").orElse(null));
                    SinkSpec spec = sinks.read(arguments.text("sink"), settings);
                    sinks.requireDeclarable(spec);
                    return Stream.of(
                            arguments.bool("dry_run")
                                    ? spec
                                    : RunEffects.make(
                                            RunEffects.CHANGE,
                                            null,
                                            "sink " + spec.id(),
                                            call,
                                            () -> sinks.declare(spec, settings, call)));
                });
    }

    private Procedure<SinkSpec> drop() {
        return Procedure.named(
                        "drop_sink", "Takes back the declaration of a sink made by create_sink; its destination stays.")
                .role(Role.ADMIN)
                .changes()
                .parameter("sink", text(), "Id of the sink.")
                .optional("dry_run", bool(), false, "Show it, and do nothing.")
                .returns(DECLARED)
                .does((arguments, call) -> {
                    call.caller().requireUnlimited("drop_sink");
                    SinkSpec spec = sinks.requireDropped(arguments.text("sink"));
                    return Stream.of(
                            arguments.bool("dry_run")
                                    ? spec
                                    : RunEffects.make(
                                            RunEffects.CHANGE,
                                            null,
                                            "sink " + SqlNames.quoteIfNeeded(spec.id()),
                                            call,
                                            () -> sinks.drop(spec)));
                });
    }
}
