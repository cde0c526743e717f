package io.strandline.sink.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.DriverSink;
import io.strandline.sink.MemoryRunStore;
import io.strandline.sink.OnMissingKey;
import io.strandline.sink.OneSink;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RoundTrips;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * A new, empty destination with columns {@code id BIGINT NOT NULL} (its key), {@code name VARCHAR NOT NULL} and
 * {@code amount DECIMAL(10,2)}, and a sink that writes it: what a driver has to offer to be checked.
 *
 * @param connector of the driver
 * @param table as SQL names it
 * @param settings of the sink
 * @param rows reads the destination by other means than the driver's: id, name, amount of each row, in order of id
 */
public record SinkLab(
        SinkConnector connector,
        TableRef table,
        Map<String, Object> settings,
        Supplier<List<List<?>>> rows,
        MemoryRunStore runs) {
    /** The columns of the destination. */
    public static final RowSchema SCHEMA = new RowSchema(List.of(
            new RowSchema.Column("id", SqlType.bigint()),
            new RowSchema.Column("name", SqlType.text()),
            new RowSchema.Column("amount", SqlType.decimal(10, 2).orNull())));

    public SinkLab {
        requireNonNull(connector, "connector");
        requireNonNull(table, "table");
        settings = Map.copyOf(settings);
        requireNonNull(rows, "rows");
        requireNonNull(runs, "runs");
    }

    /** One on which no run was. */
    public SinkLab(
            SinkConnector connector, TableRef table, Map<String, Object> settings, Supplier<List<List<?>>> rows) {
        this(connector, table, settings, rows, new MemoryRunStore());
    }

    /** The same destination behind a driver that does something else. */
    public SinkLab over(UnaryOperator<SinkConnector> other) {
        return new SinkLab(other.apply(connector), table, settings, rows, runs);
    }

    /** The sink in that mode, found by id. */
    public SinkSpec spec(WriteMode mode) {
        return new SinkSpec(
                "lab",
                connector.name(),
                table,
                settings,
                mode,
                List.of("id"),
                RunOptions.DEFAULTS,
                RunRules.NONE,
                "configuration");
    }

    /** What runs on it. */
    public RunEngine engine() {
        return new RunEngine(
                new OneSink(connector, spec(WriteMode.APPEND)),
                runs,
                (predicate, schema) -> row -> true,
                "here",
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    RunRequest request(WriteMode mode, @Nullable String scope) {
        return new RunRequest(spec(mode), mode, null, scope, RunOptions.DEFAULTS, Map.of());
    }

    Run begin(WriteMode mode) {
        return engine().begin(request(mode, null), TestCall.CALL);
    }

    Run begin(WriteMode mode, String scope) {
        return engine().begin(request(mode, scope), TestCall.CALL);
    }

    /** A whole run of one page. */
    public RunRecord run(WriteMode mode, Page page) {
        try (Run run = begin(mode)) {
            run.write(page);
            return run.commit();
        }
    }

    RollbackOutcome rollback(RunRecord run) {
        return engine().rollback(run.id(), false, false, TestCall.CALL);
    }

    /** The driver itself, for one call. */
    public SinkDriver open(WriteMode mode) {
        return connector.open(spec(mode));
    }

    DriverSink sink(WriteMode mode) {
        return new DriverSink(open(mode), context(mode), OnMissingKey.FAIL);
    }

    /** Of some run in that mode. */
    public static SinkCallContext context(WriteMode mode) {
        return new SinkCallContext(
                RunId.random(),
                "lab",
                mode,
                List.of("id"),
                "scope",
                "ada",
                "statement",
                Instant.EPOCH,
                new RoundTrips());
    }

    /** A call that does not look at what is reported. */
    static WriteCall call(SinkCallContext context, @Nullable CommitStamp stamp) {
        return call(context, 0, stamp);
    }

    /** The same for a later page of a run. */
    static WriteCall call(SinkCallContext context, long page, @Nullable CommitStamp stamp) {
        return new WriteCall(context, page, stamp, report -> {});
    }

    /** A row as the destination shows it. */
    public static List<?> row(long id, String name, String amount) {
        return List.of(id, name, new BigDecimal(amount));
    }

    static @Nullable Object[] values(long id, @Nullable String name, String amount) {
        return new @Nullable Object[] {id, name, new BigDecimal(amount)};
    }

    /** A row that no destination takes: its name is missing. */
    static @Nullable Object[] bad(long id) {
        return values(id, null, "1.00");
    }

    static Page page(@Nullable Object[]... rows) {
        return new Page(SCHEMA, List.of(rows));
    }

    /** Rows with those ids, from one to another, named by a word. */
    static Page page(long from, long to, String word) {
        return new Page(
                SCHEMA,
                LongStream.rangeClosed(from, to)
                        .mapToObj(id -> values(id, word + id, id + ".50"))
                        .toList());
    }

    static List<List<?>> shown(long from, long to, String word) {
        List<List<?>> shown = new ArrayList<>();
        LongStream.rangeClosed(from, to).forEach(id -> shown.add(row(id, word + id, id + ".50")));
        return shown;
    }

    static CommitStamp stamp(long token) {
        return new CommitStamp("scope", CommitToken.of(token), true);
    }

    /** The last token of that scope. */
    public @Nullable CommitToken token(String scope) {
        try (SinkDriver driver = open(WriteMode.APPEND)) {
            return driver.tokens()
                    .orElseThrow()
                    .lastToken(scope, context(WriteMode.APPEND))
                    .orElse(null);
        }
    }

    /** Runs that left something staged. */
    Set<RunId> staged() {
        try (SinkDriver driver = open(WriteMode.OVERWRITE)) {
            return driver.staging().orElseThrow().staged(context(WriteMode.OVERWRITE));
        }
    }

    static PageReport accepted(long rows) {
        return PageReport.accepted(rows);
    }

    public static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThat(requireNonNull(catchThrowableOfType(StrandlineException.class, call), "it was not refused"))
                .extracting(StrandlineException::code)
                .isEqualTo(code);
    }
}
