package io.strandline.common;

import java.util.Set;

/**
 * Which connections and catalogs a caller may use (GW-3): all, or those that were named. A caller of some sees rows of these
 * only, and of what belongs to no connection its own.
 *
 * @param all whether the caller is not limited; the sets are empty then
 */
public record Grants(boolean all, Set<String> connections, Set<String> catalogs) {
    /** No limit. */
    public static final Grants ALL = new Grants(true, Set.of(), Set.of());

    /** The gateway's own catalog: what it shows of itself is limited row by row. */
    public static final String OWN_CATALOG = "strandline";

    public Grants {
        connections = Set.copyOf(connections);
        catalogs = Set.copyOf(catalogs);
    }

    /** These and nothing else. */
    public static Grants of(Set<String> connections, Set<String> catalogs) {
        return new Grants(false, connections, catalogs);
    }

    /** Whether the connection of that name may be used. */
    public boolean connection(String name) {
        return all || connections.contains(name);
    }

    /** Whether the catalog of that name may be looked at. */
    public boolean catalog(String name) {
        return all || catalogs.contains(name) || name.equals(OWN_CATALOG);
    }
}
