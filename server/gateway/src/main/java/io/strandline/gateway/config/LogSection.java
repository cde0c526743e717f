package io.strandline.gateway.config;

import io.strandline.log.LogOptions;
import org.jspecify.annotations.Nullable;

/**
 * An event log.
 *
 * @param transport store or memory; store by default
 * @param partitions how many; 8 by default
 * @param kind append_only or compacted; append_only by default
 * @param keep how long an append-only log keeps its events, as {@code 90d}; for ever by default
 * @param tombstonesKept how long a compacted log keeps tombstones; {@code 1d} by default
 * @param largestRecord most bytes of an event, its key included; 1 MiB by default
 */
public record LogSection(
        String transport,
        Integer partitions,
        String kind,
        @Nullable String keep,
        String tombstonesKept,
        Integer largestRecord) {
    static final LogSection DEFAULTS = new LogSection("store", 8, "append_only", null, "1d", LogOptions.LARGEST_RECORD);

    public LogSection {
        transport = transport == null ? "store" : transport;
        partitions = partitions == null ? Integer.valueOf(8) : partitions;
        kind = kind == null ? "append_only" : kind;
        tombstonesKept = tombstonesKept == null ? "1d" : tombstonesKept;
        largestRecord = largestRecord == null ? Integer.valueOf(LogOptions.LARGEST_RECORD) : largestRecord;
    }
}
