package io.strandline.gateway.sql;

import io.strandline.sqlkit.calcite.ScanHost;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** What generated code asks for while it runs: parameters, clock, zone, user, scan host. One for each execution. */
final class StatementData implements DataContext {
    private final JavaTypeFactory typeFactory;
    private final ZoneId timeZone;
    private final Instant startedAt;
    private final @Nullable Object[] parameters;
    private final Map<String, Object> planned;
    private final @Nullable ScanHost host;

    /** For an execution. */
    StatementData(
            JavaTypeFactory typeFactory,
            ZoneId timeZone,
            @Nullable Object[] parameters,
            Map<String, Object> planned,
            ScanHost host) {
        this.typeFactory = typeFactory;
        this.timeZone = timeZone;
        this.startedAt = host.call().startedAt();
        this.parameters = parameters;
        this.planned = planned;
        this.host = host;
    }

    /** For planning, where only constants are computed; the clock is not one. */
    StatementData(JavaTypeFactory typeFactory, ZoneId timeZone) {
        this.typeFactory = typeFactory;
        this.timeZone = timeZone;
        this.startedAt = Instant.EPOCH;
        this.parameters = new Object[0];
        this.planned = Map.of();
        this.host = null;
    }

    @Override
    public @Nullable SchemaPlus getRootSchema() {
        return null;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        return typeFactory;
    }

    @Override
    public QueryProvider getQueryProvider() {
        throw new UnsupportedOperationException("no queryable tables");
    }

    @Override
    public @Nullable Object get(String name) {
        if (name.charAt(0) == '?') {
            return parameters[Integer.parseInt(name, 1, name.length(), 10)];
        }
        if (name.equals(ScanHost.KEY)) {
            return host;
        }
        Object value = planned.get(name);
        return value == null ? variable(name) : value;
    }

    private @Nullable Object variable(String name) {
        return switch (name) {
            case "utcTimestamp" -> startedAt.toEpochMilli();
            // The zoneless ones are wall clock time where the session is.
            case "currentTimestamp", "localTimestamp", "sysTimestamp" -> wallClockMillis();
            case "timeZone" -> TimeZone.getTimeZone(timeZone);
            case "timeFrameSet" -> typeFactory.getTypeSystem().deriveTimeFrameSet(TimeFrames.CORE);
            case "locale" -> Locale.ROOT;
            case "user", "systemUser" ->
                host == null ? null : host.call().caller().user();
            default -> null;
        };
    }

    private long wallClockMillis() {
        return startedAt.toEpochMilli()
                + timeZone.getRules().getOffset(startedAt).getTotalSeconds() * 1000L;
    }
}
