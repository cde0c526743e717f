package io.strandline.reconcile;

import io.strandline.common.Text;

/** Why a repair was not made, or what is to be known of one that was: a closed list (REC-12). */
public enum Reason {
    UNKNOWN_ACTION,
    MISSING_ARGUMENT,
    NO_SUCH_TABLE,
    REGISTERED,
    MANAGED_TABLE,
    NOT_PROVABLE,
    NO_SUCH_REGISTRATION,
    OTHER_CONNECTION,
    WEBHOOK_SOURCE,
    TABLE_EXISTS,
    LOOKUP_FAILED,
    DROP_DELETES_FILES,
    EXEC_FAILED,
    OUTCOME_UNKNOWN,
    AUDIT_FAILED,
    DRY_RUN;

    /** The reason as SQL shows it: lower case, words joined by {@code _}. */
    public String text() {
        return Text.lower(name());
    }
}
