package io.strandline.catalog;

/** What kind of thing a catalog entry is (CAT-15). */
public enum TableType {
    TABLE,
    VIEW,
    MATERIALIZED_VIEW
}
