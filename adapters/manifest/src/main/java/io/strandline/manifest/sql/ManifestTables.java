package io.strandline.manifest.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.decimal;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.KnownDataset;
import io.strandline.manifest.KnownVersion;
import io.strandline.manifest.ManifestFinding;
import io.strandline.manifest.ManifestListing;
import io.strandline.manifest.ManifestUpkeep;
import io.strandline.manifest.ManifestVersion;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Rows;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of the schema {@code manifest}. They are of no connection: who is limited to some sees none of their rows. */
final class ManifestTables {
    private static final String BASE_URI = "base_uri";

    /** What ends the statement, and is not of one dataset. */
    private static final Set<ErrorCode> ENDING = EnumSet.of(ErrorCode.CANCELLED, ErrorCode.TIMED_OUT, ErrorCode.STORE);

    private ManifestTables() {}

    /** The type of a version. */
    static SqlType version() {
        return decimal(20, 0);
    }

    static @Nullable BigDecimal number(@Nullable ManifestVersion version) {
        return version == null ? null : version.toDecimal();
    }

    static VirtualTable<KnownDataset> datasets(ManifestListing listing) {
        return VirtualTable.<KnownDataset>named(
                        "datasets", "Datasets whose versions the manifest store picks the winners of, one row each.")
                .column(BASE_URI, text(), d -> d.dataset().base().text(), "Where it lies, as it was first written.")
                .column(
                        "dataset_id",
                        text(),
                        d -> d.dataset().identity(),
                        "Tells it from one that was deleted at the same place; a writer presents it.")
                .column(
                        "latest_version",
                        version().orNull(),
                        d -> number(d.latest()),
                        "Highest version that is not detached; NULL if it has none.")
                .column("version_count", bigint(), KnownDataset::versions, "How many versions have a record.")
                .column(
                        "takes_in",
                        bool(),
                        d -> d.dataset().takesIn(),
                        "Whether manifests that lie there without a record are its own; not after another dataset was"
                                + " deleted there.")
                .column("opened_at", timestamp(), KnownDataset::openedAt, "When it was made known.")
                .key(BASE_URI)
                .pushesComparisons(BASE_URI, "dataset_id", "latest_version", "version_count", "takes_in", "opened_at")
                .sorts()
                .rows(visible(listing::datasets));
    }

    static VirtualTable<KnownVersion> versions(ManifestListing listing) {
        return VirtualTable.<KnownVersion>named("versions", "Versions of datasets, one row for each record.")
                .column(BASE_URI, text(), v -> v.entry().dataset().base().text(), "Where the dataset lies.")
                .column("version", version(), v -> number(v.entry().version()), "The version, from 0 to 2^64-1.")
                .column("path", text(), v -> v.entry().path(), "Its manifest, below the base.")
                .column("size_bytes", bigint().orNull(), v -> v.entry().size(), "Size of the manifest, in bytes.")
                .column(
                        "state",
                        text(),
                        v -> v.entry().name().isStaged() ? "STAGED" : "FINAL",
                        "FINAL, or STAGED while the commit is not known to be finished.")
                .column(
                        "committer",
                        text(),
                        KnownVersion::committer,
                        "User who committed it; empty for a manifest that was found.")
                .column(
                        "committed_at",
                        timestamp(),
                        KnownVersion::committedAt,
                        "When the version was claimed, or its manifest found.")
                .key(BASE_URI, "version")
                .pushesComparisons(BASE_URI, "version", "path", "size_bytes", "state", "committer", "committed_at")
                .sorts()
                .rows(visible(listing::versions));
    }

    static VirtualTable<FoundRow> findings(ManifestListing listing, ManifestUpkeep upkeep) {
        return VirtualTable.<FoundRow>named(
                        "findings",
                        "What is wrong with the manifests of datasets now: looked for when it is asked, one row each.")
                .column(BASE_URI, text(), row -> row.dataset().base().text(), "Where the dataset lies.")
                .column("version", version().orNull(), of(f -> number(f.version())), "The version, or the first one.")
                .column("up_to_version", version().orNull(), of(f -> number(f.upTo())), "The last one, of a gap.")
                .column(
                        "kind",
                        text().orNull(),
                        of(f -> f.kind().name()),
                        "NOT_FINISHED, STAGING_LEFT, SIZE_MISMATCH, FINAL_MISSING, STAGING_MISSING, GAP, UNINDEXED,"
                                + " ABOVE_LATEST or SECOND_MANIFEST; NULL if the dataset cannot be looked at.")
                .column("severity", text().orNull(), of(f -> f.kind().severity()), "INFO, WARNING or ERROR.")
                .column("path", text().orNull(), of(ManifestFinding::path), "The manifest it is about, below the base.")
                .column("expected", text().orNull(), of(ManifestFinding::expected), "What was recorded.")
                .column("actual", text().orNull(), of(ManifestFinding::actual), "What is there.")
                .column("fix_sql", text().orNull(), of(ManifestFinding::fixSql), "The CALL that mends it, if one can.")
                .column("detail", text().orNull(), of(ManifestFinding::detail), "The case in words.")
                .column("status", text(), FoundRow::status, "ok, or error if the dataset cannot be looked at.")
                .column("error", text().orNull(), FoundRow::error, "Why it cannot.")
                .pushes(BASE_URI)
                .rows(visible((wanted, call) -> found(listing, upkeep, wanted, call)));
    }

    private static Function<FoundRow, @Nullable Object> of(Function<ManifestFinding, @Nullable Object> value) {
        return row -> {
            ManifestFinding finding = row.finding();
            return finding == null ? null : value.apply(finding);
        };
    }

    private static Stream<FoundRow> found(
            ManifestListing listing, ManifestUpkeep upkeep, Wanted wanted, CallContext call) {
        List<Condition> ofBase = wanted.conditions().stream()
                .filter(condition -> condition.column().equals(BASE_URI))
                .toList();
        return listing.datasets(new Wanted(Set.of(), ofBase, List.of(), OptionalLong.empty()), call)
                .flatMap(known -> found(upkeep, known.dataset(), call));
    }

    private static Stream<FoundRow> found(ManifestUpkeep upkeep, Dataset dataset, CallContext call) {
        try {
            return upkeep.findings(dataset, call).stream().map(FoundRow::of);
        } catch (StrandlineException e) {
            if (ENDING.contains(e.code())) {
                throw e;
            }
            return Stream.of(FoundRow.failed(dataset, e));
        }
    }

    private static <R> Rows<R> visible(Rows<R> rows) {
        return (wanted, call) -> call.caller().grants().all() ? rows.read(wanted, call) : Stream.empty();
    }

    static Optional<ManifestVersion> version(@Nullable Object number) {
        return Optional.ofNullable((BigDecimal) number).map(ManifestVersion::of);
    }
}
