package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run that is wanted.
 *
 * @param mode null for the sink's
 * @param key null for the sink's
 * @param scope whose tokens it moves; null for none
 * @param options how it treats what is not as it should be
 * @param cleanup column to value of the part of the destination that this run covers whole: rows there that it does not write
 *     are deleted when it is complete (SNK-8); empty for no cleanup
 */
public record RunRequest(
        SinkSpec sink,
        @Nullable WriteMode mode,
        @Nullable List<String> key,
        @Nullable String scope,
        RunOptions options,
        Map<String, Object> cleanup) {
    public RunRequest {
        requireNonNull(sink, "sink");
        key = key == null ? null : List.copyOf(key);
        requireNonNull(options, "options");
        cleanup = Map.copyOf(cleanup);
    }

    /** With another part of the destination that it covers. */
    RunRequest covering(Map<String, Object> part) {
        return new RunRequest(sink, mode, key, scope, options, part);
    }

    /** As the sink says. */
    public static RunRequest of(SinkSpec sink) {
        return new RunRequest(sink, null, null, null, sink.options(), Map.of());
    }
}
