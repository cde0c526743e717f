package io.strandline.gateway.session;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one request brings beside its message, and the warnings its answer takes back. Belongs to one request, which one thread at a time
 * answers. A request whose rows are not there yet can be answered later, and holds no thread until then (GW-8): see {@link
 * #mayBeAnsweredLater}.
 */
public final class RequestContext {
    /** A request for rows of which there is none is answered with none after so long. */
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final int WARNINGS_LIMIT = 10;
    private static final int WARNING_CHARS = 500;

    private final Caller caller;
    private final String clientAddress;
    private final @Nullable String idempotencyKey;
    private final @Nullable String generatedKey;
    private final @Nullable Duration timeout;
    private final long sequence;
    private final List<String> warnings;
    private final Set<Execution> executions;
    private volatile int batchDone = -1;
    private volatile boolean answeredLater;
    private volatile @Nullable Execution waiting;
    private volatile @Nullable CompletableFuture<Void> more;

    /** A request of a client that does not number its requests. */
    public RequestContext(
            Caller caller, String clientAddress, @Nullable String idempotencyKey, @Nullable Duration timeout) {
        this(caller, clientAddress, idempotencyKey, null, timeout, SettingOrder.UNNUMBERED);
    }

    /**
     * A request.
     *
     * @param idempotencyKey key the client's transport gave, null for none (GW-2)
     * @param generatedKey key that the client made up for when nobody gives one, null for none
     * @param timeout how long the client is willing to wait, null for as long as it takes (GW-5)
     * @param sequence its number among those of its session, rising as they are sent; zero if they have none
     */
    public RequestContext(
            Caller caller,
            String clientAddress,
            @Nullable String idempotencyKey,
            @Nullable String generatedKey,
            @Nullable Duration timeout,
            long sequence) {
        this(
                caller,
                clientAddress,
                idempotencyKey,
                generatedKey,
                timeout,
                sequence,
                new CopyOnWriteArrayList<>(),
                ConcurrentHashMap.newKeySet());
    }

    private RequestContext(
            Caller caller,
            String clientAddress,
            @Nullable String idempotencyKey,
            @Nullable String generatedKey,
            @Nullable Duration timeout,
            long sequence,
            List<String> warnings,
            Set<Execution> executions) {
        this.warnings = warnings;
        this.executions = executions;
        this.caller = requireNonNull(caller, "caller");
        this.clientAddress = requireNonNull(clientAddress, "clientAddress");
        this.idempotencyKey = idempotencyKey;
        this.generatedKey = generatedKey;
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
        return new RequestContext(caller, clientAddress, key, null, left, sequence, warnings, executions);
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

    /**
     * Does nothing unless what it runs is over.
     *
     * @throws StrandlineException {@code CANCELLED} or {@code TIMED_OUT} if it is
     */
    public void checkpoint() {
        executions.forEach(Execution::checkpoint);
    }

    /**
     * From now on it does not wait for rows in its thread: instead {@link #takeMore} says when it is to be asked again, as the
     * same request.
     */
    public void mayBeAnsweredLater() {
        answeredLater = true;
    }

    boolean mayWait() {
        return answeredLater;
    }

    /** What it is to be answered with is not there yet, and may be when that completes. */
    void waits(Execution execution, CompletableFuture<Void> until) {
        waiting = execution;
        more = until.completeOnTimeout(null, Math.max(0, execution.timeLeft().toMillis()) + 1, TimeUnit.MILLISECONDS);
    }

    /** Whether it waits now. */
    boolean isWaiting() {
        return more != null;
    }

    /** Why it failed: if its statement or session is gone because what it waited for was cancelled, that (GW-5). */
    public StrandlineException explained(StrandlineException failure) {
        Execution waitedFor = waiting;
        boolean gone = failure.code() == ErrorCode.STATEMENT_GONE || failure.code() == ErrorCode.SESSION_GONE;
        StrandlineException over = waitedFor != null && gone ? waitedFor.over() : null;
        return over == null ? failure : over;
    }

    /**
     * Empty if it is answered; else what it waits for. Completes when it is worth to ask again, also when it was cancelled; who
     * does not want it any more completes or cancels it.
     */
    public Optional<CompletableFuture<Void>> takeMore() {
        CompletableFuture<Void> taken = more;
        more = null;
        return Optional.ofNullable(taken);
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

    /** The key that the client made up for when nobody gives one. */
    Optional<String> generatedKey() {
        return Optional.ofNullable(generatedKey);
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
