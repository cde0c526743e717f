package io.strandline.reconcile;

import io.strandline.registry.Connection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison that was asked for by name, as it is stored (REC-18).
 *
 * @param id given by the store, rises with time; 0 before it is stored
 * @param statementId the statement that made it; a statement makes at most one
 * @param tables tables and views listed
 * @param truncated whether there were more than the connection's listing limit
 * @param others findings of the kinds that have no count of their own
 * @param failedLookUps tables of which nothing is known
 * @param error why nothing could be compared; null if it could
 */
public record Scan(
        long id,
        String connection,
        String catalog,
        String namespace,
        String statementId,
        String requestedBy,
        Instant startedAt,
        Instant endedAt,
        long tables,
        long registrations,
        boolean truncated,
        long orphans,
        long missing,
        long drifted,
        long metadataMissing,
        long others,
        long provable,
        long failedLookUps,
        @Nullable String error) {

    /** {@code ok}, or {@code error} if nothing could be compared. */
    public String status() {
        return error == null ? "ok" : "error";
    }

    static Scan of(
            Connection connection,
            String statementId,
            String user,
            Instant startedAt,
            Instant endedAt,
            Comparison.Compared compared,
            @Nullable String error) {
        List<Finding> findings = compared.findings();
        long orphans = count(findings, FindingKind.ORPHAN);
        long missing = count(findings, FindingKind.MISSING);
        long drifted = count(findings, FindingKind.DRIFTED);
        long metadataMissing = count(findings, FindingKind.METADATA_MISSING);
        long failed = findings.stream().filter(f -> f.kind() == null).count();
        return new Scan(
                0,
                connection.name(),
                connection.catalog(),
                connection.namespaceText().orElse(""),
                statementId,
                user,
                startedAt,
                endedAt,
                compared.tables(),
                compared.registrations(),
                compared.truncated(),
                orphans,
                missing,
                drifted,
                metadataMissing,
                findings.size() - orphans - missing - drifted - metadataMissing - failed,
                findings.stream().filter(Finding::provable).count(),
                failed,
                error);
    }

    private static long count(List<Finding> findings, FindingKind kind) {
        return findings.stream().filter(f -> f.kind() == kind).count();
    }
}
