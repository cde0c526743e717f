package io.strandline.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that writes {@link SinkRows} into tables of a gateway, and fails if one of them does not arrive. */
final class SinkClient implements AutoCloseable {
    private static final Pattern RUN = Pattern.compile("run ([0-9a-f]{32})");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final Connection connection;

    /** By URLs of the wire and of the driver. */
    SinkClient(String httpUrl, String jdbcUrl) throws SQLException {
        this.url = httpUrl;
        this.connection = DriverManager.getConnection(jdbcUrl);
    }

    /** Sends an Arrow stream of so many rows; the id of its run. */
    String ingest(String table, int rows, Supplier<InputStream> stream) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "ingest/" + table))
                .POST(HttpRequest.BodyPublishers.ofInputStream(stream))
                .build();
        String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        if (!answer.contains("\"rows\":" + rows + ",")) {
            throw new IllegalStateException("not " + rows + " rows arrived: " + answer);
        }
        return run(answer);
    }

    /** Runs a statement that writes so many rows; the id of its run. */
    String insert(String sql, int rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long written = statement.executeLargeUpdate(sql);
            if (written != rows) {
                throw new IllegalStateException(written + " of " + rows + " rows were written by " + sql);
            }
            return run(statement.getWarnings().getMessage());
        }
    }

    private static String run(String told) {
        Matcher run = RUN.matcher(told);
        if (!run.find()) {
            throw new IllegalStateException("no run is named: " + told);
        }
        return run.group(1);
    }

    /** Inserts rows as batches of a prepared statement, each of so many. */
    void batches(String table, int rows, int batch) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?, ?, ?)")) {
            for (long id = 0; id < rows; id++) {
                insert.setLong(1, id);
                insert.setString(2, SinkRows.name(id));
                insert.setDouble(3, SinkRows.amount(id));
                insert.setObject(4, SinkRows.made(id), Types.TIMESTAMP);
                insert.setInt(5, SinkRows.n(id));
                insert.addBatch();
                if ((id + 1) % batch == 0) {
                    for (int count : insert.executeBatch()) {
                        if (count != 1 && count != Statement.SUCCESS_NO_INFO) {
                            throw new IllegalStateException("a row of a batch was not written");
                        }
                    }
                }
            }
        }
    }

    /** Undoes a run. */
    void rollback(String run) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet undone = statement.executeQuery("CALL sink.rollback(run_id => '" + run + "')")) {
            if (!undone.next() || !undone.getBoolean("done")) {
                throw new IllegalStateException("run " + run + " was not undone");
            }
        }
    }

    /** Runs a statement. */
    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
