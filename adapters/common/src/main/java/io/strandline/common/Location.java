package io.strandline.common;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);

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
        if (text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "location \"" + Text.cut(text.strip(), 200) + "\": it is empty or has a control character."
                            + " Write it like s3://bucket/path or file:///path.");
        }
        Matcher matcher = SCHEME.matcher(text);
        if (!matcher.matches()) {
            return new Location(text, "file", "", text);
        }
        String scheme = Text.lower(matcher.group(1));
        String rest = matcher.group(2);
        if (!rest.startsWith("//")) {
            return new Location(text, scheme, "", rest);
        }
        int slash = rest.indexOf('/', 2);
        int authorityEnd = slash < 0 ? rest.length() : slash;
        return new Location(text, scheme, rest.substring(2, authorityEnd), rest.substring(authorityEnd));
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
