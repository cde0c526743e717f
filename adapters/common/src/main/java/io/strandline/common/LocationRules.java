package io.strandline.common;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Says whether two locations are one place, and whether one lies below another: the only class that compares strings that
 * name places (LOC-1 to LOC-5). What is equal though it is written differently is declared here, never guessed. Immutable.
 */
public final class LocationRules {
    private static final LocationRules DEFAULTS =
            new LocationRules(Map.of(), Map.of()).withEqualSchemes("s3", "s3a").withEqualSchemes("s3", "s3n");

    /** Scheme to the one that stands for its class; schemes not in it stand for themselves. */
    private final Map<String, String> schemes;

    /** Scheme and authority to the authority that stands for its class. */
    private final Map<Host, String> authorities;

    private LocationRules(Map<String, String> schemes, Map<Host, String> authorities) {
        this.schemes = Collections.unmodifiableMap(schemes);
        this.authorities = Collections.unmodifiableMap(authorities);
    }

    /** How two locations stand to each other, or a location to a directory. */
    public enum Relation {
        /** One place; for a directory: the location is the directory or lies below it. */
        SAME,
        /** Two places; for a directory: the location lies outside. */
        DIFFERENT,
        /** Only a missing authority tells them apart: not equal, not known to differ, never acted on (LOC-2). */
        PREFIX_MISMATCH
    }

    private record Host(String scheme, String authority) {}

    /** {@code s3}, {@code s3a} and {@code s3n} are equal; nothing else is. */
    public static LocationRules defaults() {
        return DEFAULTS;
    }

    /** These rules, and two schemes that mean the same store (LOC-1). */
    public LocationRules withEqualSchemes(String one, String other) {
        String kept = schemeClass(Text.lower(one));
        String joined = schemeClass(Text.lower(other));
        Map<String, String> moreSchemes = new HashMap<>(schemes);
        moreSchemes.replaceAll((scheme, standing) -> standing.equals(joined) ? kept : standing);
        moreSchemes.put(joined, kept);
        LocationRules more = new LocationRules(moreSchemes, Map.of());
        for (Map.Entry<Host, String> entry : authorities.entrySet()) {
            Host host = entry.getKey();
            more = more.withEqualAuthorities(host.scheme(), entry.getValue(), host.authority());
        }
        return more;
    }

    /**
     * These rules, and two authorities of a scheme that mean the same bucket or host. An empty one says what a location
     * without authority means, as {@code fs.defaultFS} does: {@code ("hdfs", "ns1", "")}.
     */
    public LocationRules withEqualAuthorities(String scheme, String one, String other) {
        String standing = schemeClass(Text.lower(scheme));
        String kept = authorityClass(standing, one);
        String joined = authorityClass(standing, other);
        Map<Host, String> more = new HashMap<>(authorities);
        more.replaceAll(
                (host, authority) -> host.scheme().equals(standing) && authority.equals(joined) ? kept : authority);
        more.put(new Host(standing, joined), kept);
        return new LocationRules(schemes, more);
    }

    /** How two directories, or two objects, stand to each other; one trailing slash is not significant (LOC-4). */
    public Relation relation(Location one, Location other) {
        if (!pathKey(one).equals(pathKey(other))) {
            return Relation.DIFFERENT;
        }
        return root(one, other);
    }

    /** Whether both are written alike, and so are one place by any rules; if they are not, the rules have to tell. */
    public static boolean isSameText(String one, String other) {
        return one.equals(other);
    }

    /** Whether both are one place. */
    public boolean same(Location one, Location other) {
        return relation(one, other) == Relation.SAME;
    }

    /**
     * Whether the location is that directory or lies below it, by whole path segments (LOC-3). A location whose way down
     * has {@code .} or {@code ..} in it is outside: some stores would resolve it to another place.
     */
    public Relation containment(Location directory, Location location) {
        String above = pathKey(directory);
        String below = pathKey(location);
        if (!below.equals(above)
                && !(below.startsWith(above + "/") && climbsNowhere(below.substring(above.length())))) {
            return Relation.DIFFERENT;
        }
        return root(directory, location);
    }

