package io.strandline.common;

import static java.util.Objects.requireNonNull;

/** Who makes a call: the login name, what it may do, and where. */
public record Caller(String user, Role role, Grants grants) {
    public Caller {
        requireNonNull(user, "user");
        requireNonNull(role, "role");
        requireNonNull(grants, "grants");
    }

    /** A caller who is not limited to some connections. */
    public Caller(String user, Role role) {
        this(user, role, Grants.ALL);
    }

    /** Whether this caller may see rows that belong to {@code owner}: its own, or everybody's (GW-3). */
    public boolean maySeeRowsOf(String owner) {
        return user.equals(owner) || seesEverybody();
    }

    /** Whether this caller sees the rows of all users: from operators up, and only who is not limited to some connections. */
    public boolean seesEverybody() {
        return role.covers(Role.OPERATOR) && grants.all();
    }

    /** Whether this caller may stop what others run: an admin who is not limited to some connections. */
    public boolean mayStopOthers() {
        return role.covers(Role.ADMIN) && grants.all();
    }

    /**
     * Checks that this caller may use a connection. One that does not exist is refused in the same words, so that names
     * cannot be guessed.
     *
     * @throws StrandlineException {@link ErrorCode#NOT_ALLOWED}
     */
    public void requireConnection(String connection) {
        if (!grants.connection(connection)) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    "connection \"" + Text.cut(connection, 200) + "\" is not granted to user \"" + user
                            + "\". SELECT connection_name FROM registry.connections lists those that are; an"
                            + " administrator grants others with server.users." + user + ".connections.");
        }
    }

    /**
     * Checks that this caller is not limited to some connections, for what may touch any (GW-3).
     *
     * @throws StrandlineException {@link ErrorCode#NOT_ALLOWED} naming {@code what}
     */
    public void requireUnlimited(String what) {
        if (!grants.all()) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    what + " is not for users who are limited to some connections or catalogs, as user \"" + user
                            + "\" is. Ask one who is not.");
        }
    }

    /**
     * Checks that this caller has the role.
     *
     * @throws StrandlineException {@link ErrorCode#NOT_ALLOWED} naming {@code what} and the role it needs
     */
    public void require(Role needed, String what) {
        if (!role.covers(needed)) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    what + " needs the role " + Text.lower(needed.name()) + "; user \"" + user + "\" has "
                            + Text.lower(role.name()) + ". Ask an administrator to grant it.");
        }
    }
}
