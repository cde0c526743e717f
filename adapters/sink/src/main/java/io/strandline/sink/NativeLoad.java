package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Bytes in a format that a destination loads itself (SNK-22).
 *
 * @param format such as {@code csv} or {@code parquet}
 * @param modes those it can be loaded in
 */
public record NativeLoad(String format, Set<WriteMode> modes) {
    public NativeLoad {
        requireNonNull(format, "format");
        modes = Set.copyOf(modes);
    }
}
