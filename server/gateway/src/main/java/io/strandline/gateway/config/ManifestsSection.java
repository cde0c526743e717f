package io.strandline.gateway.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where datasets lie whose manifests are committed by SQL.
 *
 * @param locations prefixes below which they may lie; none by default, and then nothing is committed
 * @param mostObjects of a dataset that are examined at once; null for the default
 */
public record ManifestsSection(
        List<String> locations, @Nullable Integer mostObjects) {
    static final ManifestsSection NONE = new ManifestsSection(List.of(), null);

    public ManifestsSection {
        locations = locations == null ? List.of() : locations;
    }
}
