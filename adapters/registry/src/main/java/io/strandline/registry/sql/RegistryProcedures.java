package io.strandline.registry.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.registry.RegisterRequest;
import io.strandline.registry.Registered;
import io.strandline.registry.Registrar;
import io.strandline.registry.SourceChange;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlType;
import java.util.stream.Stream;

/** The procedures of the schema {@code registry}. */
final class RegistryProcedures {
    static final String DRY_RUN = "Check everything, say what would be done, and do nothing.";
    static final String DONE = "Whether it was made.";
    static final String REASON = "Why not, or what else is to be known: dry_run, unchanged or audit_failed.";

    private static final Columns<Registered> REGISTERED = Columns.<Registered>none()
            .with(RegistryTables.REGISTRATION, Registered::registration)
            .column("done", bool(), Registered::done, DONE)
            .column("reason", text().orNull(), Registered::reason, REASON);

    static final Columns<SourceChange> CHANGED = Columns.<SourceChange>none()
            .with(RegistryTables.SOURCE, SourceChange::source)
            .column(
                    "registration_id",
                    text().orNull(),
                    change -> change.registration() == null
                            ? null
                            : change.registration().id(),
                    "Registration that comes from it; NULL in the row of the source itself.")
            .column(
                    "table_name",
                    text().orNull(),
                    change -> change.registration() == null
                            ? null
                            : change.registration().table().name(),
                    "Its table.")
            .column("done", bool(), SourceChange::done, DONE)
            .column("reason", text().orNull(), SourceChange::reason, REASON)
            .column("detail", text(), SourceChange::detail, "The case in words; empty if there is nothing to add.");

    private RegistryProcedures() {}

    static SqlType sourceKind() {
        return text().oneOf(SourceKind.texts().toArray(String[]::new));
    }

    static Procedure<Registered> register(Registrar registrar) {
        return Procedure.named("register", "Registers a table that exists in a connection's scratch target.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("connection", text(), "Connection whose scratch target the table is in.")
                .parameter("table_name", text(), "Exact name of the table.")
                .optional("location", text(), "Where it must lie; left out, its own location is taken.")
                .optional("source_kind", sourceKind(), SourceKind.FILE.text(), "What it comes from.")
                .optional("source_id", text(), "Id of what it comes from; left out for a table made by hand.")
                .optional(
                        "follows", bool(), false, "Whether it moves when its source does; see move_source and follow.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(REGISTERED)
                .does((arguments, call) -> Stream.of(registrar.register(request(arguments), call)));
    }

    private static RegisterRequest request(Arguments arguments) {
        return new RegisterRequest(
                arguments.text("connection"),
                arguments.text("table_name"),
                arguments.optionalText("location").map(Location::parse).orElse(null),
                SourceKind.of(arguments.text("source_kind")),
                arguments.optionalText("source_id").orElse(null),
                arguments.bool("follows"),
                arguments.bool("dry_run"));
    }

    static Procedure<Registered> unregister(Registrar registrar) {
        return Procedure.named("unregister", "Forgets a registration; its table stays as it is.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("registration_id", text(), "Registration to forget.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(REGISTERED)
                .does((arguments, call) -> Stream.of(
                        registrar.unregister(arguments.text("registration_id"), arguments.bool("dry_run"), call)));
    }
}
