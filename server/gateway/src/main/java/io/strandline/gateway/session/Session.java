package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.common.Text;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.sqlkit.ModuleOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A client's session: who it belongs to, its options and its statements. Thread-safe. */
final class Session {
    /** What a session begins with. */
    static final SessionOptions DEFAULTS = new SessionOptions("strandline", "reconcile", ZoneOffset.UTC, false);

    /** Ids from here on are given by the gateway, those below by clients. */
    static final int FIRST_OWN_ID = 1 << 30;

    private final String id;
    private final Caller caller;
    private final String clientAddress;
    private final Instant openedAt;
    private final int mostStatements;
    private final ModuleOptions moduleOptions;
    private volatile SessionOptions options = DEFAULTS;
    private final SettingOrder order = new SettingOrder();
    private final AtomicReference<@Nullable String> nextKey = new AtomicReference<>();
    private final Map<Integer, ClientStatement> statements = new ConcurrentHashMap<>();
    private final AtomicInteger nextId = new AtomicInteger(FIRST_OWN_ID);
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong executed = new AtomicLong();
    private volatile SessionOptions initial = DEFAULTS;
    private volatile @Nullable String applicationName;
    private volatile @Nullable Duration queryTimeout;
    private volatile boolean autoCommit = true;
    private volatile boolean changedSinceCommit;
    private long autoCommitSetBy;
    private long lastChange;
    private volatile Instant lastUsedAt;
    private volatile boolean closed;

    Session(
            String id,
            Caller caller,
            String clientAddress,
            Instant openedAt,
            int mostStatements,
            ModuleOptions moduleOptions) {
        this.id = id;
        this.caller = caller;
        this.clientAddress = clientAddress;
        this.openedAt = openedAt;
        this.lastUsedAt = openedAt;
        this.mostStatements = mostStatements;
        this.moduleOptions = moduleOptions;
    }

    String id() {
        return id;
    }

    Caller caller() {
        return caller;
    }

    SessionOptions options() {
        return options;
    }

    Optional<Duration> queryTimeout() {
        return Optional.ofNullable(queryTimeout);
    }

    boolean autoCommit() {
        return autoCommit;
    }

    synchronized void autoCommit(boolean on, long sequence) {
        if (sequence == SettingOrder.UNNUMBERED || sequence > autoCommitSetBy) {
            autoCommitSetBy = sequence;
            autoCommit = on;
        }
    }

    /** A request begins; the session cannot expire before it {@link #leave}s. */
    void enter(Instant now) {
        requests.incrementAndGet();
        lastUsedAt = now;
    }

    /** A request ended. */
    void leave(Instant now) {
        lastUsedAt = now;
        requests.decrementAndGet();
    }

    /** Whether nothing was asked of it for that long. */
    boolean idleFor(Duration time, Instant now) {
        return requests.get() == 0 && lastUsedAt.plus(time).isBefore(now);
    }

    /**
     * Sets an option, or with null puts it, or "all", back to what the session began with (SET, RESET). What a later request
     * set since stays.
     *
     * @param sequence number of the request that sets it
     */
    void set(String name, @Nullable String value, long sequence, SchemaLookup schemas) {
        if (name.equals("all") && value == null) {
            for (SessionVariable variable : SessionVariable.values()) {
                set(variable, null, sequence, schemas);
            }
            moduleOptions.all().forEach(option -> set(option, null, sequence));
            return;
        }
        moduleOptions
                .find(name)
                .ifPresentOrElse(
                        option -> set(option, value, sequence),
                        () -> set(SessionVariable.valueOf(Text.upper(name)), value, sequence, schemas));
    }

    private void set(ModuleOption option, @Nullable String value, long sequence) {
        String checked = ModuleOptions.checked(option, value);
        inOrder(option.name(), sequence, () -> options = options.withOption(option.name(), checked));
    }

    private void set(SessionVariable variable, @Nullable String value, long sequence, SchemaLookup schemas) {
        SessionOptions first = initial;
        switch (variable) {
            case TIME_ZONE -> {
                ZoneId zone = value == null ? first.timeZone() : SessionVariable.zone(value);
                inOrder(variable, sequence, () -> options = options.withTimeZone(zone));
            }
            case READ_ONLY -> readOnly(value == null ? first.readOnly() : variable.bool(value), sequence);
            case BACKTICKS -> backticks(value == null ? first.backticks() : variable.bool(value), sequence);
            case CATALOG -> path(value == null ? first.catalog() : value, null, sequence, schemas);
            case SCHEMA -> path(null, value == null ? first.schema() : value, sequence, schemas);
            case APPLICATION_NAME -> {
                String name = value == null ? null : SessionVariable.application(value);
                inOrder(variable, sequence, () -> applicationName = name);
            }
            case IDEMPOTENCY_KEY -> {
                String key = value == null ? null : SessionVariable.key(value);
                inOrder(variable, sequence, () -> nextKey.set(key));
            }
            case QUERY_TIMEOUT -> {
                Duration time =
                        value == null ? null : SessionVariable.timeout(value).orElse(null);
                inOrder(variable, sequence, () -> queryTimeout = time);
            }
        }
    }

