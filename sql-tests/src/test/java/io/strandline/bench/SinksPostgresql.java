package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.common.CallContext;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.Sinks;
import io.strandline.sink.WriteMode;
import io.strandline.sink.database.DatabaseConnector;
import io.strandline.sink.store.StoredRuns;
import io.strandline.sqlkit.SqlType;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows per second into a table of PostgreSQL with a primary key: by one COPY of ready bytes, the floor; appended by runs that
 * cannot be undone, and by runs that can; upserted; and how long it takes to undo the append.
 */
final class SinksPostgresql {
    private static final String NAME = "sinks.postgresql.";
    private static final int PAGE = 10_000;
    private static final String TABLE =
            " (id BIGINT PRIMARY KEY, name TEXT NOT NULL, amount NUMERIC(12,2)," + " at TIMESTAMP, note TEXT)";

    private static final RowSchema SCHEMA = new RowSchema(List.of(
            new RowSchema.Column("id", SqlType.bigint()),
            new RowSchema.Column("name", SqlType.text()),
            new RowSchema.Column("amount", SqlType.decimal(12, 2).orNull()),
            new RowSchema.Column("at", SqlType.localTimestamp().orNull()),
            new RowSchema.Column("note", SqlType.text().orNull())));

    private final String url;
    private final int rows;
    /** Made before anything is measured, as the bytes of the floor are. */
    private final List<Page> pages;

    private final StoredRuns runs;

    private SinksPostgresql(String url, int rows, StoredRuns runs) {
        this.url = url;
        this.rows = rows;
        this.pages =
                IntStream.range(0, rows / PAGE).mapToObj(at -> page(at * PAGE)).toList();
        this.runs = runs;
    }

