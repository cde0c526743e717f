package io.strandline.gateway.sql;

import io.strandline.common.Caller;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One execution of a statement as its session sees it: who, under which key, until when, and whether still wanted. */
public interface StatementExecution {
    /** Unique id, as {@code runtime.statements} shows it. */
    String id();

    /** Who runs it. */
    Caller caller();

    /** The session that runs it; empty for one that runs by itself. */
    default Optional<String> sessionId() {
        return Optional.empty();
    }

    /** Options of its session. */
    SessionOptions options();

    /** What SET gave an option that a module adds; empty if it was not set. */
    default Optional<String> option(String name) {
        return Optional.ofNullable(options().ofModules().get(name));
    }

    /** Where SET goes. */
    SessionOption session();

    /** Idempotency key the client gave; empty if it gave none, and then the gateway makes one (GW-2). */
    Optional<String> idempotencyKey();

    /** When it started. */
    Instant startedAt();

    /**
     * Returns if it should go on.
     *
     * @throws io.strandline.common.StrandlineException {@code CANCELLED} or {@code TIMED_OUT}
     */
    void checkpoint();

    /** Adds a warning to its answer. */
    void warn(String message);

    /**
     * Tells how far it is, for {@code runtime.jobs}.
     *
     * @see io.strandline.common.CallContext#progress
     */
    default void progress(long done, OptionalLong total, String unit) {
        // an execution that nobody watches
    }

    /**
     * Tells that it is a call, for {@code runtime.jobs}.
     *
     * @param procedure schema and name, as SQL text
     * @param target what it works on, null if that is not known
     */
    default void calling(String procedure, @Nullable String target) {
        // an execution that nobody watches
    }

    /** Tells which phase it is in, for {@code runtime.statements}: planning, running, fetching. */
    void phase(String phase);
}
