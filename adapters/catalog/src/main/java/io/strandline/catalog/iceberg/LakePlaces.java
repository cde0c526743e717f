package io.strandline.catalog.iceberg;

import io.strandline.common.TableRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Places in a warehouse for tables of any name: each level one directory that every file system can hold. */
final class LakePlaces {
    private static final int LONGEST = 200;
    private static final String SAFE = "_-.";

    private LakePlaces() {}

    static String of(CatalogConfig config, TableRef ref) {
        List<String> parts = new ArrayList<>();
        parts.add(config.properties().getOrDefault("warehouse", "").replaceFirst("/+$", ""));
        ref.namespace().forEach(level -> parts.add(directory(level)));
        parts.add(directory(ref.name()));
        return String.join("/", parts);
    }

    /** The name with everything but ASCII letters, digits and {@code _-.} as percent codes; a long one cut, with a hash. */
    static String directory(String name) {
        StringBuilder text = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean dots = name.equals(".") || name.equals("..");
            if (c < 128 && (Character.isLetterOrDigit(c) || (SAFE.indexOf(c) >= 0 && !dots))) {
                text.append(c);
            } else {
                text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        if (text.length() <= LONGEST) {
            return text.toString();
        }
        UUID hash = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        return text.substring(0, LONGEST - 40) + "-" + hash;
    }
}
