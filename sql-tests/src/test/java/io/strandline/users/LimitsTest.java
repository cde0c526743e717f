package io.strandline.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** GW-8: what each role may ask, by the configuration; beyond it the error names the setting, and a little less goes through. */
class LimitsTest {
    private static final String SLOW =
            "SELECT count(*) FROM information_schema.columns a, information_schema.columns b,"
                    + " information_schema.columns c, information_schema.columns d WHERE a.remarks < b.remarks";

    @TempDir
    static Path folder;

    private static SecuredGateway gateway;

    /** Each role has numbers of its own, so that one that is given another's is found out. */
    private enum Who {
        READER("rita", 300, 10, 20_000, 1),
        OPERATOR("olga", 400, 20, 40_000, 2),
        ADMIN("ada", 500, 30, 60_000, 3);

        private final String user;
        private final int chars;
        private final int rows;
        private final int bytes;
        private final int concurrency;

        Who(String user, int chars, int rows, int bytes, int concurrency) {
            this.user = user;
            this.chars = chars;
            this.rows = rows;
            this.bytes = bytes;
            this.concurrency = concurrency;
        }

        private String role() {
            return Text.lower(name());
        }

        private String section() {
            return "    " + role() + ": { statement_chars: " + chars + ", rows: " + rows + ", answer_bytes: " + bytes
                    + ", time: 1s, concurrency: " + concurrency + " }\n";
        }

        private String rows(int count) {
            return "SELECT ordinal FROM runtime.parameters LIMIT " + count;
        }

        /** One row of about so many bytes. */
        private String wide(int size) {
            return "SELECT RPAD('x', " + size + ", 'x')";
        }
    }

    @BeforeAll
    static void start() throws IOException {
        StringBuilder limits = new StringBuilder("  limits:\n");
        for (Who who : Who.values()) {
            limits.append(who.section());
        }
        gateway = SecuredGateway.start(folder.resolve("lake"), limits.toString());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** What is beyond a limit, and what is within it. */
    private record Bound(String setting, String beyond, String within, String number) {}

    static Stream<Arguments> bounds() {
        return Stream.of(Who.values())
                .flatMap(who -> Stream.of(
                                new Bound(
                                        "statement_chars",
                                        "SELECT 1" + " ".repeat(who.chars - 7),
                                        "SELECT 1" + " ".repeat(who.chars - 8),
                                        Integer.toString(who.chars)),
                                new Bound(
                                        "rows", who.rows(who.rows + 1), who.rows(who.rows), Integer.toString(who.rows)),
                                new Bound(
                                        "answer_bytes",
                                        who.wide(who.bytes + 100),
                                        who.wide(who.bytes / 2 - 1_000),
                                        Integer.toString(who.bytes)),
                                new Bound("time", SLOW, "SELECT 1", "1000 ms"))
                        .map(bound -> Arguments.of(who, bound)));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void beyondALimitTheErrorNamesItsSetting(Who who, Bound bound) throws SQLException {
        String setting = "server.limits." + who.role() + "." + bound.setting();
        try (Connection connection = gateway.connect(who.user);
                Statement statement = connection.createStatement()) {
            SQLException beyond = catchThrowableOfType(SQLException.class, () -> read(statement, bound.beyond()));
            assertThat(beyond.getMessage()).contains(setting).contains(bound.number());
            assertThat(beyond.getSQLState()).isEqualTo(bound.setting().equals("time") ? "HYT00" : "54000");
            assertThat(read(statement, bound.within())).isPositive();
            if (bound.setting().equals("time")) {
                return; // once is enough of what takes its time
            }
            SQLException prepared = catchThrowableOfType(SQLException.class, () -> {
                try (PreparedStatement query = connection.prepareStatement(bound.beyond());
                        ResultSet rows = query.executeQuery()) {
                    count(rows);
                }
            });
            assertThat(prepared.getMessage()).contains(setting);
        }
    }

    @ParameterizedTest
    @EnumSource
    void beyondItsConcurrencyToo(Who who) throws SQLException {
        try (Connection connection = gateway.connect(who.user);
                Statement statement = connection.createStatement()) {
            List<CompletableFuture<SQLException>> running = Stream.generate(() -> who)
                    .limit(who.concurrency)
                    .map(LimitsTest::runSlow)
                    .toList();
            SQLException[] beyond = new SQLException[1];
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                beyond[0] = catchThrowableOfType(SQLException.class, () -> read(statement, "SELECT 1"));
                return beyond[0] != null || running.stream().allMatch(CompletableFuture::isDone);
            });
            assertThat((Throwable) beyond[0]).as("while as many run as may").isNotNull();
            assertThat(beyond[0].getSQLState()).isEqualTo("53300");
            assertThat(beyond[0].getMessage())
                    .contains("server.limits." + who.role() + ".concurrency", " " + who.concurrency + " ");
            running.forEach(one -> assertThat(one.join().getSQLState()).isIn("HYT00", "53300"));
            assertThat(read(statement, "SELECT 1")).isOne();
        }
    }

    private static CompletableFuture<SQLException> runSlow(Who who) {
        return CompletableFuture.supplyAsync(() -> {
            try (Connection connection = gateway.connect(who.user);
                    Statement statement = connection.createStatement()) {
                return catchThrowableOfType(SQLException.class, () -> read(statement, SLOW));
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static int read(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return count(rows);
        }
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }
}
