package io.strandline.catalog;

import java.util.List;
import java.util.Map;

/** A namespace by its levels from the outermost inwards, with its properties. */
public record Namespace(List<String> levels, Map<String, String> properties) {
    public Namespace {
        levels = List.copyOf(levels);
        properties = Map.copyOf(properties);
    }
}
