package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.Location;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.reconcile.SourceRef;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables of the schema {@code reconcile}. */
final class ReconcileTables {
    static final String KINDS =
            kinds(kind -> !kind.needsFiles()) + "; after a deep scan also " + kinds(FindingKind::needsFiles);

    static final Columns<Finding> FINDING = Columns.<Finding>none()
            .column("catalog_name", text(), Finding::catalog, "Catalog that was compared.")
            .column(
                    "namespace",
                    text(),
                    Finding::namespace,
                    "Scratch target that was compared, levels quoted where needed.")
            .column("table_name", text().orNull(), Finding::table, "Table it is about; NULL if it is about all.")
            .column("connection_name", text(), Finding::connection, "Connection that was compared.")
            .column(
                    "kind",
                    text().orNull(),
                    finding -> finding.kind() == null ? null : finding.kind().name(),
                    "What is wrong: " + KINDS + "; NULL for a look-up that failed.")
            .column("severity", text(), finding -> finding.severity().name(), "INFO, WARNING or ERROR.")
            .column("registration_id", text().orNull(), Finding::registrationId, "Registration it is about, if one is.")
            .column(
                    "expected",
                    text().orNull(),
                    place(Finding::expected),
                    "Where the registration says the table lies.")
            .column("actual", text().orNull(), place(Finding::actual), "Where the table lies.")
            .column("location", text().orNull(), place(Finding::location), "Where it lies, or else should.")
            .column("source_kind", text().orNull(), source(SourceRef::kind), "Kind of what it comes from, if known.")
            .column("source_id", text().orNull(), source(SourceRef::id), "Id of what it comes from, if known.")
            .column(
                    "source_exists",
                    bool().orNull(),
                    source(SourceRef::exists),
                    "Whether what it comes from is there now; NULL if that cannot be told.")
            .column("provable", bool(), Finding::provable, "Whether it can be proved to be ours to repair.")
            .column(
                    "action",
                    text().orNull(),
                    Finding::action,
                    "The repair that fits: drop or forget; NULL if none does.")
            .column("fix_sql", text().orNull(), Finding::fixSql, "The CALL that makes that repair.")
            .column("detail", text(), Finding::detail, "The case in words.")
            .column("detected_at", timestamp(), Finding::detectedAt, "When the statement that found it began.")
            .column("status", text(), Finding::status, "ok, or error for a look-up that failed.")
            .column("error", text().orNull(), Finding::error, "Why the look-up failed.");

    private static final Columns<Scan> SCAN = Columns.<Scan>none()
            .column("scan_id", bigint(), Scan::id, "Id, rises with time.")
            .column("connection_name", text(), Scan::connection, "Connection that was compared.")
            .column("catalog_name", text(), Scan::catalog, "Its catalog.")
            .column("namespace", text(), Scan::namespace, "Its scratch target, levels quoted where needed.")
            .column("statement_id", text(), Scan::statementId, "Statement that asked for it.")
            .column("requested_by", text(), Scan::requestedBy, "User who asked for it.")
            .column("started_at", timestamp(), Scan::startedAt, "When the statement began.")
            .column("ended_at", timestamp(), Scan::endedAt, "When the comparison ended.")
            .column("tables_listed", bigint(), Scan::tables, "Tables and views listed.")
            .column("registrations_read", bigint(), Scan::registrations, "Registrations compared.")
            .column(
                    "truncated",
                    bool(),
                    Scan::truncated,
                    "Whether the listing was cut at the connection's listing_limit.")
            .column("orphans", bigint(), Scan::orphans, "Findings of kind ORPHAN.")
            .column("missing", bigint(), Scan::missing, "Findings of kind MISSING.")
            .column("drifted", bigint(), Scan::drifted, "Findings of kind DRIFTED.")
            .column("metadata_missing", bigint(), Scan::metadataMissing, "Findings of kind METADATA_MISSING.")
            .column("others", bigint(), Scan::others, "Findings of other kinds.")
            .column("provable", bigint(), Scan::provable, "Findings that can be proved to be ours to repair.")
            .column("failed_lookups", bigint(), Scan::failedLookUps, "Tables that could not be looked at.")
            .column("status", text(), Scan::status, "ok, or error if nothing could be compared.")
            .column("error", text().orNull(), Scan::error, "Why nothing could be compared.");

    private ReconcileTables() {}

    private static String kinds(Predicate<FindingKind> wanted) {
        return Arrays.stream(FindingKind.values())
                .filter(wanted)
                .map(Enum::name)
                .collect(Collectors.joining(", "));
    }

    private static Function<Finding, @Nullable String> place(Function<Finding, @Nullable Location> part) {
        return finding -> {
            Location location = part.apply(finding);
            return location == null ? null : location.text();
        };
    }

    private static Function<Finding, @Nullable Object> source(Function<SourceRef, ? extends @Nullable Object> part) {
        return finding -> {
            SourceRef source = finding.source();
            return source == null ? null : part.apply(source);
        };
    }

    static VirtualTable<Finding> findings(Reconciler reconciler) {
        return VirtualTable.<Finding>named(
                        "findings", "What differs now between tables and registrations, one row each.")
                .columns(FINDING)
                .pushes("catalog_name", "namespace", "connection_name", "kind")
                .rows((wanted, call) -> reconciler.findings(
                        connection -> isAmong(wanted, "connection_name", connection.name())
                                && isAmong(wanted, "catalog_name", connection.catalog())
                                && isAmong(
                                        wanted,
                                        "namespace",
                                        connection.namespaceText().orElse("")),
                        wanted.among("kind").orElse(null),
                        call));
    }

    private static boolean isAmong(Wanted wanted, String column, String value) {
        return wanted.among(column).map(values -> values.contains(value)).orElse(true);
    }

    static VirtualTable<Scan> scans(Scans scans) {
        return VirtualTable.<Scan>named("scans", "Comparisons that CALL reconcile made, one row each.")
                .columns(SCAN)
                .key("scan_id")
                .pushesComparisons(SCAN.list().stream()
                        .map(Column::name)
                        .filter(name -> !name.equals("status"))
                        .toArray(String[]::new))
                .rows(scans::read);
    }
}
