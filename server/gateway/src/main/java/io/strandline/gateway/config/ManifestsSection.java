package io.strandline.gateway.config;

import java.util.List;

/**
 * Where datasets lie whose manifests are committed by SQL.
 *
 * @param locations prefixes below which they may lie; none by default, and then nothing is committed
 */
public record ManifestsSection(List<String> locations) {
    static final ManifestsSection NONE = new ManifestsSection(List.of());

    public ManifestsSection {
        locations = locations == null ? List.of() : locations;
    }
}
