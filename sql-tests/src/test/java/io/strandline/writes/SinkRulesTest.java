package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SNK-20: rows pass a sink's mask, quality rules, in the gateway's SQL, and contract, whichever way they come. */
class SinkRulesTest {
    private static final String TABLE = "lake.scratch.ruled";
    private static final String SOURCE = "lake.scratch.unruled";

    private static void declare(Statement statement) throws SQLException {
        for (String table : List.of(TABLE, SOURCE)) {
            statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR)");
        }
        statement.execute("CALL sink.create_sink(sink => 'ruled', settings => '{\"driver\": \"iceberg\", \"table\": \""
                + TABLE + "\", \"key\": [\"id\"], \"mask\": {\"name\": \"redact\"},"
                + " \"quality\": {\"tens\": {\"check\": \"MOD(id, 10) <> 0 AND id BETWEEN 1 AND 99\","
                + " \"action\": \"quarantine\"}},"
                + " \"contract\": {\"id\": \"bigint not null\", \"name\": \"varchar not null\"}}')");
    }

    /** A row that no rule is against, and one that each is. */
    private static String values(int from) {
        return "VALUES (" + from + ", 'secret'), (" + (from + 1) + ", 'secret'), (" + (from + 2) + ", NULL)";
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> read = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                read.add(rows.getString(1));
            }
        }
        return read;
    }

    private static void batch(Connection connection, int from) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + TABLE + " (id, name) VALUES (?, ?)")) {
            for (int id = from; id < from + 3; id++) {
                insert.setLong(1, id);
                if (id == from + 2) {
                    insert.setNull(2, Types.VARCHAR);
                } else {
                    insert.setString(2, "secret");
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void ingest(DemoGateway gateway) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.httpUrl() + "ingest/" + TABLE))
                .POST(HttpRequest.BodyPublishers.ofByteArray(ArrowBody.of(1, 3)))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void noWayGoesRoundTheRules(@TempDir Path folder) throws Exception {
        try (DemoGateway gateway = DemoGateway.start(folder.resolve("lake"));
                Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            declare(statement);
            ingest(gateway);
            statement.executeUpdate("INSERT INTO " + TABLE + " (id, name) " + values(10));
            batch(connection, 20);
            statement.executeUpdate("INSERT INTO " + SOURCE + " (id, name) " + values(30));
            statement.executeUpdate("INSERT INTO " + TABLE + " SELECT * FROM " + SOURCE);
            statement.execute("CALL sink.begin_run(sink => 'ruled')");
            String run = rows(statement, "SELECT run_id FROM sink.runs WHERE sink_id = 'ruled' AND state = 'running'")
                    .get(0);
            statement.executeUpdate("INSERT INTO " + TABLE + " (id, name) " + values(40));
            statement.execute("CALL sink.commit_run(run_id => '" + run + "')");
            statement.executeUpdate("UPDATE " + TABLE + " SET name = 'secret' WHERE id = 11");
            statement.executeUpdate("UPDATE " + TABLE + " SET name = NULL WHERE id = 21");

            assertThat(rows(statement, "SELECT CAST(id AS VARCHAR) || name FROM " + TABLE + " ORDER BY id"))
                    .containsExactly("1***", "2***", "11***", "21***", "31***", "41***");
            assertThat(rows(
                            statement,
                            "SELECT rule_name || COUNT(*) FROM sink.quarantine WHERE sink_id = 'ruled' GROUP BY"
                                    + " rule_name ORDER BY 1"))
                    .containsExactly("contract5", "tens5");
            assertThat(rows(statement, "SELECT row_values FROM sink.quarantine WHERE sink_id = 'ruled'"))
                    .isNotEmpty()
                    .noneMatch(row -> row.contains("secret") || row.contains("n0"));
        }
    }
}
