package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.registry.Connection;
import io.strandline.registry.RegisteredPlace;
import io.strandline.registry.Registrations;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The registrations of a connection's scratch target in order of name (REC-8). A thread of the executor reads them page by
 * page and stays a few pages ahead: to be asked for each page would cost more than reading it. Belongs to one thread.
 */
final class RegisteredPages implements Iterator<RegisteredPlace>, AutoCloseable {
    private static final int PAGE = 2_000;
    private static final int AHEAD = 4;

    private final Registrations registrations;
    private final Connection connection;
    private final CallContext call;
    private final BlockingQueue<List<RegisteredPlace>> ahead = new ArrayBlockingQueue<>(AHEAD);
    private final FutureTask<@Nullable Void> reading = new FutureTask<>(this::read);
    private Iterator<RegisteredPlace> page = List.<RegisteredPlace>of().iterator();
    private boolean more = true;

    RegisteredPages(Registrations registrations, Connection connection, Executor executor, CallContext call) {
        this.registrations = registrations;
        this.connection = connection;
        this.call = call;
        executor.execute(reading);
    }

    private @Nullable Void read() throws InterruptedException {
        List<RegisteredPlace> read = read(Optional.empty());
        while (read.size() == PAGE && !reading.isCancelled()) {
            read = read(Optional.of(read.get(PAGE - 1).table()));
        }
        return null;
    }

    private List<RegisteredPlace> read(Optional<String> after) throws InterruptedException {
        List<RegisteredPlace> read = registrations.page(
                connection.name(), connection.catalog(), connection.requireScratchTarget(), after, PAGE);
        ahead.put(read);
        return read;
    }

    @Override
    public boolean hasNext() {
        if (!page.hasNext() && more) {
            List<RegisteredPlace> read = Waiting.on(ahead, reading, call);
            more = read.size() == PAGE;
            page = read.iterator();
        }
        return page.hasNext();
    }

    @Override
    public RegisteredPlace next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }

    /** Reads no further, and makes room for the page that the reading thread may be waiting to put. */
    @Override
    public void close() {
        reading.cancel(false);
        ahead.clear();
    }
}
