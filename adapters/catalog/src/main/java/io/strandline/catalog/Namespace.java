package io.strandline.catalog;

import io.strandline.common.Text;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A namespace by its levels from the outermost inwards, with its properties. */
public record Namespace(List<String> levels, Map<String, String> properties) {
    /** Level by level, each by code point; one that another lies in comes before it. */
    public static final Comparator<Namespace> BY_LEVEL = Comparator.comparing(Namespace::levels, Namespace::compare);

    public Namespace {
        levels = List.copyOf(levels);
        properties = Map.copyOf(properties);
    }

    private static int compare(List<String> a, List<String> b) {
        Iterator<String> others = b.iterator();
        for (String level : a) {
            if (!others.hasNext()) {
                return 1;
            }
            int difference = Text.BY_CODE_POINT.compare(level, others.next());
            if (difference != 0) {
                return difference;
            }
        }
        return others.hasNext() ? -1 : 0;
    }
}
