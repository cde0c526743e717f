package io.strandline.reconcile;

import static io.strandline.common.SqlNames.literal;

import io.strandline.common.Location;
import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/** The CALL that makes a repair, as text that can be pasted back. */
final class RepairCalls {
    static final String DROP = "drop";
    static final String FORGET = "forget";

    /** No repair: what a row says that is about a registration looked at again after a drop (REC-15). */
    static final String LOOK = "look";

    /** No repair either: what brings a table to what is declared of it. */
    static final String RECONCILE = "reconcile_table";

    /** What registers a writer that named itself as a sink. */
    static final String REGISTER_SINK = "register_sink";

    /** What deletes files that nothing reaches. */
    static final String REMOVE_ORPHANS = "remove_orphan_files";

    private RepairCalls() {}

    /** What mends a finding of that kind, if it can be mended. */
    static String action(FindingKind kind) {
        return switch (kind) {
            case ORPHAN -> DROP;
            case SCHEMA_DRIFT -> RECONCILE;
            case UNKNOWN_WRITER -> REGISTER_SINK;
            case ORPHAN_FILES -> REMOVE_ORPHANS;
            case MISSING,
                    DRIFTED,
                    METADATA_MISSING,
                    CORRUPT_METADATA,
                    SHARED_LOCATION,
                    NESTED_LOCATION,
                    CASE_COLLISION,
                    PREFIX_MISMATCH,
                    TABLE_REPLACED,
                    LISTING_TRUNCATED,
                    FILES_MISSING -> FORGET;
        };
    }

    static String drop(String connection, String table) {
        return call(connection, DROP, "table_name", table);
    }

    static String forget(String connection, String registrationId) {
        return call(connection, FORGET, "registration_id", registrationId);
    }

    /** Not a repair: what registers an orphan that nothing proves, on the caller's word. */
    static String adopt(String connection, String table) {
        return "CALL reconcile.adopt(connection => " + literal(connection) + ", table_name => " + literal(table) + ")";
    }

    /** What brings a table to what is declared of it. */
    static String reconcileTable(TableRef table) {
        return "CALL catalog.reconcile_table(table_name => " + literal(table.toString()) + ")";
    }

    /**
     * What registers a writer as a sink of a table.
     *
     * @param parameter how it is told: {@code sink_id}, {@code engine} or {@code application}
     */
    static String registerSink(TableRef table, String parameter, String name) {
        return "CALL registry.register_sink(table_name => " + literal(table.toString()) + ", " + parameter + " => "
                + literal(name) + ")";
    }

    /**
     * What deletes files that nothing of a table reaches.
     *
     * @param directory the place they lie in; null for the table's root
     */
    static String removeOrphans(TableRef table, @Nullable Location directory) {
        return "CALL catalog." + REMOVE_ORPHANS + "(table_name => " + literal(table.toString())
                + (directory == null ? "" : ", location => " + literal(directory.text())) + ", dry_run => false)";
    }

    private static String call(String connection, String action, String parameter, String value) {
        return "CALL reconcile.repair(connection => " + literal(connection) + ", action => " + literal(action) + ", "
                + parameter + " => " + literal(value) + ")";
    }
}
