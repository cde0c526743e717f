package io.strandline.sink;

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
}
