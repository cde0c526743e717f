package io.strandline.sink.memory;

import io.strandline.sink.BatchAtomicity;
import io.strandline.sink.Capability;
import io.strandline.sink.NativeLoad;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.UnknownFields;
import io.strandline.sink.WriteMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes drivers for one table in memory. */
public record MemoryConnector(MemoryTable table) implements SinkConnector {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String configSchema() {
        return "{\"type\":\"object\",\"additionalProperties\":false}";
    }

    @Override
    public SinkDescription describe(SinkSpec spec) {
        return new SinkDescription(
                spec.id(),
                name(),
                "memory://test",
                EnumSet.allOf(WriteMode.class),
                EnumSet.allOf(Capability.class),
                UnknownFields.REFUSED,
                BatchAtomicity.ATOMIC,
                true,
                List.of(new NativeLoad("csv", Set.of(WriteMode.APPEND))),
                configSchema());
    }

    @Override
    public SinkDriver open(SinkSpec spec) {
        return new MemoryDriver(table, describe(spec));
    }
}
