package io.strandline.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Closes what was opened, the last first, each even if another fails. Used by one thread. */
final class Closing implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Closing.class.getName());

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Remembers to close it. */
    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Remembers to stop it without waiting. */
    ExecutorService addExecutor(ExecutorService executor) {
        opened.push(executor::shutdownNow);
        return executor;
    }

    /** Makes threads that do not keep the process alive. */
    static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable resource = opened.pop();
            try {
                resource.close();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "could not close " + resource.getClass().getSimpleName(), e);
            }
        }
    }
}
