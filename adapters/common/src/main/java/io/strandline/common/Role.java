package io.strandline.common;

/**
 * What a caller may do, each role including those before it (GW-3).
 *
 * <p>A reader sees catalog, findings, log, own statements and own audit rows. An operator also registers, reconciles,
 * writes runs and sees everybody's rows. An admin also repairs, rolls back, deletes files and kills statements.
 */
public enum Role {
    READER,
    OPERATOR,
    ADMIN;

    /** Whether a caller of this role may do what asks for {@code needed}. */
    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }
}
