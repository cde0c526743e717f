package io.strandline.gateway.session;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Caller;
import io.strandline.common.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What one request brings beside its message, and the warnings its answer takes back. Belongs to one request. */
public final class RequestContext {
    private static final int WARNINGS_LIMIT = 10;
    private static final int WARNING_CHARS = 500;

    private final Caller caller;
    private final String clientAddress;
    private final @Nullable String idempotencyKey;
    private final @Nullable Duration timeout;
    private final long sequence;
    private final List<String> warnings;
    private final Set<Execution> executions;
    private volatile int batchDone = -1;

    /** A request of a client that does not number its requests. */
    public RequestContext(
            Caller caller, String clientAddress, @Nullable String idempotencyKey, @Nullable Duration timeout) {
        this(caller, clientAddress, idempotencyKey, timeout, SettingOrder.UNNUMBERED);
    }

    /**
     * A request.
     *
     * @param idempotencyKey key the client's transport gave, null for none (GW-2)
     * @param timeout how long the client is willing to wait, null for as long as it takes (GW-5)
     * @param sequence its number among those of its session, rising as they are sent; zero if they have none
     */
    public RequestContext(
            Caller caller,
            String clientAddress,
            @Nullable String idempotencyKey,
            @Nullable Duration timeout,
            long sequence) {
        this(
                caller,
                clientAddress,
                idempotencyKey,
                timeout,
                sequence,
                new CopyOnWriteArrayList<>(),
                ConcurrentHashMap.newKeySet());
    }

    private RequestContext(
            Caller caller,
            String clientAddress,
            @Nullable String idempotencyKey,
            @Nullable Duration timeout,
            long sequence,
            List<String> warnings,
            Set<Execution> executions) {
        this.warnings = warnings;
        this.executions = executions;
        this.caller = requireNonNull(caller, "caller");
        this.clientAddress = requireNonNull(clientAddress, "clientAddress");
        this.idempotencyKey = idempotencyKey;
        this.timeout = timeout;
        this.sequence = sequence;
    }

    /**
     * The key of a transport, if it can be one.
     *
     * @throws io.strandline.common.StrandlineException {@code BAD_ARGUMENT} if it cannot
     */
    public static String checkedKey(String key) {
        return SessionVariable.key(key);
    }

    /** The same for one statement of its batch: under that key, with what is left of the time. */
    RequestContext item(@Nullable String key, long elapsedNanos) {
        Duration left = timeout == null ? null : timeout.minusNanos(elapsedNanos);
        return new RequestContext(caller, clientAddress, key, left, sequence, warnings, executions);
    }

    /** It is what runs this execution, or goes on with it. */
    void runs(Execution execution) {
        executions.add(execution);
    }

    /** This execution ended. */
    void ran(Execution execution) {
        executions.remove(execution);
    }

    /**
     * Nobody waits for the answer any more: what only reads is cancelled (GW-5). A change goes on to its outcome, which can
     * be asked for (GW-1).
     */
    public void clientIsGone() {
        executions.forEach(Execution::clientIsGone);
    }

    /** Whether what it runs was cancelled, or is beyond its time, and only has not noticed yet (GW-5). */
    public boolean isOver() {
        return executions.stream().anyMatch(Execution::isOver);
    }

    /** Its batch failed after so many statements that are done. */
    void batchDone(int count) {
        batchDone = count;
    }

    /** How many statements of its failed batch are done; -1 if no batch failed. */
    public int batchDone() {
        return batchDone;
    }

    /** Who asks, as the login found. */
    public Caller caller() {
        return caller;
    }

    /** Where the request came from. */
    public String clientAddress() {
        return clientAddress;
    }

    /** The key the transport gave. */
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    /** How long the client is willing to wait. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Its number among the requests of its session; {@link SettingOrder#UNNUMBERED} if they have none. */
    long sequence() {
        return sequence;
    }

    /** Adds a warning; the first few are kept, each cut to a few hundred characters. */
    public void warn(String message) {
        if (warnings.size() < WARNINGS_LIMIT) {
            warnings.add(Text.cut(message, WARNING_CHARS));
        }
    }

    /** The warnings so far. */
    public List<String> warnings() {
        return warnings;
    }
}
