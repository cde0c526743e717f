package io.strandline.reconcile;

import io.strandline.common.Location;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A difference found now, or a look-up that failed and so found nothing.
 *
 * @param kind null for a failed look-up
 * @param namespace the connection's scratch target as SQL text
 * @param table null for a finding that is about no single table
 * @param registrationId null if no registration is concerned
 * @param expected where the registration says the table lies; null if it says nothing
 * @param actual where the table lies; null if it is not there or does not say
 * @param source what it comes from; null if that is not known
 * @param action the repair that fits; null if none does
 * @param fixSql the CALL that makes that repair; null if none does
 * @param detail the case in words
 * @param error why a look-up failed; null if none did
 */
public record Finding(
        String connection,
        @Nullable FindingKind kind,
        Severity severity,
        String catalog,
        String namespace,
        @Nullable String table,
        @Nullable String registrationId,
        @Nullable Location expected,
        @Nullable Location actual,
        @Nullable SourceRef source,
        Proof proof,
        @Nullable String action,
        @Nullable String fixSql,
        String detail,
        Instant detectedAt,
        @Nullable String error) {

    /** Whether a repair can prove that it is ours (REC-6, REC-7). */
    public boolean provable() {
        return proof.holds();
    }

    /** The place it is about: where the table lies, else where it should. */
    public @Nullable Location location() {
        return actual != null ? actual : expected;
    }

    /** {@code ok}, or {@code error} for a failed look-up. */
    public String status() {
        return error == null ? "ok" : "error";
    }
}
