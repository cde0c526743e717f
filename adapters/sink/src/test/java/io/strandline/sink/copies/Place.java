package io.strandline.sink.copies;

import static java.util.Objects.requireNonNull;

import io.strandline.catalog.Catalogs;
import io.strandline.common.Failpoint;
import io.strandline.common.TableRef;
import io.strandline.sink.RoundTrips;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sink.database.DatabaseConnector;
import io.strandline.sink.iceberg.IcebergConnector;
import io.strandline.sink.iceberg.TestLake;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** A table that copies go to, as one process has it open. */
final class Place implements AutoCloseable {
    private final Kind kind;
    private final Path directory;
    private final String url;
    private final String name;
    private final @Nullable TestLake lake;

    /** What a table can be, and where a run that appends to it can be stopped. */
    enum Kind {
        SQLITE,
        POSTGRESQL,
        ICEBERG_V2,
        ICEBERG_V3;

        boolean isLake() {
            return this == ICEBERG_V2 || this == ICEBERG_V3;
        }

        /** Places that a run passes with each token. */
        List<Failpoint> ofTokens() {
            return isLake()
                    ? List.of(Failpoint.COMMIT_SENDING, Failpoint.COMMIT_ANSWERED)
                    : List.of(Failpoint.SINK_PAGE_UNCOMMITTED, Failpoint.SINK_PAGE_COMMITTED);
        }

        /** The place that an overwrite passes before its rows are the table's. */
        Failpoint ofOverwrites() {
            return isLake() ? Failpoint.COMMIT_SENDING : Failpoint.SINK_SWAP_UNCOMMITTED;
        }
    }

    private Place(Kind kind, Path directory, String url, String name) {
        this.kind = kind;
        this.directory = directory;
        this.url = url;
        this.name = name;
        this.lake = kind.isLake() ? TestLake.in(directory) : null;
    }

    /**
     * A new table.
     *
     * @param directory of its own
     * @param server URL of a PostgreSQL
     */
    static Place create(Kind kind, Path directory, String server) {
        String url = kind == Kind.SQLITE ? "jdbc:sqlite:" + directory.resolve("copied.db") : server;
        Place place = new Place(kind, directory, url, "copied_" + directory.getFileName());
        if (kind.isLake()) {
            place.lake()
                    .create(place.name, TestLake.PLAIN, PartitionSpec.unpartitioned(), kind == Kind.ICEBERG_V2 ? 2 : 3);
        } else {
            place.ask(statement -> statement.execute(
                    "CREATE TABLE \"" + place.name + "\" (id BIGINT NOT NULL PRIMARY KEY, note TEXT)"));
        }
        return place;
    }

    /** What another process opens it by. */
    List<String> arguments() {
        return List.of(kind.name(), directory.toString(), url, name);
    }

    /** The one of those arguments. */
    static Place open(List<String> arguments) {
        return new Place(Kind.valueOf(arguments.get(0)), Path.of(arguments.get(1)), arguments.get(2), arguments.get(3));
    }

    private TestLake lake() {
        return requireNonNull(lake, "lake");
    }

    Path directory() {
        return directory;
    }

    SinkConnector connector() {
        return switch (kind) {
            case SQLITE -> DatabaseConnector.sqlite();
            case POSTGRESQL -> DatabaseConnector.postgresql();
            case ICEBERG_V2, ICEBERG_V3 -> new IcebergConnector(new Catalogs(List.of(lake().catalog)));
        };
    }

    SinkSpec spec() {
        TableRef table = kind.isLake()
                ? TestLake.ref(name)
                : new TableRef("sink_copied", List.of(kind == Kind.SQLITE ? "main" : "public"), name);
        return new SinkSpec(
                "copied",
                connector().name(),
                table,
                kind.isLake() ? Map.of() : Map.of("url", url),
                WriteMode.APPEND,
                List.of(),
                RunOptions.DEFAULTS,
                RunRules.NONE,
                "configuration");
    }

    /** As others read it, in order of id. */
    List<String> rows() {
        if (kind.isLake()) {
            return lake().values(name).stream()
                    .sorted(Comparator.comparing(row -> (Long) row.get(0)))
                    .map(row -> Source.shown(row.get(0), row.get(1)))
                    .toList();
        }
        List<String> rows = new ArrayList<>();
        ask(statement -> {
            try (ResultSet row = statement.executeQuery("SELECT id, note FROM \"" + name + "\" ORDER BY id")) {
                while (row.next()) {
                    rows.add(Source.shown(row.getLong(1), row.getString(2)));
                }
            }
            return true;
        });
        return rows;
    }

    /** How far the source is written, as the destination says; 0 for not at all. */
    long lastToken() {
        return ask((driver, context) -> driver.tokens()
                .orElseThrow()
                .lastToken(Source.SCOPE, context)
                .map(token -> token.position().longValueExact())
                .orElse(0L));
    }

    /** Runs that have rows staged. */
    Set<RunId> staged() {
        return ask((driver, context) -> driver.staging().orElseThrow().staged(context));
    }

    /** Others commit, and expire what they may: of a lake's table only. */
    void othersCommitAndExpire() {
        if (kind.isLake()) {
            Table table = lake().table(name);
            if (table.currentSnapshot() != null) {
                table.newAppend().set("other", "commit").commit();
                table.expireSnapshots()
                        .expireOlderThan(Long.MAX_VALUE)
                        .retainLast(1)
                        .commit();
            }
        }
    }

    private <T> T ask(BiFunction<SinkDriver, SinkCallContext, T> question) {
        SinkCallContext context = new SinkCallContext(
                RunId.random(),
                "copied",
                WriteMode.APPEND,
                List.of(),
                null,
                "ada",
                "statement",
                Instant.EPOCH,
                new RoundTrips());
        try (SinkDriver driver = connector().open(spec())) {
            return question.apply(driver, context);
        }
    }

    /** Something that somebody else asks of the database. */
    private interface Question {
        boolean ask(Statement statement) throws SQLException;
    }

    private void ask(Question question) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            question.ask(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (lake != null) {
            lake.close();
        }
    }
}
