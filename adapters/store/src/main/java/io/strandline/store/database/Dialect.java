package io.strandline.store.database;

import org.jooq.SQLDialect;

/** The databases a store can be on. What one of them cannot say is asked of the other by a named method. */
public enum Dialect {
    SQLITE("sqlite", SQLDialect.SQLITE),
    POSTGRESQL("postgresql", SQLDialect.POSTGRES);

    private final String folder;
    private final SQLDialect jooq;

    Dialect(String folder, SQLDialect jooq) {
        this.folder = folder;
        this.jooq = jooq;
    }

    /** Last part of the folders that hold its migrations. */
    String folder() {
        return folder;
    }

    /** What jOOQ calls it. */
    SQLDialect jooq() {
        return jooq;
    }
}
