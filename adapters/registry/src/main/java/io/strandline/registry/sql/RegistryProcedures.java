package io.strandline.registry.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.registry.RegisterRequest;
import io.strandline.registry.Registered;
import io.strandline.registry.Registrar;
import io.strandline.registry.SourceKind;
import io.strandline.registry.SourceRegistrar;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlType;
import java.util.stream.Stream;

/** The procedures of the schema {@code registry}. */
final class RegistryProcedures {
    private static final String DRY_RUN = "Check everything, say what would be done, and do nothing.";
    private static final String DONE = "Whether it was made.";
    private static final String REASON = "Why not, or what else is to be known: dry_run, unchanged or audit_failed.";

    private static final Columns<Registered> REGISTERED = Columns.<Registered>none()
            .with(RegistryTables.REGISTRATION, Registered::registration)
            .column("done", bool(), Registered::done, DONE)
            .column("reason", text().orNull(), Registered::reason, REASON);

    private static final Columns<SourceRegistrar.Changed> CHANGED = Columns.<SourceRegistrar.Changed>none()
            .with(RegistryTables.SOURCE, SourceRegistrar.Changed::source)
            .column("done", bool(), SourceRegistrar.Changed::done, DONE)
            .column("reason", text().orNull(), SourceRegistrar.Changed::reason, REASON);

    private RegistryProcedures() {}

    private static SqlType sourceKind() {
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

    static Procedure<SourceRegistrar.Changed> registerSource(SourceRegistrar sources) {
        return Procedure.named(
                        "register_source", "Makes a stored file known, so that a table over it can be proved ours.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("source_kind", sourceKind(), "What kind of thing it is.")
                .parameter("source_id", text(), "Id, unique within its kind.")
                .parameter("object_location", text(), "The object that is looked for to prove it there.")
                .optional("directory", text(), "Its own directory; left out, the one its object lies in.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> Stream.of(sources.register(
                        SourceKind.of(arguments.text("source_kind")),
                        arguments.text("source_id"),
                        Location.parse(arguments.text("object_location")),
                        arguments.optionalText("directory").map(Location::parse).orElse(null),
                        arguments.bool("dry_run"),
                        call)));
    }

    static Procedure<SourceRegistrar.Changed> unregisterSource(SourceRegistrar sources) {
        return Procedure.named("unregister_source", "Forgets a stored file that no registration comes from; it stays.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("source_kind", sourceKind(), "What kind of thing it is.")
                .parameter("source_id", text(), "Its id.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> Stream.of(sources.unregister(
                        SourceKind.of(arguments.text("source_kind")),
                        arguments.text("source_id"),
                        arguments.bool("dry_run"),
                        call)));
    }
}
