package io.strandline.reconcile;

import static io.strandline.common.SqlNames.literal;

/** The CALL that makes a repair, as text that can be pasted back. */
final class RepairCalls {
    static final String DROP = "drop";
    static final String FORGET = "forget";

    private RepairCalls() {}

    static String drop(String connection, String table) {
        return call(connection, DROP, "table_name", table);
    }

    static String forget(String connection, String registrationId) {
        return call(connection, FORGET, "registration_id", registrationId);
    }

    private static String call(String connection, String action, String parameter, String value) {
        return "CALL reconcile.repair(connection => " + literal(connection) + ", action => " + literal(action) + ", "
                + parameter + " => " + literal(value) + ")";
    }
}
