package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The open sessions, bounded per user and freed when idle (GW-6), and what runs in them. Thread-safe. */
public final class Sessions {
    private static final int CLOSED_KEPT = 1_000;

    private final SessionSettings settings;
    private final ModuleOptions options;
    private final Clock clock;
    private final Executions executions;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Session> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> perUser = new HashMap<>();

    /** Sessions that their clients closed last: a request to open one again was held back, or comes twice. */
    private final Set<String> closed = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > CLOSED_KEPT;
        }
    });

    /** No sessions yet; the clock says what idle is and stamps what is shown. */
    public Sessions(SessionSettings settings, Clock clock) {
        this(settings, ModuleOptions.NONE, clock);
    }

    /** The same with options that modules add to each. */
    public Sessions(SessionSettings settings, ModuleOptions options, Clock clock) {
        this.settings = settings;
        this.options = options;
        this.clock = clock;
        this.executions = new Executions(settings, clock);
    }

    /** What modules add to the options of a session. */
    ModuleOptions options() {
        return options;
    }

    SessionSettings settings() {
        return settings;
    }

    Executions executions() {
        return executions;
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * A session that a client opens.
     *
     * @param anew false if it was open already
     */
    record Opened(Session session, boolean anew) {}

    /**
     * Opens a session under the id its client chose, or gives the one it has under it already: a client that repeats its
     * request is served. A user who has as many as allowed loses those that are idle for too long.
     *
     * @throws StrandlineException {@code TOO_MANY} beyond the user's bound, {@code SESSION_GONE} if the id is another's, or
     *     its client has closed it: nobody would close it again
     */
    Opened open(String id, Caller caller, String clientAddress) {
        if (countOf(caller) >= settings.perUser()) {
            expire();
        }
        if (id.isEmpty() || id.length() > 200) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "a connection id has 1 to 200 characters. Let the driver choose it.");
        }
        synchronized (perUser) {
            Session known = open.get(id);
            if (known != null) {
                return new Opened(requireOwn(known, caller), false);
            }
            if (closed.contains(id)) {
                throw gone(id);
            }
            int count = perUser.getOrDefault(caller.user(), 0);
            if (count >= settings.perUser()) {
                throw new StrandlineException(
                        ErrorCode.TOO_MANY,
                        "user \"" + caller.user() + "\" has " + count + " open sessions, the most that"
                                + " server.limits.sessions_per_user allows. Close those not used any more.");
            }
            perUser.put(caller.user(), count + 1);
            Session session = new Session(id, caller, clientAddress, clock.instant(), settings.statements(), options);
            open.put(id, session);
            return new Opened(session, true);
        }
    }

    private int countOf(Caller caller) {
        synchronized (perUser) {
            return perUser.getOrDefault(caller.user(), 0);
        }
    }

    /**
     * The caller's session of that id.
     *
     * @throws StrandlineException {@code SESSION_GONE} if there is none, or it is another user's
     */
    Session find(String id, Caller caller) {
        Session session = open.get(id);
        if (session == null) {
            throw gone(id);
        }
        return requireOwn(session, caller);
    }

    /** The open session of that id. */
    Optional<Session> find(String id) {
        return Optional.ofNullable(open.get(id));
    }

    /** Tells those of each session's end, by its id, once what ran in it was told to stop. */
    public void whenEnded(Consumer<String> listener) {
        listeners.add(listener);
    }

    private static Session requireOwn(Session session, Caller caller) {
        if (!session.caller().user().equals(caller.user())) {
            throw gone(session.id());
        }
        return session;
    }

    /** The same for a client that asks for it, and does not open it again. */
    void closeForGood(String id, Caller caller) {
        Session session = open.get(id);
        if (session != null && session.caller().user().equals(caller.user())) {
            synchronized (perUser) {
                closed.add(id);
            }
        }
        close(id, caller);
    }

    /** Closes a session of the caller's, cancelling what runs in it; nothing happens if there is none. */
    void close(String id, Caller caller) {
        Session session = open.get(id);
        if (session != null && session.caller().user().equals(caller.user())) {
            close(session, "its session was closed");
        }
    }

    private void close(Session session, String reason) {
        synchronized (perUser) {
            if (!open.remove(session.id(), session)) {
                return;
            }
            perUser.computeIfPresent(session.caller().user(), (user, count) -> count > 1 ? count - 1 : null);
        }
        session.end().forEach(statement -> StatementRunner.free(statement, executions, reason));
        listeners.forEach(listener -> listener.accept(session.id()));
    }

    /** Closes the sessions that nobody used for the idle time. Called now and then. */
    public void expire() {
        Instant now = clock.instant();
        open.values().stream()
                .filter(session -> session.idleFor(settings.idle(), now))
                .toList()
                .forEach(session -> close(session, "its session was idle for " + settings.idle()));
    }

    /** Cancels what runs and closes all sessions, when the gateway stops. */
    public void closeAll() {
        executions.cancelAll("the gateway stops");
        List.copyOf(open.values()).forEach(session -> close(session, "the gateway stops"));
    }

    /** How many sessions are open. */
    public int count() {
        return open.size();
    }

    /** How many statements run or have rows left to fetch. */
    public int runningStatements() {
        return executions.runningCount();
    }

    /** The sessions that the caller may see. */
    List<SessionRow> rows(Caller caller) {
        List<SessionRow> rows = new ArrayList<>();
        open.values().forEach(session -> {
            if (caller.maySeeRowsOf(session.caller().user())) {
                rows.add(session.row());
            }
        });
        return rows;
    }

    /** The error for a session that is not there (any more). */
    static StrandlineException gone(String id) {
        return new StrandlineException(
                ErrorCode.SESSION_GONE,
                "session " + Text.cut(id, 100)
                        + " is not open: it was closed, was idle for too long, or the gateway was"
                        + " restarted. Open a new connection.");
    }
}
