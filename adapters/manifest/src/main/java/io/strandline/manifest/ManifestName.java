package io.strandline.manifest;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a manifest, final or staged (MAN-8). A name has one reading: a version that is not detached has at most 19
 * digits, so 20 digits are the newer scheme's.
 *
 * @param staged what tells a staged manifest from others of its version; null for a final one
 */
public record ManifestName(
        ManifestVersion version,
        NamingScheme scheme,
        @Nullable UUID staged) {
    /** Directory below a dataset's base that holds its manifests. */
    public static final String DIRECTORY = "_versions/";

    private static final String END = ".manifest";
    private static final Pattern NAME = Pattern.compile("(d?)(\\d{1,20})\\.manifest(?:-([0-9a-f-]{36}))?");
    private static final int DIGITS = 20;

    /** What the file name, or the path below a dataset's base, says; empty if it is not that of a manifest. */
    public static Optional<ManifestName> parse(String text) {
        String file = text.startsWith(DIRECTORY) ? text.substring(DIRECTORY.length()) : text;
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            return Optional.empty();
        }
        try {
            long number = Long.parseUnsignedLong(name.group(2));
            boolean detached = !name.group(1).isEmpty();
            boolean newer = !detached && name.group(2).length() == DIGITS;
            ManifestName read = new ManifestName(
                    new ManifestVersion(newer ? ~number : number),
                    detached || newer ? NamingScheme.V2 : NamingScheme.V1,
                    name.group(3) == null ? null : UUID.fromString(name.group(3)));
            // leading zeros, detached versions without d and others with it name nothing
            return read.fileName().equals(file) ? Optional.of(read) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether it is of a manifest that was written and is not final. */
    public boolean isStaged() {
        return staged != null;
    }

    /** A staged name of this version that nobody else has. */
    public ManifestName stagedAs(UUID unique) {
        return new ManifestName(version, scheme, unique);
    }

    /** The name it has, or will have, when it is final. */
    public ManifestName finished() {
        return new ManifestName(version, scheme, null);
    }

    /** Below {@link #DIRECTORY}. */
    public String fileName() {
        String suffix = staged == null ? "" : "-" + staged;
        if (version.isDetached()) {
            return "d" + version + END + suffix;
        }
        return (scheme == NamingScheme.V1 ? version.toString() : inverted()) + END + suffix;
    }

    private String inverted() {
        String left = Long.toUnsignedString(~version.bits());
        return "0".repeat(DIGITS - left.length()) + left;
    }

    /** Below the dataset's base. */
    public String path() {
        return DIRECTORY + fileName();
    }
}
