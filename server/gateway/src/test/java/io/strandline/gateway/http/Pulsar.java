package io.strandline.gateway.http;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Tables whose rows come when the test lets them, or end in a failure. */
final class Pulsar implements SqlModule {
    /** How many rows of {@code beats} come by themselves; the others wait for permits. */
    static final long FREE = 3_000;

    /** One permit lets one more row of {@code beats} come. */
    final Semaphore mayBeat = new Semaphore(0);

    /** Rows that were read, of all tables. */
    final AtomicInteger read = new AtomicInteger();

    /** As if nothing had been read. */
    void forget() {
        mayBeat.drainPermits();
        read.set(0);
    }

    private record Beat(long number, String text) {}

    @Override
    public String schema() {
        return "sky";
    }

    @Override
    public String remarks() {
        return "Rows that wait, for tests.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(
                table("beats", FREE, (number, call) -> await(mayBeat, call)),
                table("drips", 0, (number, call) -> pass(50)),
                table("bursts", FREE, (number, call) -> {
                    throw new StrandlineException(ErrorCode.BACKEND, "the star burst at beat " + number + ". Look up.");
                }));
    }

    /** What comes after the rows that come by themselves. */
    private interface Later {
        void at(long number, CallContext call);
    }

    private VirtualTable<Beat> table(String name, long free, Later later) {
        return VirtualTable.<Beat>named(name, "Beats, of 1000 characters each.")
                .column("number", bigint(), Beat::number, "Which.")
                .column("text", text(), Beat::text, "Long.")
                .rows((wanted, call) -> rows(free, later, call));
    }

    private Stream<Beat> rows(long free, Later later, CallContext call) {
        return LongStream.range(0, FREE * 2).mapToObj(number -> {
            if (number >= free) {
                later.at(number, call);
            }
            read.incrementAndGet();
            return new Beat(number, "x".repeat(1_000));
        });
    }

    private static void await(Semaphore permits, CallContext call) {
        while (!acquire(permits, 10)) {
            call.checkpoint();
        }
    }

    /** Lets time pass. */
    private static void pass(int millis) {
        acquire(new Semaphore(0), millis);
    }

    private static boolean acquire(Semaphore permits, int millis) {
        try {
            return permits.tryAcquire(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new StrandlineException(ErrorCode.CANCELLED, "interrupted", e);
        }
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of();
    }
}
