package io.strandline.gateway.sql;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.sqlkit.calcite.ScanHost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One execution as adapters see it: hands through to its session, keeps what was computed once, closes what was opened. */
public final class StatementCall implements CallContext, ScanHost, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StatementCall.class.getName());

    private final StatementExecution execution;
    private final @Nullable Effects effects;
    private final Map<Object, Once> once = new ConcurrentHashMap<>();
    private final List<AutoCloseable> sources = new ArrayList<>();
    private boolean closed;

    /**
     * An execution's context.
     *
     * @param effects where changes go; null for a statement that makes none
     */
    public StatementCall(StatementExecution execution, @Nullable Effects effects) {
        this.execution = execution;
        this.effects = effects;
    }

    /** The execution itself, for what runs queries within it. */
    public StatementExecution execution() {
        return execution;
    }

    /** A value computed by the first who asks; asked again if that failed. */
    private static final class Once {
        private @Nullable Object value;

        synchronized Object get(Supplier<?> supplier) {
            if (value == null) {
                value = supplier.get();
            }
            return value;
        }
    }

    @Override
    public Caller caller() {
        return execution.caller();
    }

    @Override
    public String statementId() {
        return execution.id();
    }

    @Override
    public Instant startedAt() {
        return execution.startedAt();
    }

    @Override
    public Optional<String> sessionId() {
        return execution.sessionId();
    }

    @Override
    public Optional<String> option(String name) {
        return execution.option(name);
    }

    @Override
    public void checkpoint() {
        execution.checkpoint();
    }

    @Override
    public void warn(String message) {
        execution.warn(message);
    }

    @Override
    public void progress(long done, OptionalLong total, String unit) {
        execution.progress(done, total, unit);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> supplier) {
        return (T) once.computeIfAbsent(key, k -> new Once()).get(supplier);
    }

    @Override
    public Effects effects() {
        if (effects == null) {
            throw new IllegalStateException("statement " + statementId() + " was not declared as changing");
        }
        return effects;
    }

    @Override
    public CallContext call() {
        return this;
    }

    @Override
    public void opened(AutoCloseable source) {
        synchronized (sources) {
            if (!closed) {
                sources.add(source);
                return;
            }
        }
        closeQuietly(source);
    }

    /** Closes what scans opened. Idempotent, also from another thread. */
    @Override
    public void close() {
        List<AutoCloseable> open;
        synchronized (sources) {
            closed = true;
            open = List.copyOf(sources);
            sources.clear();
        }
        open.forEach(StatementCall::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable source) {
        try {
            source.close();
        } catch (Exception e) {
            // Holds no answer back.
            LOG.log(System.Logger.Level.WARNING, "a source of a statement did not close", e);
        }
    }
}
