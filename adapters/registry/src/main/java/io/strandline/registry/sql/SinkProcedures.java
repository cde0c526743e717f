package io.strandline.registry.sql;

import static io.strandline.registry.sql.RegistryProcedures.DONE;
import static io.strandline.registry.sql.RegistryProcedures.DRY_RUN;
import static io.strandline.registry.sql.RegistryProcedures.REASON;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.DesiredState;
import io.strandline.common.Role;
import io.strandline.registry.SinkChange;
import io.strandline.registry.SinkRegistrar;
import io.strandline.registry.SinkRequest;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.stream.Stream;

/** The procedures of the schema {@code registry} that are about who writes a table. */
final class SinkProcedures {
    private static final Columns<SinkChange> CHANGED = Columns.<SinkChange>none()
            .with(RegistryTables.SINK, SinkChange::sink)
            .column("done", bool(), SinkChange::done, DONE)
            .column("reason", text().orNull(), SinkChange::reason, REASON);

    private SinkProcedures() {}

    static Procedure<SinkChange> registerSink(SinkRegistrar sinks) {
        return Procedure.named(
                        "register_sink",
                        "Says who writes a table that exists; the same again changes nothing. What others write there is"
                                + " the finding UNKNOWN_WRITER.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("table_name", text(), "Table it writes: catalog.namespace.table.")
                .optional(
                        "sink_id",
                        text(),
                        "Id, unique among all sinks; left out, it is made of the table's UUID and of the engine, the"
                                + " application or the table's name.")
                .optional("engine", text(), "What its snapshots name as engine-name, if it is told by that.")
                .optional("application", text(), "What its snapshots name as app-id, if it is told by that.")
                .optional("description", text(), "What it is for.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> Stream.of(sinks.register(
                        new SinkRequest(
                                DesiredState.table(arguments.text("table_name")),
                                arguments.optionalText("sink_id").orElse(null),
                                arguments.optionalText("engine").orElse(null),
                                arguments.optionalText("application").orElse(null),
                                arguments.optionalText("description").orElse(null),
                                arguments.bool("dry_run")),
                        call)));
    }

    static Procedure<SinkChange> unregisterSink(SinkRegistrar sinks) {
        return Procedure.named("unregister_sink", "Forgets a sink; its table stays as it is.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("sink_id", text(), "Sink to forget.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) ->
                        Stream.of(sinks.unregister(arguments.text("sink_id"), arguments.bool("dry_run"), call)));
    }
}
