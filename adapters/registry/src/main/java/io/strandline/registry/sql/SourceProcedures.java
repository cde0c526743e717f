package io.strandline.registry.sql;

import static io.strandline.registry.sql.RegistryProcedures.CHANGED;
import static io.strandline.registry.sql.RegistryProcedures.DONE;
import static io.strandline.registry.sql.RegistryProcedures.DRY_RUN;
import static io.strandline.registry.sql.RegistryProcedures.sourceKind;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.registry.Followers;
import io.strandline.registry.Followers.Followed;
import io.strandline.registry.SourceChange;
import io.strandline.registry.SourceKind;
import io.strandline.registry.SourceMover;
import io.strandline.registry.SourceRegistrar;
import io.strandline.registry.Webhooks;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.stream.Stream;

/** The procedures of the schema {@code registry} that are about sources, and about what follows them. */
final class SourceProcedures {
    private static final String OBJECT =
            "The object that is looked for to prove it there; of a webhook, the directory it delivers to.";
    private static final String DIRECTORY = "Its own directory; left out, the one its object lies in.";

    private static final Columns<Followed> FOLLOWED = Columns.<Followed>none()
            .with(RegistryTables.REGISTRATION, Followed::registration)
            .column(
                    "source_directory",
                    text().orNull(),
                    row -> row.target() == null ? null : row.target().text(),
                    "Where its source is; NULL if that is not known.")
            .column("done", bool(), Followed::done, DONE)
            .column(
                    "reason",
                    text().orNull(),
                    Followed::reason,
                    "Why it was not moved: table_elsewhere, no_such_table, no_such_source, place_held, lookup_failed,"
                            + " changed, read_only, outcome_unknown or dry_run; or audit_failed.")
            .column("detail", text(), Followed::detail, "The case in words; empty if there is nothing to add.");

    private SourceProcedures() {}

    static Procedure<SourceChange> registerSource(SourceRegistrar sources) {
        return Procedure.named(
                        "register_source",
                        "Makes a stored file, a resource or a webhook known, so that tables can come from it.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("source_kind", sourceKind(), "What kind of thing it is.")
                .parameter("source_id", text(), "Id, unique within its kind.")
                .parameter("object_location", text(), OBJECT)
                .optional("directory", text(), DIRECTORY)
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

    static Procedure<SourceChange> moveSource(SourceMover mover) {
        return Procedure.named(
                        "move_source",
                        "Says that a source has moved, and takes along the registrations that follow it.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("source_kind", sourceKind(), "What kind of thing it is.")
                .parameter("source_id", text(), "Its id.")
                .parameter("object_location", text(), OBJECT)
                .optional("directory", text(), DIRECTORY)
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> mover
                        .move(
                                SourceKind.of(arguments.text("source_kind")),
                                arguments.text("source_id"),
                                Location.parse(arguments.text("object_location")),
                                arguments
                                        .optionalText("directory")
                                        .map(Location::parse)
                                        .orElse(null),
                                arguments.bool("dry_run"),
                                call)
                        .stream());
    }

    static Procedure<SourceChange> unregisterSource(SourceRegistrar sources, Webhooks webhooks) {
        return Procedure.named(
                        "unregister_source",
                        "Forgets a source that no registration comes from; a webhook takes its registrations with it."
                                + " Objects and tables stay.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("source_kind", sourceKind(), "What kind of thing it is.")
                .parameter("source_id", text(), "Its id.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> {
                    SourceKind kind = SourceKind.of(arguments.text("source_kind"));
                    String id = arguments.text("source_id");
                    boolean dryRun = arguments.bool("dry_run");
                    return kind == SourceKind.WEBHOOK
                            ? webhooks.remove(id, dryRun, call).stream()
                            : Stream.of(sources.unregister(kind, id, dryRun, call));
                });
    }

    static Procedure<Followed> follow(Followers followers) {
        return Procedure.named(
                        "follow",
                        "Moves a connection's registrations that follow their source to where that is, each only if its"
                                + " table is seen there.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("connection", text(), "Connection to act on.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(FOLLOWED)
                .does((arguments, call) ->
                        followers.follow(arguments.text("connection"), arguments.bool("dry_run"), call).stream());
    }
}