    static List<Line> run(boolean quick) throws Exception {
        Path folder = Files.createTempDirectory("strandline-bench");
        StoreOptions place = StoreOptions.of("jdbc:sqlite:" + folder.resolve("store.db"));
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start();
                StoreDatabase store = StoreDatabase.open(place, "sink")) {
            StoredRuns runs = new StoredRuns(store, DatabaseLeases.open(store, Clock.systemUTC()), "bench");
            return new SinksPostgresql(postgresql.getJdbcUrl("postgres", "postgres"), quick ? 200_000 : 1_000_000, runs)
                    .measure(quick ? 3 : 4);
        }
    }

    /** By turns, so that what disturbs one disturbs all; the best of each counts, and the first round warms up. */
    private List<Line> measure(int rounds) throws SQLException {
        double floor = 0;
        double plain = 0;
        double undoable = 0;
        for (int round = 0; round <= rounds; round++) {
            floor = Math.max(floor, copy("floor"));
            plain = Math.max(plain, append("plain", false));
            undoable = Math.max(undoable, append("undoable", true));
            if (round == 0) {
                floor = 0;
                plain = 0;
                undoable = 0;
            }
        }
        double upserts = upsert("undoable");
        double rollback = rollback("undone");
        return List.of(
                new Line(NAME + "copy", floor, "rows/s"),
                new Line(NAME + "append", plain, "rows/s"),
                new Line(NAME + "append_undoable", undoable, "rows/s"),
                new Line(NAME + "upsert_undoable", upserts, "rows/s"),
                new Line(NAME + "rollback", rollback, "rows/s"),
                new Line(SinksBench.NAME + "ratio.postgres_vs_copy", floor / plain, "x"),
                new Line(SinksBench.NAME + "ratio.postgres_undoable_vs_copy", floor / undoable, "x"),
                new Line(SinksBench.NAME + "ratio.postgres_rollback_vs_append", undoable / rollback, "x"));
    }

    private double copy(String table) throws SQLException {
        create(table);
        List<byte[]> ready = new ArrayList<>();
        for (Page page : pages) {
            StringBuilder text = new StringBuilder();
            page.rows().forEach(row -> {
                for (int at = 0; at < row.length; at++) {
                    text.append(at == 0 ? "" : "\t").append(row[at]);
                }
                text.append('\n');
            });
            ready.add(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        try (Connection connection = DriverManager.getConnection(url)) {
            long begun = System.nanoTime();
            CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + table + " FROM STDIN");
            for (byte[] bytes : ready) {
                copy.writeToCopy(bytes, 0, bytes.length);
            }
            if (copy.endCopy() != rows) {
                throw new IllegalStateException("COPY lost rows");
            }
            return rate(begun);
        }
    }

    private double append(String table, boolean undoable) throws SQLException {
        create(table);
        long begun = System.nanoTime();
        write(table, undoable, WriteMode.APPEND);
        return rate(begun);
    }

    private double upsert(String table) {
        long begun = System.nanoTime();
        write(table, true, WriteMode.UPSERT);
        return rate(begun);
    }

    private double rollback(String table) throws SQLException {
        create(table);
        RunId run = write(table, true, WriteMode.APPEND);
        long begun = System.nanoTime();
        long deleted = engine(table, true).rollback(run, false, false, call()).deleted();
        double rate = rate(begun);
        if (deleted != rows) {
            throw new IllegalStateException("the rollback deleted " + deleted + " rows");
        }
        return rate;
    }

    private double rate(long begun) {
        return rows * 1e9 / (System.nanoTime() - begun);
    }

    private void create(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + table);
            statement.execute("CREATE TABLE " + table + TABLE);
            statement.execute("CHECKPOINT");
        }
    }

    private RunId write(String table, boolean undoable, WriteMode mode) {
        RunRequest request = new RunRequest(spec(table, undoable), mode, null, null, RunOptions.DEFAULTS, Map.of());
        try (Run run = engine(table, undoable).begin(request, call())) {
            pages.forEach(run::write);
            if (run.commit().counts().accepted() != rows) {
                throw new IllegalStateException("the run lost rows");
            }
            return run.id();
        }
    }

    private static CallContext call() {
        return new SystemCall(Instant.EPOCH);
    }

    private RunEngine engine(String table, boolean undoable) {
        SinkSpec spec = spec(table, undoable);
        return new RunEngine(
                new OneSink(spec, DatabaseConnector.postgresql()),
                runs,
                (predicate, schema) -> row -> true,
                "bench",
                Clock.systemUTC());
    }

    private SinkSpec spec(String table, boolean undoable) {
        return new SinkSpec(
                table,
                "postgresql",
                new TableRef("sink_" + table, List.of("public"), table),
                Map.of("url", url, "rollback", undoable),
                WriteMode.APPEND,
                List.of("id"),
                RunOptions.DEFAULTS,
                RunRules.NONE,
                "configuration");
    }

    private static Page page(int first) {
        List<Object[]> page = new ArrayList<>(PAGE);
        LocalDateTime at = LocalDateTime.of(2026, 1, 1, 0, 0);
        for (int id = first; id < first + PAGE; id++) {
            page.add(new Object[] {
                (long) id,
                "name of the row " + id,
                BigDecimal.valueOf(id, 2),
                at.plusSeconds(id),
                "a note of sixty characters that says nothing at all of row " + id
            });
        }
        return new Page(SCHEMA, page);
    }

    /** One sink and nothing else. */
    private record OneSink(SinkSpec spec, SinkConnector connector) implements Sinks {
        @Override
        public Optional<SinkSpec> byId(String id, CallContext call) {
            return Optional.of(spec).filter(sink -> sink.id().equals(id));
        }

        @Override
        public Optional<SinkSpec> forTable(TableRef table, CallContext call) {
            return Optional.of(spec).filter(sink -> sink.table().equals(table));
        }

        @Override
        public List<SinkSpec> declared() {
            return List.of(spec);
        }

        @Override
        public SinkConnector connector(SinkSpec sink) {
            return connector;
        }
    }
}
