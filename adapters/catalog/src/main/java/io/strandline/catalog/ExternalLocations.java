package io.strandline.catalog;

import io.strandline.common.TableRef;

/** Which tables lie outside the catalog's care because somebody declared their place external (REC, first paragraph). */
@FunctionalInterface
public interface ExternalLocations {
    /**
     * Whether the place of that table lies under a prefix declared external for its namespace.
     *
     * @param location root of the table's files, as stored
     */
    boolean isExternal(TableRef table, String location);

    /** Nothing is external. */
    static ExternalLocations none() {
        return (table, location) -> false;
    }
}
