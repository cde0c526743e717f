package io.strandline.sink;

import java.util.List;
import java.util.stream.Collectors;

/** Which modes and keys go with a sink. */
final class Modes {
    private Modes() {}

    /**
     * Checks them.
     *
     * @throws io.strandline.common.StrandlineException {@code REFUSED} for a mode that the sink does not have, naming those it
     *     has (SNK-25), and for a keyed mode without a key (SNK-4)
     */
    static void check(SinkDescription sink, WriteMode mode, List<String> key) {
        if (!sink.modes().contains(mode)) {
            throw SinkErrors.refused("sink " + sink.id() + " does not write in mode " + mode.text() + ". It has "
                    + sink.modes().stream().sorted().map(WriteMode::text).collect(Collectors.joining(", ")) + ".");
        }
        if (mode.isKeyed() && key.isEmpty()) {
            throw SinkErrors.refused("sink " + sink.id() + " needs a key to " + mode.text()
                    + ". Declare it with key: [column] in the configuration, or SET \"sink.key\" = 'column'.");
        }
    }
}
