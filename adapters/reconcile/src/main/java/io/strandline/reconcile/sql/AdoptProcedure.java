package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Role;
import io.strandline.reconcile.Adoptions;
import io.strandline.registry.Registered;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.stream.Stream;

/** The procedure {@code adopt}. */
final class AdoptProcedure {
    private static final Columns<Registered> ADOPTED = Columns.<Registered>none()
            .column("catalog_name", text(), r -> r.registration().table().catalog(), "Catalog of the adopted table.")
            .column(
                    "namespace",
                    text(),
                    r -> r.registration().table().namespaceText(),
                    "Its namespace, levels quoted where needed.")
            .column("table_name", text(), r -> r.registration().table().name(), "Its exact name.")
            .column("registration_id", text(), r -> r.registration().id(), "Id of the registration.")
            .column("connection_name", text(), r -> r.registration().connection(), "Connection it is registered on.")
            .column("location", text(), r -> r.registration().location().text(), "Where it lies.")
            .column(
                    "source_kind",
                    text(),
                    r -> r.registration().sourceKind().text(),
                    "What it comes from: file, resource or webhook.")
            .column(
                    "source_id",
                    text().orNull(),
                    r -> r.registration().sourceId(),
                    "Id of what it comes from; NULL if it was adopted on the caller's word alone.")
            .column("done", bool(), Registered::done, "Whether it was made.")
            .column(
                    "reason",
                    text().orNull(),
                    Registered::reason,
                    "Why not, or what else is to be known: dry_run, unchanged or audit_failed.");

    private AdoptProcedure() {}

    static Procedure<Registered> adopt(Adoptions adoptions) {
        return Procedure.named("adopt", "Registers an orphan at the place where it lies.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("connection", text(), "Connection whose scratch target the table is in.")
                .parameter("table_name", text(), "Exact name of the table.")
                .optional(
                        "source_kind",
                        text().oneOf(SourceKind.texts().toArray(String[]::new)),
                        "Kind of what it comes from; file if only source_id is given.")
                .optional(
                        "source_id",
                        text(),
                        "Id of what it comes from, whose directory must be the table's; left out, the stored file that"
                                + " lies there, if one does.")
                .optional("dry_run", bool(), false, "Check everything, say what would be done, and do nothing.")
                .returns(ADOPTED)
                .does((arguments, call) -> Stream.of(adoptions.adopt(
                        arguments.text("connection"),
                        arguments.text("table_name"),
                        arguments
                                .optionalText("source_kind")
                                .map(SourceKind::of)
                                .orElse(null),
                        arguments.optionalText("source_id").orElse(null),
                        arguments.bool("dry_run"),
                        call)));
    }
}
