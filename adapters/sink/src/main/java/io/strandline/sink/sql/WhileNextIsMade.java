package io.strandline.sink.sql;

import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Hands items over in their order, each but the last on another thread while the next one is made: a query that makes rows and a
 * destination that takes them work at the same time. At most two items are in memory; a single one bothers no other thread.
 */
final class WhileNextIsMade {
    private WhileNextIsMade() {}

    /**
     * Takes all items. The first failure, of making or of taking one, is thrown after what was begun before it has ended; what comes
     * after it is not taken.
     *
     * @param taking called once for each item, never twice at the same time
     */
    static <T> void take(Iterator<? extends T> items, Consumer<? super T> taking, Executor threads) {
        if (!items.hasNext()) {
            return;
        }
        T item = items.next();
        while (items.hasNext()) {
            T ready = item;
            CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> taking.accept(ready), threads);
            try {
                item = items.next();
            } catch (RuntimeException | Error e) {
                // nobody works for a statement that has ended
                taken.handle((nothing, failure) -> null).join();
                throw e;
            }
            join(taken);
        }
        taking.accept(item);
    }

    private static void join(CompletableFuture<Void> taken) {
        try {
            taken.join();
        } catch (CompletionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException failure ? failure : e;
        }
    }
}
