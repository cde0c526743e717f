package io.strandline.log.store;

import io.strandline.common.Failpoint;
import io.strandline.log.Bytes;
import io.strandline.log.KeyPartitioner;
import io.strandline.log.LogOptions;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process whose threads publish, each to both logs in turn, until it is stopped. It says what they were told, a line each:
 * {@code EVENT partition offset value end} and {@code VALUE partition key number end}.
 */
final class PublishingChild {
    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    /** How it ends at its failpoint. */
    static final int STOPPED = 77;

    private static final int PUBLISHERS = 8;
    private static final int PARTITIONS = 2;
    private static final int KEYS = 5;

    private final StoreEventLog events;
    private final StoreEventLog states;
    private final String run;
    private final boolean early;

    private PublishingChild(StoreEventLog events, StoreEventLog states, String run, boolean early) {
        this.events = events;
        this.states = states;
        this.run = run;
        this.early = early;
    }

    /** The log of events without keys. */
    static StoreEventLog events(StoreDatabase store) {
        return StoreEventLog.open(store, LogOptions.appendOnly("events", PARTITIONS), Clock.systemUTC());
    }

    /** The log of last values. */
    static StoreEventLog states(StoreDatabase store) {
        return StoreEventLog.open(store, LogOptions.compacted("states", PARTITIONS), Clock.systemUTC());
    }

    /**
     * What it is to do.
     *
     * @param point where it stops; empty for nowhere
     * @param passing how often it passes there before
     * @param early the twin: it says what it is told before it is
     */
    static List<String> arguments(StoreOptions store, String run, String point, int passing, boolean early) {
        return List.of(store.url(), run, point, Integer.toString(passing), Boolean.toString(early));
    }

    public static void main(String[] arguments) throws InterruptedException {
        StoreDatabase store = Stores.open(StoreOptions.of(arguments[0]).withReaders(2));
        PublishingChild child =
                new PublishingChild(events(store), states(store), arguments[1], Boolean.parseBoolean(arguments[4]));
        if (!arguments[2].isEmpty()) {
            AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[3]));
            Failpoint.install(place -> {
                if (place.name().equals(arguments[2]) && left.decrementAndGet() < 0) {
                    Runtime.getRuntime().halt(STOPPED);
                }
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(PUBLISHERS + 1);
        for (int i = 0; i < PUBLISHERS; i++) {
            int publisher = i;
            threads.execute(() -> child.publish(publisher));
        }
        threads.execute(child::tidyUp);
        // it is stopped long before
        boolean ended = threads.awaitTermination(10, TimeUnit.MINUTES);
        Runtime.getRuntime().halt(ended ? 0 : 1);
    }

    private void publish(int publisher) {
        for (int number = 0; ; number++) {
            String value = run + "-" + publisher + "-" + number;
            int partition = number % PARTITIONS;
            if (early) {
                long offset = events.highWaterMarks(() -> {}).get(partition);
                OUT.println("EVENT " + partition + " " + offset + " " + value + " end");
            }
            long offset = events.publish(partition, Bytes.ofText(value));
            OUT.println("EVENT " + partition + " " + offset + " " + value + " end");
            String key = run + "-" + publisher + "-" + number % KEYS;
            int own = KeyPartitioner.partition(Bytes.ofText(key), PARTITIONS);
            states.publishKeyed(own, Bytes.ofText(key), Bytes.ofText(Integer.toString(number)));
            OUT.println("VALUE " + own + " " + key + " " + number + " end");
        }
    }

    private void tidyUp() {
        while (true) {
            states.tidyUp();
        }
    }
}
