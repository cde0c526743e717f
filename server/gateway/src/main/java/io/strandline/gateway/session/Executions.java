package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.SessionOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The statements of this gateway: those that run, and the last ones that ended. Thread-safe. */
final class Executions {
    private final SessionSettings settings;
    private final Clock clock;
    private final Map<String, Execution> running = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<@Nullable Execution> recent;
    private final AtomicLong ended = new AtomicLong();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

    Executions(SessionSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.recent = new AtomicReferenceArray<>(settings.recent());
    }

    /** Begins an execution. */
    Execution start(Session session, String sql, RequestContext request, SchemaLookup schemas) {
        Execution execution = create(session.id(), session, sql, request, schemas);
        begins(execution);
        return execution;
    }

    /** Begins an execution that has a session for its options alone, and is shown without one. */
    Execution startAlone(Session options, String sql, RequestContext request, SchemaLookup schemas) {
        Execution execution = create(null, options, sql, request, schemas);
        begins(execution);
        return execution;
    }

    /** An execution that only gives a cursor its limits: an answer of metadata, whose queries are listed themselves. */
    Execution unlisted(Session session, RequestContext request, SchemaLookup schemas) {
        return create(session.id(), session, "", request, schemas);
    }

    /** An execution that belongs to no session; it is listed from when it {@link #begins}. */
    Execution ofNoSession(String id, String text, Caller caller, SessionOptions options, TimeLimit limit) {
        return new Execution(
                id,
                null,
                text,
                options,
                (name, value) -> {
                    throw new StrandlineException(
                            ErrorCode.REFUSED, "a job has no session whose options it could set.");
                },
                new RequestContext(caller, "the gateway", null, null),
                limit,
                clock.instant());
    }

    /** It begins. */
    void begins(Execution execution) {
        running.put(execution.id(), execution);
    }

    private Execution create(
            @Nullable String shownSession, Session session, String sql, RequestContext request, SchemaLookup schemas) {
        Execution execution = new Execution(
                newId(),
                shownSession,
                sql,
                session.options(),
                (name, value) -> session.set(name, value, request.sequence(), schemas),
                request,
                limitOf(session, request, Duration.ZERO),
                clock.instant());
        request.runs(execution);
        return execution;
    }

    /**
     * How long a request of that session may run.
     *
     * @param spent how long its statement has run before: of what its role allows that much is gone
     */
    TimeLimit limitOf(Session session, RequestContext request, Duration spent) {
        String role = Text.lower(request.caller().role().name());
        TimeLimit limit =
                new TimeLimit(settings.of(request.caller().role()).time(), "server.limits." + role + ".time", spent);
        if (request.timeout().isPresent()) {
            limit = limit.atMost(request.timeout().orElseThrow(), "the client's query timeout");
        }
        if (session.queryTimeout().isPresent()) {
            limit = limit.atMost(session.queryTimeout().orElseThrow(), "the session's query_timeout");
        }
        return limit;
    }

    /** Takes an ended execution from the running to the recent ones. */
    void ended(Execution execution) {
        if (running.remove(execution.id()) != null) {
            recent.set((int) (ended.getAndIncrement() % recent.length()), execution);
        }
    }

    /** Runs an execution that ends with its request. */
    <T> T toItsEnd(Execution execution, Supplier<T> work) {
        try {
            T result = work.get();
            execution.succeed();
            return result;
        } catch (Throwable failure) {
            StrandlineException readable = Failures.readable(failure, execution.id());
            execution.fail(readable);
            throw readable;
        } finally {
            ended(execution);
        }
    }

    /**
     * Does the work of a request that runs a statement of the caller, counted among those that run.
     *
     * @throws StrandlineException {@code TOO_MANY} if as many as its role allows are running (GW-8)
     */
    <T> T counted(Caller caller, Supplier<T> work) {
        AtomicInteger count = requests.computeIfAbsent(caller.user(), user -> new AtomicInteger());
        int allowed = settings.of(caller.role()).concurrency();
        try {
            if (count.incrementAndGet() > allowed) {
                throw new StrandlineException(
                        ErrorCode.TOO_MANY,
                        "user \"" + caller.user() + "\" already runs " + allowed
                                + " statements, the most that server.limits."
                                + Text.lower(caller.role().name())
                                + ".concurrency allows. Wait for one to end, or raise the limit.");
            }
            return work.get();
        } finally {
            count.decrementAndGet();
        }
    }

    /**
     * Cancels a running statement (GW-5): the caller's own, or as admin anybody's (GW-3).
     *
     * @return whether there was such a statement running that this caller may cancel
     */
    boolean cancel(String statementId, Caller caller) {
        Execution execution = running.get(statementId);
        if (execution == null) {
            return false;
        }
        boolean own = execution.caller().user().equals(caller.user());
        if (!own && !caller.mayStopOthers()) {
            return false;
        }
        execution.cancel("by user \"" + caller.user() + "\"");
        return true;
    }

    /** Cancels all, when the gateway stops. */
    void cancelAll(String reason) {
        running.values().forEach(execution -> execution.cancel(reason));
    }

    /** How many run or have rows left to fetch. */
    int runningCount() {
        return running.size();
    }

    /** All it knows that the caller may see, running ones first. */
    List<StatementRow> rows(Caller caller) {
        List<StatementRow> rows = new ArrayList<>();
        running.values().forEach(execution -> addIfSeen(execution, caller, rows));
        long newest = ended.get();
        for (long i = newest - 1; i >= Math.max(0, newest - recent.length()); i--) {
            Execution execution = recent.get((int) (i % recent.length()));
            if (execution != null) {
                addIfSeen(execution, caller, rows);
            }
        }
        return rows;
    }

    private static void addIfSeen(Execution execution, Caller caller, List<StatementRow> rows) {
        if (caller.maySeeRowsOf(execution.caller().user())) {
            rows.add(execution.row());
        }
    }

    /** Those that run, and the last that ended, which are jobs and which the caller may see; running ones first. */
    List<Execution> jobs(Caller caller) {
        List<Execution> jobs = new ArrayList<>(running.values());
        long newest = ended.get();
        for (long i = newest - 1; i >= Math.max(0, newest - recent.length()); i--) {
            Execution execution = recent.get((int) (i % recent.length()));
            if (execution != null) {
                jobs.add(execution);
            }
        }
        jobs.removeIf(execution -> execution.told().isEmpty()
                || !caller.maySeeRowsOf(execution.caller().user()));
        return jobs;
    }

    /** Those that run and are journaled jobs, by id. */
    Map<String, Execution> runningJobs() {
        Map<String, Execution> jobs = new HashMap<>(running);
        jobs.values()
                .removeIf(execution -> !execution.changes() || execution.told().isEmpty());
        return jobs;
    }

    /** Unique among all gateways, rising with time: a UUID of version 7 (RFC 9562, 5.7). */
    String newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long most = (clock.millis() << 16) | 0x7000L | random.nextLong(0x1000L);
        long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(most, least).toString();
    }
}
