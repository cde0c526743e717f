package io.strandline.common;

import java.util.Arrays;

/**
 * Hashes of a location's path and of every directory above it, without reading the location as one: hints for finding, among
 * very many, the few that {@link LocationRules} has to look at. Two locations that are one place by any rules have one
 * {@link #key()}; if one lies below another, the other's key is among its {@link #above}. The opposite need not hold.
 *
 * <p>To be filled again for each location, so that nothing is allocated; belongs to one thread.
 */
public final class PathHashes {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private long[] above = new long[16];
    private int depth;
    private long key;

    /** Takes the hashes of the path of a location written so. */
    public void read(String text) {
        int end = text.endsWith("/") ? text.length() - 1 : text.length();
        long hash = 1;
        depth = 0;
        for (int i = Location.pathStart(text); i < end; i++) {
            char c = text.charAt(i);
            if (c == '/') {
                push(hash);
            }
            hash = (hash + c) * FACTOR;
        }
        key = mixed(hash);
    }

    private void push(long hash) {
        if (depth == above.length) {
            above = Arrays.copyOf(above, depth * 2);
        }
        above[depth++] = mixed(hash);
    }

    /** The low bits of a product know little of the high bits of its factors. */
    private static long mixed(long hash) {
        long folded = (hash ^ (hash >>> 32)) * FACTOR;
        return folded ^ (folded >>> 29);
    }

    /** Hash of the path without the one trailing slash that a directory may have. */
    public long key() {
        return key;
    }

    /** How many directories are above it. */
    public int depth() {
        return depth;
    }

    /** Hash of a directory above it, the outermost at 0. */
    public long above(int level) {
        return above[level];
    }
}
