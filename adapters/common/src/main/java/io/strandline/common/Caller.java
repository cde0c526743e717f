package io.strandline.common;

import static java.util.Objects.requireNonNull;

/** Who makes a call: the login name and what it may do. */
public record Caller(String user, Role role) {
    public Caller {
        requireNonNull(user, "user");
        requireNonNull(role, "role");
    }

    /** Whether this caller may see rows that belong to {@code owner}: the owner itself, and operators up (GW-3). */
    public boolean maySeeRowsOf(String owner) {
        return role.covers(Role.OPERATOR) || user.equals(owner);
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
