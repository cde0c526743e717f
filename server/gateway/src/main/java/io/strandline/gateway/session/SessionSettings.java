package io.strandline.gateway.session;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Role;
import java.time.Duration;
import java.util.Map;

/**
 * Bounds of sessions (GW-6) and of what they send.
 *
 * @param idle time without a request after which a session is closed
 * @param perUser open sessions of one user at a time
 * @param statements open statements of one session at a time
 * @param frameRows most rows of one frame when the client does not say
 * @param frameBytes size of a frame at which it ends, approximately; a single row may be larger
 * @param recent ended statements that {@code runtime.statements} remembers
 * @param limits by role; a role left out has {@link RoleLimits#DEFAULTS}
 */
public record SessionSettings(
        Duration idle,
        int perUser,
        int statements,
        int frameRows,
        long frameBytes,
        int recent,
        Map<Role, RoleLimits> limits) {
    /** 24 hours, 1,000 sessions, 1,000 statements, 10,000 rows and 1 MiB a frame, 2,000 recent statements. */
    public static final SessionSettings DEFAULTS =
            new SessionSettings(Duration.ofHours(24), 1_000, 1_000, 10_000, 1L << 20, 2_000, Map.of());

    public SessionSettings {
        requireNonNull(idle, "idle");
        limits = Map.copyOf(limits);
        if (perUser < 1 || statements < 1 || frameRows < 1 || frameBytes < 1 || recent < 1) {
            throw new IllegalArgumentException("limits must be above zero");
        }
    }

    /** The limits of a role. */
    public RoleLimits of(Role role) {
        return limits.getOrDefault(role, RoleLimits.DEFAULTS);
    }

    /** The same with another idle time. */
    public SessionSettings withIdle(Duration time) {
        return new SessionSettings(time, perUser, statements, frameRows, frameBytes, recent, limits);
    }

    /** The same with other bounds of sessions for a user, and of statements for a session. */
    public SessionSettings withCounts(int sessionsPerUser, int statementsPerSession) {
        return new SessionSettings(idle, sessionsPerUser, statementsPerSession, frameRows, frameBytes, recent, limits);
    }

    /** The same with other bounds of frames. */
    public SessionSettings withFrames(int rows, long bytes) {
        return new SessionSettings(idle, perUser, statements, rows, bytes, recent, limits);
    }

    /** The same with other limits for all roles. */
    public SessionSettings withLimits(RoleLimits all) {
        return new SessionSettings(
                idle,
                perUser,
                statements,
                frameRows,
                frameBytes,
                recent,
                Map.of(Role.READER, all, Role.OPERATOR, all, Role.ADMIN, all));
    }
}
