package io.strandline.registry;

import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * What is to be registered as a sink.
 *
 * @param sinkId null for one made of the table's UUID and of the engine, the application or the table's name
 * @param engine null if its snapshots are not told by their engine
 * @param application null if its snapshots are not told by their application
 * @param description null to leave it as it is, empty for a new sink
 */
public record SinkRequest(
        TableRef table,
        @Nullable String sinkId,
        @Nullable String engine,
        @Nullable String application,
        @Nullable String description,
        boolean dryRun) {}
