package io.strandline.log;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A value of a key, or that it has none any more.
 *
 * @param value null for a tombstone
 */
public record KeyedEvent(int partition, Bytes key, @Nullable Bytes value) {
    public KeyedEvent {
        requireNonNull(key, "key");
    }
}
