package io.strandline.common;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * What one execution of a statement gives the code that answers it: who asks, whether to go on, and a place for warnings.
 * Belongs to one execution; safe for use by the threads that execution starts.
 */
public interface CallContext {
    /** Who asks. Checked at each execution, never remembered in a plan (GW-3). */
    Caller caller();

    /** Id of the statement, as {@code runtime.statements} shows it. */
    String statementId();

    /** When the statement started; "now" for all of its parts. */
    Instant startedAt();

    /**
     * A safe point: returns if the statement should go on. Call it at least once per backend request and per few hundred
     * rows, so that a cancel takes effect within a second (GW-5).
     *
     * @throws StrandlineException {@link ErrorCode#CANCELLED} or {@link ErrorCode#TIMED_OUT}
     */
    void checkpoint();

    /** Adds a warning to the statement's answer. */
    void warn(String message);

    /**
     * Tells how far the statement is, for {@code runtime.jobs}. Cheap: call it at each safe point of long work, as often as
     * {@link #checkpoint}. What is told last is what is shown.
     *
     * @param done how much is done, from zero
     * @param total how much there is to do in all; empty if that is not known
     * @param unit what is counted, in the plural: {@code tables}, {@code registrations}
     */
    default void progress(long done, OptionalLong total, String unit) {
        // a statement that nobody watches
    }

    /**
     * The session whose statement it is.
     *
     * @return empty for what runs by itself, as a job does
     */
    default Optional<String> sessionId() {
        return Optional.empty();
    }

    /**
     * What SET gave an option of the session that a module adds.
     *
     * @param name lower case, its parts joined by dots
     * @return empty if it was not set
     */
    default Optional<String> option(String name) {
        return Optional.empty();
    }

    /**
     * The value made by the first call with this key in this statement, so that each statement sees one consistent listing.
     * A failed supplier is asked again by the next call.
     */
    <T> T once(Object key, Supplier<T> supplier);

    /**
     * Where this statement's changes go (GW-1).
     *
     * @throws IllegalStateException in a statement that was not declared as changing
     */
    Effects effects();
}