    /** Whether the location is known to be that directory or below it. */
    public boolean contains(Location directory, Location location) {
        return containment(directory, location) == Relation.SAME;
    }

    /** Whether the location is known to be below that directory, and is not the directory itself (REC-6). */
    public boolean isStrictlyBelow(Location directory, Location location) {
        return contains(directory, location) && !below(directory, location).isEmpty();
    }

    /**
     * Whether whoever lists by the raw text of the directory would meet the location too: {@code x_pinned} beside {@code x}
     * (REC-15). Unlike containment it does not stop at segments, and a missing authority counts as the same.
     */
    public boolean mayShareRawPrefix(Location directory, Location location) {
        return pathKey(location).startsWith(pathKey(directory)) && root(directory, location) != Relation.DIFFERENT;
    }

    /**
     * The way from a directory that contains the location down to it, as written, without slashes at its ends; empty for
     * the directory itself.
     */
    public String below(Location directory, Location location) {
        if (!contains(directory, location)) {
            throw new IllegalArgumentException(location + " is not below " + directory);
        }
        String rest = pathKey(location).substring(pathKey(directory).length());
        int from = 0;
        int to = rest.length();
        while (from < to && rest.charAt(from) == '/') {
            from++;
        }
        while (to > from && rest.charAt(to - 1) == '/') {
            to--;
        }
        return rest.substring(from, to);
    }

    /** Whether a location's scheme is that one or an equal one. */
    public boolean isOfScheme(String scheme, Location location) {
        return schemeClass(Text.lower(scheme)).equals(schemeClass(location.scheme()));
    }

    /** Whether a location is in that bucket, or whatever else an authority is called there. */
    public boolean isIn(String scheme, String authority, Location location) {
        String standing = schemeClass(location.scheme());
        return isOfScheme(scheme, location)
                && authorityClass(standing, authority).equals(authorityClass(standing, location.authority()));
    }

    /** Whether scheme and authority are the same, or only a missing authority tells them apart. */
    private Relation root(Location one, Location other) {
        String scheme = schemeClass(one.scheme());
        if (!scheme.equals(schemeClass(other.scheme()))) {
            return Relation.DIFFERENT;
        }
        if (authorityClass(scheme, one.authority()).equals(authorityClass(scheme, other.authority()))) {
            return Relation.SAME;
        }
        return one.authority().isEmpty() || other.authority().isEmpty() ? Relation.PREFIX_MISMATCH : Relation.DIFFERENT;
    }

    private String schemeClass(String scheme) {
        return schemes.getOrDefault(scheme, scheme);
    }

    private String authorityClass(String scheme, String authority) {
        return authorities.getOrDefault(new Host(scheme, authority), authority);
    }

    /**
     * What stands for a place: two locations are the same place exactly if their keys are equal. For maps of locations.
     *
     * @param path without the one trailing slash that a directory may have
     */
    public record Key(String scheme, String authority, String path) {
        /** The key of a directory above, whose path is the first {@code length} characters of this one's. */
        public Key above(int length) {
            return new Key(scheme, authority, path.substring(0, length));
        }
    }

    /** The location's key under these rules. */
    public Key key(Location location) {
        String scheme = schemeClass(location.scheme());
        return new Key(scheme, authorityClass(scheme, location.authority()), pathKey(location));
    }

    /**
     * What an index finds a location by: locations that are one place by any rules have one key, the path without the one
     * trailing slash that a directory may have. Locations of one key need not be one place.
     */
    public static String pathKey(Location location) {
        String path = location.path();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static boolean climbsNowhere(String path) {
        String padded = path + "/";
        return !padded.contains("/./") && !padded.contains("/../");
    }
}
