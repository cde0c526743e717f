package io.strandline.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOG-13, LOG-14 by SQL: the last value of each key, from a snapshot and the log, and who follows. */
class LatestTest {
    private static final String LATEST =
            "SELECT log_name, event_key, event_offset, subject, payload_bytes FROM log.latest ORDER BY log_name, event_key";

    @TempDir
    private Path folder;

    private StrandlineGateway gateway() throws IOException {
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: 127.0.0.1:0 }",
                        "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                        "log:",
                        "  brief: { transport: memory, kind: compacted, partitions: 1 }",
                        "  states: { kind: compacted, partitions: 1, view_snapshot: " + folder.resolve("states.view")
                                + " }",
                        ""));
        return StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    private static void publish(Statement statement, String log, String key, String event) throws Exception {
        statement.execute(
                "CALL publish_keyed(log_name => '" + log + "', event_key => '" + key + "', event => " + event + ")");
    }

    @Test
    void latestHasTheLastValueOfEachKeyAlsoAfterARestart() throws Exception {
        try (StrandlineGateway gateway = gateway();
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement()) {
            assertThat(Rows.of(statement, LATEST)).isEmpty();
            publish(statement, "states", "a", "'{\"subject\": \"one\"}'");
            publish(statement, "states", "b", "'{\"subject\": \"two\"}'");
            publish(statement, "states", "a", "''");
            publish(statement, "brief", "c", "'{\"subject\": \"three\"}'");
            assertThat(Rows.of(statement, LATEST))
                    .containsExactly("brief|c|0|three|20", "states|a|2|null|0", "states|b|1|two|18");
            publish(statement, "states", "a", "NULL");
            assertThat(Rows.of(statement, LATEST)).containsExactly("brief|c|0|three|20", "states|b|1|two|18");
            assertThat(Rows.of(statement, "SELECT event_offset FROM log.latest WHERE event_key = 'b'"))
                    .containsExactly("1");
            assertThat(Rows.of(statement, "SELECT event_offset FROM log.latest WHERE log_name = 'events'"))
                    .isEmpty();
        }
        Files.writeString(folder.resolve("states.view"), "x", StandardOpenOption.APPEND);
        try (StrandlineGateway gateway = gateway();
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement()) {
            assertThat(Rows.of(statement, LATEST)).containsExactly("states|b|1|two|18");
            assertThat(Rows.of(
                            statement,
                            "SELECT next_offset, lag, follower, warning IS NOT NULL FROM log.subscriptions"
                                    + " WHERE log_name = 'states'"))
                    .containsExactly("4|0|view|true");
        }
    }

    /** Who follows is there, with what is not read yet, until the statement is closed. */
    @Test
    void whoFollowsIsAmongTheSubscriptions() throws Exception {
        String following = "SELECT log_name, partition_id, next_offset, lag FROM log.subscriptions"
                + " WHERE follower = 'subscription'";
        try (StrandlineGateway gateway = gateway();
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement()) {
            publish(statement, "states", "a", "'1'");
            try (Statement follower = connection.createStatement();
                    ResultSet followed = follower.executeQuery(
                            "SELECT event_key FROM TABLE(log.follow(log_name => 'states', from_offset => 0))")) {
                assertThat(followed.next()).isTrue();
                assertThat(Rows.next(followed)).isEqualTo("a");
                assertThat(Rows.of(statement, following)).containsExactly("states|0|1|0");
            }
            assertThat(Rows.of(statement, following)).isEmpty();
        }
    }

    /** LOG-8, GW-1: a batch is one group, one change, one statement; refused as a whole if one of it is wrong. */
    @Test
    void aBatchIsOneGroup() throws Exception {
        String audited = "SELECT target, state FROM runtime.audit WHERE action = 'log.publish'";
        try (StrandlineGateway gateway = gateway();
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement();
                PreparedStatement batch = connection.prepareStatement(
                        "CALL publish_keyed(log_name => 'states', event_key => ?, event => ?)")) {
            for (int i = 0; i < 500; i++) {
                add(batch, "k" + i % 100, "v" + i);
            }
            assertThat(batch.executeBatch()).hasSize(500).containsOnly(Statement.SUCCESS_NO_INFO);
            assertThat(Rows.of(statement, audited)).containsExactly("500 events of log \"states\"|DONE");
            assertThat(Rows.of(statement, "SELECT COUNT(*) FROM log.events WHERE log_name = 'states'"))
                    .containsExactly("500");
            assertThat(Rows.of(statement, "SELECT payload, event_offset FROM log.latest WHERE event_key = 'k7'"))
                    .containsExactly("v407|407");
            add(batch, "a", "v");
            add(batch, "b", "v".repeat(2_000_000));
            assertThatThrownBy(batch::executeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            failure -> assertThat(failure.getUpdateCounts()).isEmpty())
                    .hasMessageContaining("event 2 of 2")
                    .hasMessageContaining("log.states.largest_record");
            assertThat(Rows.of(statement, audited)).hasSize(1);
            add(batch, "a", "v");
            assertThat(batch.executeBatch()).hasSize(1);
            assertThat(Rows.of(statement, audited)).hasSize(2);
        }
    }

    /** A number that no partition and no offset has is never cut to one that they have. */
    @Test
    void noNumberIsCut() throws Exception {
        String follow = "SELECT event_key FROM TABLE(log.follow(log_name => 'states', max_wait => '10ms', ";
        try (StrandlineGateway gateway = gateway();
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement()) {
            assertThat(Rows.of(statement, follow + "partition_id => 0, from_offset => 0))"))
                    .isEmpty();
            assertThatThrownBy(() -> Rows.of(statement, follow + "partition_id => 4294967296))"))
                    .hasMessageContaining("partition_id is 4294967296");
            assertThatThrownBy(() -> Rows.of(statement, follow + "from_offset => 18446744073709551616))"))
                    .hasMessageContaining("from_offset is 18446744073709551616");
            assertThatThrownBy(() -> Rows.of(statement, follow + "partition_id => 0.5))"))
                    .hasMessageContaining("partition_id is 0.5");
        }
    }

    private static void add(PreparedStatement batch, String key, String event) throws SQLException {
        batch.setString(1, key);
        batch.setString(2, event);
        batch.addBatch();
    }
}
