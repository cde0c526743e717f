package io.strandline.bench;

import static java.util.Objects.requireNonNull;

import io.strandline.log.Bytes;
import io.strandline.log.KeyedEvent;
import io.strandline.log.MetadataEventLog;
import java.util.List;

/** A log of one partition. */
record LogPeer(MetadataEventLog log) implements EventPeer {
    @Override
    public void publish(Event event) {
        log.publishKeyed(0, Bytes.copyOf(event.key()), Bytes.copyOf(event.value()));
    }

    @Override
    public void publishGroup(List<Event> events) {
        log.publishKeyedGroup(events.stream()
                .map(event -> new KeyedEvent(0, Bytes.copyOf(event.key()), Bytes.copyOf(event.value())))
                .toList());
    }

    @Override
    public long read(long from, long to) {
        long[] bytes = new long[1];
        log.visitRange(
                0,
                from,
                to,
                found -> {
                    bytes[0] += requireNonNull(found.value()).length();
                    return true;
                },
                () -> {});
        return bytes[0];
    }

    @Override
    public void close() {
        log.close();
    }
}
