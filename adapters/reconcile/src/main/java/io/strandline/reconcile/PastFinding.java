package io.strandline.reconcile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finding as scans saw it, from when it was first seen until it was resolved (REC-18). One that comes back after that is
 * another one.
 *
 * @param kind name of the kind
 * @param table null for a finding that is about no single table
 * @param registrationId null if no registration is concerned
 * @param severity name of the severity; this and what follows until {@code detail} is as the last scan saw it
 * @param expected where the registration said the table lies; null if it said nothing
 * @param actual where the table lay; null if it was not there or did not say
 * @param sourceKind kind of what it comes from; null if that is not known
 * @param sourceId id of what it comes from; null if that is not known
 * @param firstSeen when the scan ended that saw it first
 * @param lastSeen when the scan ended that saw it last, never before {@code firstSeen}
 * @param resolvedAt when the scan ended that saw it no more, never before {@code lastSeen}; null while it is open
 * @param timesSeen how many scans saw it
 * @param resolvedScanId the scan that saw it no more; null while it is open
 */
public record PastFinding(
        long id,
        String connection,
        String catalog,
        String namespace,
        String kind,
        @Nullable String table,
        @Nullable String registrationId,
        String severity,
        @Nullable String expected,
        @Nullable String actual,
        @Nullable String sourceKind,
        @Nullable String sourceId,
        boolean provable,
        String detail,
        Instant firstSeen,
        Instant lastSeen,
        @Nullable Instant resolvedAt,
        long timesSeen,
        long firstScanId,
        long lastScanId,
        @Nullable Long resolvedScanId) {

    /** The place it was about: where the table lay, else where it should. */
    public @Nullable String location() {
        return actual != null ? actual : expected;
    }
}
