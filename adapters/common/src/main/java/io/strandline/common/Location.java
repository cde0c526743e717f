package io.strandline.common;

import static java.util.Objects.requireNonNull;

/**
 * A place where files lie, as somebody wrote it: nothing is decoded, no slash is collapsed (LOC-4). Two places are compared
 * by {@link LocationRules} and nowhere else; {@code equals} says only that the same text was written.
 *
 * @param text as written, and as it is shown
 * @param scheme lower case, {@code file} where none is written
 * @param authority bucket, host or container, exact; empty if none is written
 * @param path everything after the authority, its leading slash included
 */
public record Location(String text, String scheme, String authority, String path) {
    public Location {
        requireNonNull(text, "text");
        requireNonNull(scheme, "scheme");
        requireNonNull(authority, "authority");
        requireNonNull(path, "path");
    }

    /**
     * Reads {@code s3://bucket/key}, {@code file:///w/t}, {@code file:/w/t} or {@code /w/t}. What follows a bucket is its key
     * as it stands, question marks and percent signs included.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} for an empty text or one with a control character
     */
    public static Location parse(String text) {
        if (text.isBlank() || hasControlCharacter(text)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "location \"" + Text.cut(text.strip(), 200) + "\": it is empty or has a control character."
                            + " Write it like s3://bucket/path or file:///path.");
        }
        int start = pathStart(text);
        if (start == 0) {
            return new Location(text, "file", "", text);
        }
        int colon = text.indexOf(':');
        String authority = start > colon + 1 ? text.substring(colon + 3, start) : "";
        return new Location(text, Text.lower(text.substring(0, colon)), authority, text.substring(start));
    }

    private static boolean hasControlCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Where the path begins in a text that {@link #parse} takes; for any other text, some position of it. */
    static int pathStart(String text) {
        int colon = text.indexOf(':');
        for (int i = 0; i < colon; i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean later = (c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-';
            if (!letter && !(i > 0 && later)) {
                return 0;
            }
        }
        if (colon <= 0) {
            return 0;
        }
        if (!text.startsWith("//", colon + 1)) {
            return colon + 1;
        }
        int slash = text.indexOf('/', colon + 3);
        return slash < 0 ? text.length() : slash;
    }

    /** The place {@code relative} below this directory; this text's one trailing slash does not double. */
    public Location resolve(String relative) {
        return parse(text.endsWith("/") ? text + relative : text + "/" + relative);
    }

    /** The directory an object lies in: the text up to its last slash, which is kept. */
    public Location directory() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? this : parse(text.substring(0, text.length() - path.length() + slash + 1));
    }

    @Override
    public String toString() {
        return text;
    }
}
