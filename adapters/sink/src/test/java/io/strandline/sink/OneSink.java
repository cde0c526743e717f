package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;

/** One sink and nothing else. */
public record OneSink(SinkConnector connector, SinkSpec spec) implements Sinks {
    @Override
    public Optional<SinkSpec> byId(String id, CallContext call) {
        return Optional.of(spec).filter(sink -> sink.id().equals(id));
    }

    @Override
    public Optional<SinkSpec> forTable(TableRef table, CallContext call) {
        return Optional.of(spec).filter(sink -> sink.table().equals(table));
    }

    @Override
    public List<SinkSpec> declared() {
        return List.of(spec);
    }

    @Override
    public SinkConnector connector(SinkSpec sink) {
        return connector;
    }
}
