package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.sink.SinkJson;
import io.strandline.sink.SinkSpec;
import java.util.List;

/** The sinks that the file declares. */
public final class SinkSettings {
    private SinkSettings() {}

    /**
     * The sinks, in their order.
     *
     * @throws io.strandline.common.StrandlineException {@link ErrorCode#CONFIGURATION} naming the key that is wrong
     */
    public static List<SinkSpec> of(GatewayConfig config) {
        return config.sinks().entrySet().stream()
                .map(sink -> SinkJson.read("sinks." + sink.getKey(), sink.getKey(), sink.getValue(), "configuration"))
                .toList();
    }
}
