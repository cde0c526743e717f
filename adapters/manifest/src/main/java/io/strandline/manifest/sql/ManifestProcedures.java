package io.strandline.manifest.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.manifest.CommitRequest;
import io.strandline.manifest.ManifestChange;
import io.strandline.manifest.ManifestCommits;
import io.strandline.manifest.ManifestUpkeep;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.stream.Stream;

/** The procedures of the schema {@code manifest}. */
final class ManifestProcedures {
    private static final String BASE = "Where the dataset lies, below one of manifests.locations.";
    private static final String DRY_RUN = "Check everything, say what would be done, and do nothing.";

    private static final Columns<ManifestChange> CHANGED = Columns.<ManifestChange>none()
            .column("base_uri", text(), change -> change.base().text(), "Where the dataset lies.")
            .column(
                    "action",
                    text(),
                    ManifestChange::action,
                    "commit, finish, take_in, point, remove_staged, rename, delete, or leave for what no call mends.")
            .column(
                    "version",
                    ManifestTables.version().orNull(),
                    change -> ManifestTables.number(change.version()),
                    "The version; NULL for the whole dataset.")
            .column(
                    "path",
                    text().orNull(),
                    ManifestChange::path,
                    "The manifest it is about, below the base; NULL for the whole dataset.")
            .column("done", bool(), ManifestChange::done, "Whether it was made.")
            .column(
                    "reason",
                    text().orNull(),
                    ManifestChange::reason,
                    "Why not, or what else is to be known: dry_run, not_provable, unchanged, left_over, audit_failed,"
                            + " refused, corrupt, no_such_object, exec_failed or outcome_unknown.")
            .column("detail", text(), ManifestChange::detail, "The case in words; empty if there is nothing to add.");

    private ManifestProcedures() {}

    static Procedure<ManifestChange> commit(ManifestCommits commits) {
        return Procedure.named(
                        "commit_manifest",
                        "Commits a staged manifest as the version that its name says, if nobody has it.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("base_uri", text(), BASE)
                .parameter(
                        "staging_path",
                        text(),
                        "The staged manifest, below the base: its final path, - and a random UUID in lower case.")
                .parameter("size_bytes", bigint(), "Its size in bytes, as its writer knows it.")
                .optional(
                        "dataset_id",
                        text(),
                        "Identity of the dataset, as its writer knows it; left out, the dataset that is there, or a new one.")
                .optional("commit_id", text(), "Tells this commit from others; left out, the UUID of the staged name.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> Stream.of(commits.commit(request(arguments), call)));
    }

    private static CommitRequest request(Arguments arguments) {
        return new CommitRequest(
                base(arguments),
                arguments.text("staging_path"),
                arguments.bigint("size_bytes"),
                arguments.optionalText("dataset_id").orElse(null),
                arguments.optionalText("commit_id").orElse(null),
                arguments.bool("dry_run"));
    }

    private static Location base(Arguments arguments) {
        return Location.parse(arguments.text("base_uri"));
    }

    static Procedure<ManifestChange> finish(ManifestUpkeep upkeep) {
        return Procedure.named(
                        "finalize_manifests",
                        "Puts a dataset's manifests in order: finishes commits, takes in manifests without a record, points"
                                + " records, removes staged manifests that are nobody's.")
                .role(Role.ADMIN)
                .changes()
                .parameter("base_uri", text(), BASE)
                .optional("version", ManifestTables.version(), "The only version to look at; left out, all of them.")
                .optional(
                        "dry_run", bool().orNull(), null, DRY_RUN + " Left out, it is TRUE unless a version is named.")
                .background()
                .returns(CHANGED)
                .does((arguments, call) -> upkeep.finish(
                        base(arguments),
                        ManifestTables.version(arguments.value("version")).orElse(null),
                        (Boolean) arguments.value("dry_run"),
                        call));
    }

    static Procedure<ManifestChange> migrate(ManifestUpkeep upkeep) {
        return Procedure.named(
                        "migrate_manifests",
                        "Gives the manifests of a dataset the names of the newer scheme, which a listing begins with the"
                                + " latest of. Let no writer commit meanwhile that does not use the manifest store.")
                .role(Role.ADMIN)
                .changes()
                .parameter("base_uri", text(), BASE)
                .optional("dry_run", bool(), true, DRY_RUN)
                .background()
                .returns(CHANGED)
                .does((arguments, call) -> upkeep.rename(base(arguments), arguments.bool("dry_run"), call));
    }

    static Procedure<ManifestChange> delete(ManifestCommits commits) {
        return Procedure.named("delete_manifests", "Forgets every record of a dataset, and removes no object of it.")
                .role(Role.ADMIN)
                .changes()
                .parameter("base_uri", text(), "Where the dataset lies.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(CHANGED)
                .does((arguments, call) -> Stream.of(commits.delete(base(arguments), arguments.bool("dry_run"), call)));
    }
}
