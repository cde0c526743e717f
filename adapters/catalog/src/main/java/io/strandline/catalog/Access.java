package io.strandline.catalog;

import io.strandline.common.Role;

/** What credentials let their holder do with a table's files (CAT-11). */
public enum Access {
    /** Read them. */
    READ(Role.READER),
    /** Also write and delete them. */
    READ_WRITE(Role.ADMIN);

    private final Role role;

    Access(Role role) {
        this.role = role;
    }

    /** The role that may have such credentials (GW-3). */
    public Role role() {
        return role;
    }
}
