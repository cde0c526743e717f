package io.strandline.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.fixtures.KafkaServer;
import io.strandline.fixtures.KafkaServer.User;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log on Kafka by SQL: published to, read and followed through a gateway that logs in to the brokers. */
class KafkaLogTest {
    private static final String LATEST = "SELECT partition_id, event_key, event_offset, subject FROM log.latest";

    @TempDir
    static Path folder;

    private static KafkaServer kafka;

    @BeforeAll
    static void start() throws IOException {
        kafka = KafkaServer.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    private static StrandlineGateway gateway(String password) throws IOException {
        String jaas = User.ADMIN.jaas().replace(User.ADMIN.password(), password);
        Files.writeString(folder.resolve("login.txt"), jaas + "\n");
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: 127.0.0.1:0 }",
                        "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                        "log:",
                        "  lake:",
                        "    transport: kafka",
                        "    kind: compacted",
                        "    partitions: 3",
                        "    view_snapshot: " + folder.resolve("lake.view"),
                        "    kafka:",
                        "      bootstrap_servers: " + kafka.loginBootstrap(),
                        "      topic: lake-states",
                        "      properties:",
                        "        security.protocol: SASL_PLAINTEXT",
                        "        sasl.mechanism: PLAIN",
                        "        sasl.jaas.config: { file: login.txt }",
                        ""));
        return StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    /** LOG-6, LOG-7, LOG-10 by SQL: marks, values and tombstones, ranges; what one gateway published the next one reads. */
    @Test
    void whatIsPublishedBySqlIsReadBySql() throws Exception {
        String events = "SELECT event_offset, event_key, subject FROM log.events WHERE log_name = 'lake'"
                + " AND partition_id = 1 ORDER BY event_offset";
        try (StrandlineGateway gateway = gateway(User.ADMIN.password());
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement()) {
            assertThat(Rows.of(statement, events)).isEmpty();
            statement.execute("CALL publish_keyed(log_name => 'lake', partition_id => 1, event_key => 'a',"
                    + " event => '{\"subject\": \"one\"}')");
            statement.execute(
                    "CALL publish_keyed(log_name => 'lake', partition_id => 1, event_key => 'b', event => NULL)");
            assertThat(Rows.of(statement, events)).containsExactly("0|a|one", "1|b|null");
            assertThat(Rows.of(statement, LATEST)).containsExactly("1|a|0|one");
            assertThat(Rows.of(
                            statement,
                            "SELECT partition_id, low_mark, high_mark FROM log.partitions WHERE log_name = 'lake'"
                                    + " ORDER BY partition_id"))
                    .containsExactly("0|0|0", "1|0|2", "2|0|0");
        }
        try (StrandlineGateway gateway = gateway(User.ADMIN.password());
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement()) {
            assertThat(Rows.of(statement, events)).containsExactly("0|a|one", "1|b|null");
            assertThat(folder.resolve("lake.view")).exists();
            assertThat(Rows.of(statement, LATEST)).containsExactly("1|a|0|one");
            assertThat(Rows.of(statement, "SELECT DISTINCT warning FROM log.subscriptions"))
                    .containsExactly("null");
            assertThat(Rows.of(
                            statement,
                            "SELECT partition_id, event_key FROM TABLE(log.follow(log_name => 'lake', from_offset => 0,"
                                    + " max_wait => '2s'))"))
                    .containsExactly("1|a", "1|b");
        }
    }

    /** A login that the brokers refuse ends the start, with an error that names the key and repeats no password. */
    @Test
    void aLoginThatIsRefusedEndsTheStart() {
        assertThatThrownBy(() -> gateway("hunter2-guess").close())
                .hasMessageContaining("log.lake.kafka.properties")
                .hasMessageNotContaining("hunter2");
    }
}
