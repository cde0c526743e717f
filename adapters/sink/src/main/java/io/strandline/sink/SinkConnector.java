package io.strandline.sink;

import java.util.Optional;

/** A kind of sink: how its drivers are made. A new one is a package and a line where the connectors are listed. Thread-safe. */
public interface SinkConnector {
    /** Its name in configurations, a constant. */
    String name();

    /** JSON Schema of the settings of its sinks (SNK-27). */
    String configSchema();

    /**
     * What a sink is, from its configuration alone: touches no destination.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} naming the setting that is wrong
     */
    SinkDescription describe(SinkSpec spec);

    /**
     * A driver for one run, or for one call. Connects with its first call, not before.
     *
     * @throws io.strandline.common.StrandlineException as {@link #describe} does
     */
    SinkDriver open(SinkSpec spec);

    /**
     * Reads the destinations of its sinks by SQL, each as {@code sink_<id>.<schema>.<table>}.
     *
     * @return empty if they are read otherwise, or not at all
     */
    default Optional<SinkReader> reader(SinkSpec spec) {
        return Optional.empty();
    }
}
