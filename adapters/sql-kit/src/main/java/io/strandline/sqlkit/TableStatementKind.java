package io.strandline.sqlkit;

/**
 * Statements about tables that one adapter carries out, by a procedure that cannot be called by name. Its parameters are
 * named here; what is defined comes as the JSON of desired tables.
 */
public enum TableStatementKind {
    CREATE_TABLE("CREATE TABLE"),
    ALTER_TABLE("ALTER TABLE"),
    DROP_TABLE("DROP TABLE"),
    COMMENT_ON_COLUMN("COMMENT ON COLUMN");

    /** Parameter: the whole name as SQL text. */
    public static final String TABLE = "table_name";
    /** Parameter: what is to be. */
    public static final String DEFINITION = "definition";
    /** Parameter: IF EXISTS or IF NOT EXISTS was written. */
    public static final String CONDITIONAL = "conditional";
    /** Parameter: PURGE was written. */
    public static final String PURGE = "purge";
    /** Parameter: plan, and do nothing. */
    public static final String DRY_RUN = "dry_run";

    private final String keywords;

    TableStatementKind(String keywords) {
        this.keywords = keywords;
    }

    /** How the statement begins. */
    public String keywords() {
        return keywords;
    }
}
