package io.strandline.sink.contract;

import static java.util.Objects.requireNonNull;

import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import java.util.function.UnaryOperator;

/**
 * A connector whose drivers have something around them.
 *
 * @param around what
 */
public record Around(SinkConnector connector, UnaryOperator<SinkDriver> around) implements SinkConnector {
    public Around {
        requireNonNull(connector, "connector");
        requireNonNull(around, "around");
    }

    @Override
    public String name() {
        return connector.name();
    }

    @Override
    public String configSchema() {
        return connector.configSchema();
    }

    @Override
    public SinkDescription describe(SinkSpec spec) {
        return connector.describe(spec);
    }

    @Override
    public SinkDriver open(SinkSpec spec) {
        return around.apply(connector.open(spec));
    }
}
