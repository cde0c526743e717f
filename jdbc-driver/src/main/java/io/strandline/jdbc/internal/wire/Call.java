package io.strandline.jdbc.internal.wire;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms of one request, and what comes back beside its answer. Made for one exchange by one thread.
 *
 * <p>Beside Avatica's messages the gateway reads an idempotency key and a time limit from headers, and writes warnings and
 * how much of a batch is done into others; Avatica's messages have no place for these.
 */
public final class Call {
    /** How many statements of a batch are done is not said. */
    public static final int NOT_SAID = -1;

    private final boolean change;
    private final boolean batch;
    private final @Nullable String idempotencyKey;
    private final boolean keyGiven;
    private final Duration timeout;
    private final @Nullable Duration networkTimeout;
    private List<String> warnings = List.of();
    private int batchDone = NOT_SAID;

    private Call(Duration timeout, @Nullable Duration networkTimeout) {
        this(false, false, null, false, timeout, networkTimeout);
    }

    private Call(
            boolean change,
            boolean batch,
            @Nullable String idempotencyKey,
            boolean keyGiven,
            Duration timeout,
            @Nullable Duration networkTimeout) {
        this.change = change;
        this.batch = batch;
        this.idempotencyKey = idempotencyKey;
        this.keyGiven = keyGiven;
        this.timeout = timeout;
        this.networkTimeout = networkTimeout;
    }

    /** Something that changes nothing and may be asked again. */
    public static Call question() {
        return new Call(Duration.ZERO, null);
    }

    /** A question whose answer is waited for no longer than this; zero for ever. */
    public static Call questionWithin(Duration networkTimeout) {
        return new Call(Duration.ZERO, networkTimeout);
    }

    /** The next rows of a query that may run for this long at the gateway; zero for its own limit. */
    public static Call rows(Duration timeout) {
        return new Call(timeout, null);
    }

    /**
     * An execution.
     *
     * @param change whether it may change something; if its answer is lost the outcome is unknown
     * @param idempotencyKey key it runs under
     * @param keyGiven whether the user gave it: one made up gives way to one that only the gateway knows of
     * @param timeout how long it may run at the gateway; zero for the gateway's own limit
     */
    public static Call execution(boolean change, String idempotencyKey, boolean keyGiven, Duration timeout) {
        return new Call(change, false, idempotencyKey, keyGiven, timeout, null);
    }

    /** The same for a batch, each statement of which runs under a key of its own: this one, a slash and its number. */
    public Call ofBatch() {
        return new Call(change, true, idempotencyKey, keyGiven, timeout, networkTimeout);
    }

    /** The condition that finds it in {@code runtime.statements}. */
    String whereItIs() {
        String key = String.valueOf(idempotencyKey).replace("'", "''");
        return "idempotency_key " + (batch ? "LIKE '" + key + "/%'" : "= '" + key + "'");
    }

    boolean isChange() {
        return change;
    }

    @Nullable
    String idempotencyKey() {
        return idempotencyKey;
    }

    boolean isKeyGiven() {
        return keyGiven;
    }

    Duration timeout() {
        return timeout;
    }

    Duration networkTimeout(Duration otherwise) {
        return networkTimeout == null ? otherwise : networkTimeout;
    }

    void feedback(List<String> newWarnings, int newBatchDone) {
        warnings = newWarnings;
        batchDone = newBatchDone;
    }

    /** Warnings that came with the answer, in order. */
    public List<String> warnings() {
        return warnings;
    }

    /** How many statements of a failed batch are done, or {@link #NOT_SAID}. */
    public int batchDone() {
        return batchDone;
    }
}
