package io.strandline.common;

import io.strandline.common.LocationRules.Relation;
import java.util.HashSet;
import java.util.Set;

/**
 * A set of very many places, 8 to 16 bytes each. It never forgets one; it may take one in some 2^40 for one it has, which is
 * the safe mistake for who deletes what is not in it (CAT-17). Not thread-safe.
 */
public final class PlaceSet {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final LocationRules rules;
    private final LongSet keys = new LongSet();
    private final Set<Root> roots = new HashSet<>();

    private record Root(String scheme, String authority) {}

    /** An empty set; those rules say which places are one. */
    public PlaceSet(LocationRules rules) {
        this.rules = rules;
    }

    /** Adds a place; false if it was there. */
    public boolean add(Location place) {
        LocationRules.Key key = rules.key(place);
        roots.add(new Root(key.scheme(), key.authority()));
        return keys.add(hash(key.scheme(), key.authority(), key.path()));
    }

    /**
     * Whether the place is in the set. {@code PREFIX_MISMATCH} if it is not, but one is that differs from it by scheme alone,
     * or by an authority that one of the two does not have: nobody knows whether that is another place (LOC-2).
     */
    public Relation relation(Location place) {
        LocationRules.Key key = rules.key(place);
        if (keys.contains(hash(key.scheme(), key.authority(), key.path()))) {
            return Relation.SAME;
        }
        boolean doubtful = roots.stream()
                .filter(root -> !root.scheme().equals(key.scheme())
                        || root.authority().isEmpty()
                        || key.authority().isEmpty())
                .anyMatch(root -> keys.contains(hash(root.scheme(), root.authority(), key.path())));
        return doubtful ? Relation.PREFIX_MISMATCH : Relation.DIFFERENT;
    }

    /** How many places are in the set. */
    public int size() {
        return keys.size();
    }

    private static long hash(String scheme, String authority, String path) {
        long hash = 1;
        for (String part : new String[] {scheme, authority, path}) {
            for (int i = 0; i < part.length(); i++) {
                hash = (hash ^ part.charAt(i)) * FACTOR;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ 0x1_0000) * FACTOR;
        }
        return hash ^ (hash >>> 29);
    }
}