    private void inOrder(SessionVariable variable, long sequence, Runnable change) {
        inOrder(variable.sqlName(), sequence, change);
    }

    private synchronized void inOrder(String option, long sequence, Runnable change) {
        if (order.takes(option, sequence)) {
            change.run();
        }
    }

    private void backticks(boolean on, long sequence) {
        inOrder(SessionVariable.BACKTICKS, sequence, () -> options = options.withBackticks(on));
    }

    /** Whether changes are refused from now on. */
    void readOnly(boolean on, long sequence) {
        inOrder(SessionVariable.READ_ONLY, sequence, () -> options = options.withReadOnly(on));
    }

    /** Changes catalog, schema or both, if there are such. */
    void path(@Nullable String catalog, @Nullable String schema, long sequence, SchemaLookup schemas) {
        schemas.require(catalog == null ? options.catalog() : catalog, schema);
        if (catalog != null) {
            inOrder(SessionVariable.CATALOG, sequence, () -> withPath(catalog, options.schema()));
        }
        if (schema != null) {
            inOrder(SessionVariable.SCHEMA, sequence, () -> withPath(options.catalog(), schema));
        }
    }

    private void withPath(String catalog, String schema) {
        options = options.withPath(catalog, schema);
    }

    /** What its options are now is what RESET goes back to. */
    void remembersInitialOptions() {
        initial = options;
    }

    /** Takes the key that SET gave for the next changing statement; null if it gave none. */
    @Nullable
    String takeKey() {
        return nextKey.getAndSet(null);
    }

    /** Counts an execution. */
    synchronized void executed(boolean changed, long sequence) {
        executed.incrementAndGet();
        if (changed && !autoCommit) {
            changedSinceCommit = true;
            lastChange = Math.max(lastChange, sequence);
        }
    }

    /** Whether something was changed without auto-commit since this was last asked (GW-6); not for one that comes too late. */
    synchronized boolean takeChangedSinceCommit(long sequence) {
        if (sequence != SettingOrder.UNNUMBERED && sequence < lastChange) {
            return false;
        }
        boolean changed = changedSinceCommit;
        changedSinceCommit = false;
        return changed;
    }

    /** A new statement with an id of the gateway's. */
    ClientStatement create(@Nullable String preparedText, long maxRows) {
        requireRoom();
        ClientStatement statement = new ClientStatement(nextId.getAndIncrement(), preparedText, maxRows);
        return add(statement);
    }

    /** The statement of that id; one below {@link #FIRST_OWN_ID} is made on first sight. */
    ClientStatement statement(int statementId) {
        ClientStatement known = statements.get(statementId);
        if (known != null) {
            return known;
        }
        if (statementId >= FIRST_OWN_ID) {
            throw ClientStatement.gone(statementId);
        }
        requireRoom();
        ClientStatement made = new ClientStatement(statementId, null, Long.MAX_VALUE);
        ClientStatement raced = statements.putIfAbsent(statementId, made);
        return raced == null ? afterAdding(made) : raced;
    }

    /** The statement of that id, if there is one. */
    Optional<ClientStatement> find(int statementId) {
        return Optional.ofNullable(statements.get(statementId));
    }

    private ClientStatement add(ClientStatement statement) {
        statements.put(statement.id(), statement);
        return afterAdding(statement);
    }

    private ClientStatement afterAdding(ClientStatement statement) {
        if (closed) {
            statements.remove(statement.id());
            throw Sessions.gone(id);
        }
        return statement;
    }

    private void requireRoom() {
        if (statements.size() >= mostStatements) {
            throw ClientStatement.tooMany(mostStatements);
        }
    }

    /** Forgets a statement that a client numbered and that holds nothing. */
    void forgetIfClients(ClientStatement statement) {
        if (statement.id() < FIRST_OWN_ID) {
            statements.remove(statement.id(), statement);
        }
    }

    /** Takes a statement away, to be closed; not if it was used by a later request than the one that closes it. */
    Optional<ClientStatement> remove(int statementId, long sequence) {
        ClientStatement statement = statements.get(statementId);
        if (statement == null || statement.overtakes(sequence) || !statements.remove(statementId, statement)) {
            return Optional.empty();
        }
        return Optional.of(statement);
    }

    /** Ends it: the statements to be closed. */
    List<ClientStatement> end() {
        closed = true;
        List<ClientStatement> open = List.copyOf(statements.values());
        statements.clear();
        return open;
    }

    /** What it looks like now. */
    SessionRow row() {
        SessionOptions now = options;
        return new SessionRow(
                id,
                caller.user(),
                caller.role(),
                applicationName,
                clientAddress,
                now.catalog(),
                now.schema(),
                now.timeZone().getId(),
                now.readOnly(),
                autoCommit,
                openedAt,
                lastUsedAt,
                statements.size(),
                executed.get());
    }
}
