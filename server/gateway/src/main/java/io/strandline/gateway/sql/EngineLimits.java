package io.strandline.gateway.sql;

/**
 * Bounds of the engine, for all sessions.
 *
 * @param statementSize most characters of a statement; {@code limits.statement-size}
 * @param callRows most rows a changing call may answer, since they are held until it is journaled; {@code limits.call-rows}
 * @param planCacheSize most characters of statement text that have a plan cached
 */
public record EngineLimits(int statementSize, int callRows, long planCacheSize) {
    /** What holds without configuration: 1 Mi characters, 100,000 rows, 4 Mi characters. */
    public static final EngineLimits DEFAULT = new EngineLimits(1 << 20, 100_000, 4 << 20);

    public EngineLimits {
        if (statementSize <= 0 || callRows <= 0 || planCacheSize <= 0) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }
}
