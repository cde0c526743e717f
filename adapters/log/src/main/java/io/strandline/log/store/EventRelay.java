package io.strandline.log.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.LogRecord;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import io.strandline.log.store.RelayPositions.Position;
import io.strandline.store.Leases;
import io.strandline.store.Leases.Lease;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.Upkeep;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the gateway's own events to another log too, as one on Kafka, in the background: while that is away they are
 * delayed, and hold up nobody (LOG-13). One gateway at a time does it, under a lease. Events of one subject stay in order.
 *
 * <p>How far it has come is in the store. Who goes on after a gateway that died reads what the target has beyond that, and
 * leaves out the events whose {@code id} is there: so each arrives, and arrives twice only if the dead one was not dead.
 * What has no id is not relayed.
 */
public final class EventRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventRelay.class);
    private static final JsonMapper JSON = new JsonMapper();

    /** After a failure, and while another gateway relays. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    /** Longer than the lease is not renewed and one publish may take together. */
    private static final Duration LEASE = Duration.ofMinutes(2);

    private static final Duration RENEWED = Duration.ofSeconds(30);

    private static final Position NOWHERE = new Position(0, 0);

    private final StoreEventLog source;
    private final MetadataEventLog target;
    private final Leases leases;
    private final RelayPositions positions;
    private final Upkeep upkeep = new Upkeep("relay", 1);
    private volatile boolean closing;
    private volatile @Nullable Subscription following;

    /**
     * A relay that does nothing until it is started.
     *
     * @param source where the gateway's own events are, in that store
     * @param target an append-only log
     */
    public EventRelay(StoreDatabase store, StoreEventLog source, MetadataEventLog target, Leases leases) {
        this.source = source;
        this.target = target;
        this.leases = leases;
        this.positions = new RelayPositions(store, target.options().name());
    }

    /** Begins. */
    public void start() {
        upkeep.repeat(AGAIN, "Events could not be relayed to log " + name(), () -> relay(AGAIN, false));
    }

    private String name() {
        return target.options().name();
    }

    /**
     * Relays while it may.
     *
     * @param wait for the next event, each time
     * @param untilIdle whether to end when none came in that time
     */
    void relay(Duration wait, boolean untilIdle) {
        Lease lease = leases.acquire("relay:" + name(), LEASE).orElse(null);
        if (lease == null) {
            return;
        }
        try (lease) {
            relayUnder(lease, wait, untilIdle);
        } catch (StrandlineException e) {
            if (!closing) {
                throw e;
            }
        }
    }

    private void relayUnder(Lease lease, Duration wait, boolean untilIdle) {
        Renewed held = new Renewed(lease);
        Map<Integer, Position> reached = new HashMap<>(begin());
        // what a relay before this one can have left behind comes before those
        List<Long> begun = source.highWaterMarks(this::checkpoint);
        Set<String> arrived = arrived(reached, held);
        List<PartitionStart> starts = reached.entrySet().stream()
                .map(each -> new PartitionStart(each.getKey(), each.getValue().next()))
                .toList();
        try (Subscription events = source.subscribe(starts)) {
            following = events;
            while (!closing && held.still()) {
                List<LogRecord> page = events.poll(wait);
                if (page.isEmpty() && untilIdle) {
                    return;
                }
                relay(page, reached, begun, arrived, held);
            }
        }
    }

    /** A lease that is renewed when it is time to. */
    private static final class Renewed {
        private final Lease lease;
        private long since = System.nanoTime();

        Renewed(Lease lease) {
            this.lease = lease;
        }

        boolean still() {
            if (System.nanoTime() - since > RENEWED.toNanos()) {
                since = System.nanoTime();
                return lease.renew();
            }
            return lease.isHeld();
        }
    }

    /** Where it goes on; where no relay was before, at the first event that is kept. */
    private Map<Integer, Position> begin() {
        List<Long> lows = source.lowWaterMarks(this::checkpoint);
        List<Long> marks = target.highWaterMarks(this::checkpoint);
        Map<Integer, Position> unlessThere = new HashMap<>();
        for (int partition = 0; partition < source.partitionCount(); partition++) {
            unlessThere.put(partition, new Position(lows.get(partition), marks.get(targetOf(partition))));
        }
        Map<Integer, Position> begun = positions.begin(unlessThere);
        begun.forEach((partition, position) -> {
            if (position.next() < lows.get(partition)) {
                LOG.warn(
                        "log {}: events of partition {} from offset {} to {} went before they could be relayed to log {}",
                        source.options().name(),
                        partition,
                        position.next(),
                        lows.get(partition),
                        name());
            }
        });
        return begun;
    }

    private void checkpoint() {
        if (closing) {
            throw new StrandlineException(ErrorCode.CANCELLED, "the gateway is stopping.");
        }
    }

    private int targetOf(int partition) {
        return partition % target.partitionCount();
    }

    /** Ids of the events that the target has beyond the positions. */
    private Set<String> arrived(Map<Integer, Position> begun, Renewed held) {
        Map<Integer, Long> marks = new HashMap<>();
        begun.forEach((partition, position) -> marks.merge(targetOf(partition), position.targetMark(), Math::min));
        List<Long> highs = target.highWaterMarks(this::checkpoint);
        Set<String> ids = new HashSet<>();
        marks.forEach((partition, mark) -> target.visitRange(
                partition,
                mark,
                highs.get(partition),
                found -> {
                    id(found).ifPresent(ids::add);
                    return true;
                },
                () -> {
                    checkpoint();
                    if (!held.still()) {
                        throw new StrandlineException(
                                ErrorCode.CONFLICT, "another gateway relays to log " + name() + ".");
                    }
                }));
        return ids;
    }

    private void relay(
            List<LogRecord> page, Map<Integer, Position> reached, List<Long> begun, Set<String> arrived, Renewed held) {
        if (page.isEmpty()) {
            return;
        }
        int partition = page.get(0).partition();
        long mark = reached.getOrDefault(partition, NOWHERE).targetMark();
        for (LogRecord event : page) {
            Optional<String> id = id(event);
            if (id.isPresent() && !arrived.remove(id.orElseThrow())) {
                if (!held.still()) {
                    return;
                }
                mark = Math.max(mark, publish(targetOf(partition), event) + 1);
            }
        }
        Position position = new Position(page.get(page.size() - 1).offset() + 1, mark);
        Map<Integer, Position> changed = new HashMap<>(idle(partition, mark, reached, begun));
        changed.put(partition, position);
        positions.reach(changed);
        reached.putAll(changed);
        Failpoint.RELAY_COMMITTED.reach();
    }

    /**
     * Partitions that go to the same one of the target and have nothing to be relayed: what the target has below the mark is not
     * theirs. Else one without events would have all of the target read again when a relay begins.
     */
    private Map<Integer, Position> idle(int but, long mark, Map<Integer, Position> reached, List<Long> begun) {
        Map<Integer, Position> idle = new HashMap<>();
        reached.forEach((partition, position) -> {
            if (partition != but
                    && targetOf(partition) == targetOf(but)
                    && position.next() >= begun.get(partition)
                    && position.targetMark() < mark) {
                idle.put(partition, new Position(position.next(), mark));
            }
        });
        return idle;
    }

    /** Its offset; -1 if the target does not take it. */
    private long publish(int partition, LogRecord event) {
        Bytes value = event.value();
        Failpoint.RELAY_SENDING.reach();
        try {
            long offset = target.publish(partition, value == null ? Bytes.EMPTY : value);
            Failpoint.RELAY_SENT.reach();
            return offset;
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.LIMIT_EXCEEDED) {
                throw e;
            }
            LOG.warn("log {} does not take the event at offset {}: {}", name(), event.offset(), e.getMessage());
            return -1;
        }
    }

    private static Optional<String> id(LogRecord found) {
        Bytes value = found.value();
        String text = value == null ? null : value.text().orElse(null);
        if (text == null || !text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            JsonNode id = JSON.readTree(text).path("id");
            return id.isTextual() ? Optional.of(id.textValue()) : Optional.empty();
        } catch (JsonProcessingException e) {
            // what is not JSON has no id
            return Optional.empty();
        }
    }

    /** Stops; an event that is being published is waited for. The logs stay open. */
    @Override
    public void close() {
        closing = true;
        Subscription open = following;
        if (open != null) {
            open.close();
        }
        upkeep.close();
    }
}
