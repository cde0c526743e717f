package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case 50. Batches of calls: how many were made is known, also when one fails. */
class BatchTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static Connection connection;

    @BeforeAll
    static void serve() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        connection = gateway.connect();
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        gateway.close();
    }

    private static int sources(String prefix) throws SQLException {
        try (PreparedStatement count =
                connection.prepareStatement("SELECT count(*) FROM registry.sources WHERE source_id LIKE ?")) {
            count.setString(1, prefix + "%");
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private static PreparedStatement register() throws SQLException {
        return connection.prepareStatement("CALL register_source(?, ?, ?)");
    }

    private static void add(PreparedStatement call, String kind, String id) throws SQLException {
        call.setString(1, kind);
        call.setString(2, id);
        call.setString(3, "s3://bucket/" + id + "/data.csv");
        call.addBatch();
    }

    @Test
    void eachCallOfABatchIsMade() throws SQLException {
        try (PreparedStatement call = register()) {
            add(call, "file", "all-1");
            add(call, "file", "all-2");
            add(call, "file", "all-3");
            assertThat(call.executeBatch()).hasSize(3);
            assertThat(sources("all-")).isEqualTo(3);
            assertThat(call.executeBatch()).as("it is empty now").isEmpty();
        }
    }

    @Test
    void aFailureSaysHowManyAreMade() throws SQLException {
        try (PreparedStatement call = register()) {
            add(call, "file", "some-1");
            add(call, "file", "some-2");
            add(call, "no-such-kind", "some-3");
            add(call, "file", "some-4");
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, call::executeBatch);
            assertThat(failure.getUpdateCounts()).hasSize(2);
            assertThat(failure.getSQLState()).isEqualTo("22023");
            assertThat(sources("some-")).isEqualTo(2);
        }
    }

    @Test
    void aBatchOfTextsToo() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("CALL register_source('file', 'text-1', 's3://bucket/text-1/data.csv')");
            statement.addBatch("CALL register_sauce('file', 'text-2', 's3://bucket/text-2/data.csv')");
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
            assertThat(failure.getUpdateCounts()).hasSize(1);
            assertThat(failure.getSQLState()).isEqualTo("42883");
            assertThat(sources("text-")).isOne();
        }
    }
}
