package io.strandline.sink.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.ForwardingCall;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.OneSink;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.database.DatabaseConnector;
import io.strandline.sink.sql.SinkTables.Checked;
import io.strandline.sink.sql.SinkTables.Look;
import io.strandline.sink.store.Stores;
import io.strandline.sqlkit.Wanted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SNK-14: looks at destinations end in time, change nothing and tell no secret. */
class SinkLooksTest {
    private static final String CANARY = "canary-4711";

    @TempDir
    Path directory;

    private static SinkSpec spec(SinkConnector connector, Map<String, Object> settings) {
        return new SinkSpec(
                "looked_at",
                connector.name(),
                new TableRef(
                        "sink_looked_at", List.of(connector.name().equals("sqlite") ? "main" : "public"), "looked_at"),
                settings,
                WriteMode.UPSERT,
                List.of("id"),
                RunOptions.DEFAULTS,
                RunRules.NONE,
                "configuration");
    }

    private static SinkLooks looks(SinkConnector connector, SinkSpec spec, Duration limit) {
        return new SinkLooks(new OneSink(connector, spec), new TimedLooks(limit));
    }

    /** A server that takes connections and says nothing. */
    private static ServerSocket silent() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static SinkSpec of(SinkConnector connector, ServerSocket server) {
        String url = "jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/x?sslpassword=" + CANARY;
        return spec(connector, Map.of("url", url, "user", "ada", "password", CANARY));
    }

    @Test
    void aDestinationThatSaysNothingIsNotWaitedFor() throws IOException {
        assertThat(TimedLooks.LIMIT).isLessThan(Duration.ofSeconds(10));
        SinkConnector connector = DatabaseConnector.postgresql();
        try (ServerSocket server = silent()) {
            SinkSpec spec = of(connector, server);
            SinkLooks looks = looks(connector, spec, Duration.ofMillis(300));
            Look<Checked> look =
                    looks.check(spec, TestCall.CALL).reduce((one, two) -> two).orElseThrow();
            SinkCheck check = requireNonNull(look.found()).check();
            assertThat(check.result()).isEqualTo(SinkCheck.Result.FAIL);
            assertThat(check.detail()).contains("did not answer within 0.3 s").doesNotContain(CANARY);
            assertThat(check.hint()).isNotBlank();
            assertThat(look.status()).isEqualTo("error");
            assertThat(looks.tokens(Wanted.all(Set.of()), TestCall.CALL))
                    .singleElement()
                    .satisfies(row -> assertThat(row.error()).contains("did not answer"));
            assertThat(looks.journal(Wanted.all(Set.of()), TestCall.CALL))
                    .singleElement()
                    .satisfies(row -> assertThat(row.error()).contains("did not answer"));
        }
    }

    /** GW-5. */
    @Test
    void aCancelEndsALook() throws IOException {
        SinkConnector connector = DatabaseConnector.postgresql();
        AtomicInteger safePoints = new AtomicInteger();
        CallContext cancelled = new ForwardingCall(TestCall.CALL) {
            @Override
            public void checkpoint() {
                if (safePoints.incrementAndGet() > 2) {
                    throw new StrandlineException(ErrorCode.CANCELLED, "it was cancelled");
                }
            }
        };
        try (ServerSocket server = silent()) {
            SinkSpec spec = of(connector, server);
            StrandlineException end = catchThrowableOfType(
                    StrandlineException.class,
                    () -> looks(connector, spec, Duration.ofHours(1))
                            .check(spec, cancelled)
                            .toList());
            assertThat(end.code()).isEqualTo(ErrorCode.CANCELLED);
        }
    }

    private static List<String> objects(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
            List<String> names = new ArrayList<>();
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
            return names;
        }
    }

    private static void assertUnchanged(SinkConnector connector, String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE looked_at (id BIGINT NOT NULL PRIMARY KEY)");
        }
        List<String> before = objects(url);
        SinkSpec spec = spec(connector, Map.of("url", url));
        SinkLooks looks = looks(connector, spec, TimedLooks.LIMIT);
        assertThat(looks.check(spec, TestCall.CALL)
                        .map(look -> requireNonNull(look.found()).check()))
                .extracting(SinkCheck::name)
                .contains("connect", "table", "key", "rollback", "staging");
        assertThat(looks.checks(Wanted.all(Set.of()), TestCall.CALL)
                        .map(look -> requireNonNull(look.found()).check().result()))
                .containsOnly(SinkCheck.Result.PASS);
        assertThat(looks.tokens(Wanted.all(Set.of()), TestCall.CALL)).isEmpty();
        assertThat(looks.journal(Wanted.all(Set.of()), TestCall.CALL)).isEmpty();
        assertThat(objects(url)).isEqualTo(before);
    }

    @Test
    void nothingIsMadeByLooking() throws SQLException {
        assertUnchanged(DatabaseConnector.sqlite(), "jdbc:sqlite:" + directory.resolve("looked_at.db"));
        assertUnchanged(DatabaseConnector.postgresql(), Stores.postgresql().getJdbcUrl("postgres", "postgres"));
    }

    /** No file is made where none is. */
    @Test
    void aFileThatIsNotThereIsNotMade() {
        Path missing = directory.resolve("missing.db");
        SinkConnector connector = DatabaseConnector.sqlite();
        SinkSpec spec = spec(connector, Map.of("url", "jdbc:sqlite:" + missing));
        assertThat(looks(connector, spec, TimedLooks.LIMIT)
                        .check(spec, TestCall.CALL)
                        .map(look -> requireNonNull(look.found()).check()))
                .extracting(SinkCheck::name, SinkCheck::result)
                .containsExactly(tuple("connect", SinkCheck.Result.FAIL), tuple("staging", SinkCheck.Result.SKIP));
        assertThat(missing).doesNotExist();
    }
}
