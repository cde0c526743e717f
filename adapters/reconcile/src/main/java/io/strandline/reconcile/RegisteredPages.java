package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.registry.Connection;
import io.strandline.registry.RegisteredPlace;
import io.strandline.registry.Registrations;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The registrations of a connection's scratch target in order of name, a page being read ahead while the one before is looked
 * at (REC-8). Belongs to one thread.
 */
final class RegisteredPages implements Iterator<RegisteredPlace>, AutoCloseable {
    private static final int PAGE = 5_000;

    private final Registrations registrations;
    private final Connection connection;
    private final Executor executor;
    private final CallContext call;
    private Iterator<RegisteredPlace> page = List.<RegisteredPlace>of().iterator();
    private @Nullable FutureTask<List<RegisteredPlace>> next;

    RegisteredPages(Registrations registrations, Connection connection, Executor executor, CallContext call) {
        this.registrations = registrations;
        this.connection = connection;
        this.executor = executor;
        this.call = call;
        this.next = ask(Optional.empty());
    }

    private FutureTask<List<RegisteredPlace>> ask(Optional<String> after) {
        List<String> namespace = connection.requireScratchTarget();
        FutureTask<List<RegisteredPlace>> asked = new FutureTask<>(
                () -> registrations.page(connection.name(), connection.catalog(), namespace, after, PAGE));
        executor.execute(asked);
        return asked;
    }

    @Override
    public boolean hasNext() {
        FutureTask<List<RegisteredPlace>> asked = next;
        if (!page.hasNext() && asked != null) {
            List<RegisteredPlace> read = Waiting.on(asked, call);
            next = read.size() < PAGE
                    ? null
                    : ask(Optional.of(read.get(read.size() - 1).table()));
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

    /** Gives up the page that is read ahead. */
    @Override
    public void close() {
        FutureTask<List<RegisteredPlace>> asked = next;
        if (asked != null) {
            asked.cancel(false);
        }
    }
}
