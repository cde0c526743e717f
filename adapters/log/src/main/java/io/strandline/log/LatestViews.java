package io.strandline.log;

import java.util.List;
import java.util.Optional;

/**
 * The views of a gateway's compacted logs. Immutable.
 *
 * @param all in order of their logs' names
 */
public record LatestViews(List<LatestView> all) {
    public LatestViews {
        all = List.copyOf(all);
    }

    /** The view of the log of that name. */
    public Optional<LatestView> find(String log) {
        return all.stream().filter(view -> view.log().name().equals(log)).findFirst();
    }
}
