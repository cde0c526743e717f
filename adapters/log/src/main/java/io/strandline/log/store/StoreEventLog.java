package io.strandline.log.store;

import static io.strandline.log.store.LogTables.EVENT;
import static io.strandline.log.store.LogTables.EVENT_KEY;
import static io.strandline.log.store.LogTables.EVENT_NO;
import static io.strandline.log.store.LogTables.KEY_HASH;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.KeyPartitioner;
import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.log.Page;
import io.strandline.log.PagedEventLog;
import io.strandline.log.PartitionMarks;
import io.strandline.log.PartitionStart;
import io.strandline.store.database.StoreDatabase;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * A log in the store, as durable as that is: what {@link #publish} returned is on disk. Publishers at the same time share a
 * transaction. On PostgreSQL all gateways of the store see one log, and are woken by LISTEN and NOTIFY. Thread-safe.
 */
public final class StoreEventLog extends PagedEventLog {
    private static final String CHANNEL = "strandline_log";

    /** Of a key with more records than this it is quicker to read the log. */
    private static final int MOST_PLACES = 10_000;

    private final StoreDatabase store;
    private final Clock clock;
    private final String identity;
    private final PartitionNumbers numbers;
    private final EventRows rows;
    private final AppendStatement atOnce;
    private final LogUpkeep upkeep;
    private final GroupCommit publishers = new GroupCommit(this::commit);
    private final Announcer announcer;
    private final StoreDatabase.Listening listening;

    private StoreEventLog(StoreDatabase store, LogOptions options, Clock clock, LogEntry entry) {
        super(options);
        this.store = store;
        this.clock = clock;
        this.identity = entry.identity();
        this.numbers = entry.numbers();
        this.rows = new EventRows(numbers, store.isShared());
        this.atOnce = new AppendStatement(numbers, CHANNEL, store.addressed(Long.toString(numbers.logId())));
        this.upkeep = new LogUpkeep(store, options, numbers);
        this.announcer = new Announcer(options.name(), this::announce, this::changed);
        this.listening = store.listen(CHANNEL, this::heard);
    }

    /**
     * Opens a log; the first opening makes it.
     *
     * @param store opened with the module {@code log}
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} if it was made with another number of partitions or of
     *     another kind (LOG-2); {@link ErrorCode#STORE}
     */
    public static StoreEventLog open(StoreDatabase store, LogOptions options, Clock clock) {
        return new StoreEventLog(store, options, clock, LogEntry.open(store, options));
    }

    private void heard(String message) {
        if (message.isEmpty() || message.equals(Long.toString(numbers.logId()))) {
            changed();
            announcer.heard();
        }
    }

    private void announce() {
        store.writeAlone(dsl -> {
            store.tell(dsl, CHANNEL, Long.toString(numbers.logId()));
            return true;
        });
    }

    @Override
    protected List<PartitionMarks> marks() {
        return store.readAlone(dsl -> dsl.connectionResult(
                connection -> rows.marks(connection, options().partitions())));
    }

    @Override
    protected Page page(int partition, long from, long to) {
        return store.readAlone(dsl -> dsl.connectionResult(connection -> rows.page(connection, partition, from, to)));
    }

    @Override
    protected List<Long> append(List<NewRecord> records) {
        return publishers.publish(records);
    }

    private List<Long> commit(List<NewRecord> records) {
        List<Long> all = store.isShared() && AppendStatement.takes(records) ? atOnce(records) : inSteps(records);
        Failpoint.PUBLISHED.reach();
        return all;
    }

    private List<Long> atOnce(List<NewRecord> records) {
        Instant now = clock.instant();
        boolean tells = announcer.isDue();
        List<Long> all;
        try {
            all = store.writeAlone(
                    dsl -> dsl.connectionResult(connection -> atOnce.append(connection, records, now, tells)));
        } catch (StrandlineException e) {
            announcer.committed(false);
            throw e.code() == ErrorCode.STORE && !StoreDatabase.isRefusal(e) ? unknown(e) : e;
        }
        announcer.committed(tells);
        changed();
        return all;
    }

    private List<Long> inSteps(List<NewRecord> records) {
        AtomicBoolean written = new AtomicBoolean();
        try {
            return store.write(dsl -> {
                List<Long> offsets = write(dsl, records);
                written.set(true);
                Failpoint.PUBLISH_UNCOMMITTED.reach();
                return offsets;
            });
        } catch (StrandlineException e) {
            throw written.get() && e.code() == ErrorCode.STORE ? unknown(e) : e;
        }
    }

    private StrandlineException unknown(StrandlineException e) {
        return new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                "the store did not say whether it keeps what was published to log \""
                        + options().name() + "\": " + e.getMessage()
                        + " Look for it in log.events before you publish it again.",
                e);
    }

    /**
     * Publishes as a part of a write to the store: when that is committed, and only then, are they published.
     *
     * @return their offsets, in the order given
     */
    public List<Long> publishWithin(DSLContext write, List<NewRecord> records) {
        requireOpen();
        records.forEach(this::require);
        return records.isEmpty() ? List.of() : write(write, records);
    }

    private List<Long> write(DSLContext dsl, List<NewRecord> records) {
        Instant now = clock.instant();
        List<Long> offsets = dsl.connectionResult(connection -> rows.append(connection, records, now));
        store.tell(dsl, CHANNEL, Long.toString(numbers.logId()));
        store.afterCommit(this::changed);
        return offsets;
    }

    /**
     * Lets go of what the log does not keep any more: values that a later one of their key has replaced, tombstones and
     * events whose time is over (LOG-9). A few at a time, so that publishers go on.
     */
    public void tidyUp() {
        if (!isClosed()) {
            upkeep.tidyUp(clock.instant(), this::isClosed);
        }
    }

    /** Says to subscribers to look whether there is more; for what LISTEN may miss. */
    public void lookAgain() {
        changed();
    }

    @Override
    public long firstOffsetAt(int partition, Instant time, Runnable checkpoint) {
        return again(checkpoint, () -> store.read(dsl -> upkeep.firstOffsetAt(dsl, partition, time)));
    }

    @Override
    public Optional<List<PartitionStart>> placesOf(Bytes key, Runnable checkpoint) {
        if (options().kind() == LogKind.APPEND_ONLY) {
            return Optional.of(List.of());
        }
        Condition ofKey = KEY_HASH.eq((long) KeyPartitioner.hash(key))
                .and(EVENT_NO.ge(numbers.event(0, 0)))
                .and(EVENT_NO.lt(numbers.event(options().partitions(), 0)))
                .and(EVENT_KEY.eq(DSL.val(key.toArray(), EVENT_KEY)));
        List<Long> found = again(
                checkpoint,
                () -> store.read(dsl -> dsl.select(EVENT_NO)
                        .from(EVENT)
                        .where(ofKey)
                        .orderBy(EVENT_NO)
                        .limit(MOST_PLACES + 1)
                        .fetch(EVENT_NO)));
        if (found.size() > MOST_PLACES) {
            return Optional.empty();
        }
        return Optional.of(found.stream()
                .map(number -> new PartitionStart(numbers.partitionOfEvent(number), PartitionNumbers.offset(number)))
                .toList());
    }

    @Override
    public Optional<String> identity(Runnable checkpoint) {
        return Optional.of(identity);
    }

    @Override
    public boolean mayPass(RuntimeException failure) {
        return StoreDatabase.mayPass(failure);
    }

    /** Stops listening too. The store stays open. */
    @Override
    public void close() {
        super.close();
        announcer.close();
        listening.close();
    }
}
