package io.strandline.faults;

import static io.strandline.faults.CutChange.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Text;
import io.strandline.faults.CutChange.Attempt;
import io.strandline.faults.CutChange.Registration;
import io.strandline.fixture.DemoGateway;
import io.strandline.fixtures.network.CuttingProxy;
import io.strandline.fixtures.network.CuttingProxy.Direction;
import io.strandline.jdbc.StrandlineStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * GW-1, GW-2: whatever byte of the exchange the connection breaks after, a change has happened at most once, the client is
 * told that it does not know, and asking again under the same key tells. Requests are cut after each byte, and answers, of
 * which the gateway's part is over then, after some: what the driver makes of each byte of an answer is in its own tests. A
 * repair of the lake, which takes longer, is cut after some bytes of both.
 */
class CutConnectionTest {
    private static final int SOME = 16;
    private static final int FEW = 61;

    /** How an error says to ask for the outcome. */
    private static final Pattern QUESTION = Pattern.compile("SELECT \\* FROM runtime.statements WHERE .*?'[^']*'");

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static CuttingProxy proxy;
    private static Connection direct;
    private static Connection proxied;
    private static Connection catalog;

    @BeforeAll
    static void start() throws IOException, SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        proxy = new CuttingProxy(gateway.gateway().port());
        direct = gateway.connect();
        proxied = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + proxy.port() + "/");
        catalog = DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("lake").resolve("lake.db"));
    }

    @AfterAll
    static void stop() throws IOException, SQLException {
        catalog.close();
        direct.close();
        proxy.close();
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    void aRegistrationHappensAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, direction == Direction.REQUEST ? 1 : SOME, new Registration(direct));
    }

    @ParameterizedTest
    @EnumSource
    void aRepairHappensAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, SOME, new CutChange.Repair(catalog, new ArrayList<>()));
    }

    @ParameterizedTest
    @EnumSource
    void aTableIsMadeAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, SOME, new CutChange.Creation(direct));
    }

    @ParameterizedTest
    @EnumSource
    void aRowIsWrittenAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, FEW, new CutChange.Insertion(direct));
    }

    /** The whole batch is one request under one key. */
    @ParameterizedTest
    @EnumSource
    void aBatchHappensAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, direction == Direction.REQUEST ? 1 : SOME, new CutChange.Batch(new Registration(direct)));
    }

    /** Of a batch of texts each is a request: those before the one that was cut are made, those after it are not. */
    @ParameterizedTest
    @EnumSource
    void aBatchOfTextsEndsAtTheOneWhoseOutcomeIsUnknown(Direction direction) throws SQLException {
        Registration change = new Registration(direct);
        String all = Text.lower("texts_" + direction) + "_";
        int whole = 0;
        try (Statement batch = proxied.createStatement()) {
            proxy.reset();
            addAll(batch, all + "whole_");
            assertThat(batch.executeBatch()).hasSize(3);
            whole = proxy.passed(direction);
        }
        for (int bytes = 0; bytes < whole; bytes += FEW) {
            String prefix = all + String.format(Locale.ROOT, "%05d_", bytes);
            try (Statement batch = proxied.createStatement()) {
                List<String> names = addAll(batch, prefix);
                proxy.cutAfter(direction, bytes);
                BatchUpdateException lost = catchThrowableOfType(BatchUpdateException.class, batch::executeBatch);
                proxy.reset();
                String key = batch.unwrap(StrandlineStatement.class).getIdempotencyKey();
                assertUnknown(lost, key, bytes + " of " + direction);
                int done = lost.getUpdateCounts().length;
                try (Attempt again = change.on(direct, key, names.get(done))) {
                    again.make();
                }
                assertThat(change.made(prefix)).containsExactlyInAnyOrderElementsOf(names.subList(0, done + 1));
            }
        }
        assertThat(change.audited(direct, all)).doesNotHaveDuplicates();
    }

    private static List<String> addAll(Statement batch, String prefix) throws SQLException {
        List<String> names = List.of(prefix + "a", prefix + "b", prefix + "c");
        for (String name : names) {
            batch.addBatch(Registration.sql(name));
        }
        return names;
    }

    private static void cut(Direction direction, int step, CutChange change) throws SQLException {
        String prefix = Text.lower(change.getClass().getSimpleName() + "_" + direction) + "_";
        String made = prefix + "whole"; // as long as the others
        int whole = bytesOfWholeExchange(direction, made, change);
        assertThat(whole).isGreaterThan(100);
        List<String> names = new ArrayList<>();
        for (int bytes = 0; bytes < whole; bytes += step) {
            String name = prefix + String.format(Locale.ROOT, "%05d", bytes);
            change.prepare(name);
            cutAfter(direction, bytes, name, change);
            names.add(name);
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(texts(
                                direct,
                                "SELECT text FROM runtime.statements WHERE idempotency_key"
                                        + " LIKE 'key-of-%' AND state IN ('RUNNING', 'STARTED')"))
                        .isEmpty());
        // a request that is not whole has no effect, and a lost answer does not undo it
        assertMade(made, direction == Direction.ANSWER ? names : List.of(), prefix, change);
        for (String name : names) {
            try (Attempt again = change.on(direct, "key-of-" + name, name)) {
                again.make();
            }
        }
        assertMade(made, names, prefix, change);
    }

    private static int bytesOfWholeExchange(Direction direction, String name, CutChange change) throws SQLException {
        change.prepare(name);
        try (Attempt attempt = change.on(proxied, "key-of-" + name, name)) {
            proxy.reset();
            attempt.make();
            return proxy.passed(direction);
        }
    }

    private static void cutAfter(Direction direction, int bytes, String name, CutChange change) throws SQLException {
        String key = "key-of-" + name;
        try (Attempt attempt = change.on(proxied, key, name)) {
            proxy.cutAfter(direction, bytes);
            SQLException lost = catchThrowableOfType(SQLException.class, attempt::make);
            proxy.reset();
            assertUnknown(lost, key, bytes + " of " + direction);
            if (direction == Direction.ANSWER) {
                assertThat(texts(direct, question(lost)))
                        .as("what the message says to ask")
                        .hasSize(change.parts(name).size());
            }
        }
    }

    private static void assertUnknown(SQLException lost, String key, String after) {
        assertThat(lost.getSQLState()).as("cut after byte %s", after).isEqualTo("40003");
        assertThat(lost.getMessage()).contains(key);
    }

    private static String question(SQLException lost) {
        Matcher question = QUESTION.matcher(lost.getMessage());
        assertThat(question.find()).as(lost.getMessage()).isTrue();
        return question.group();
    }

    /** Each of these was made once, and no other that begins so. */
    private static void assertMade(String first, List<String> others, String prefix, CutChange change)
            throws SQLException {
        List<String> parts = new ArrayList<>(change.parts(first));
        others.forEach(name -> parts.addAll(change.parts(name)));
        assertThat(change.audited(direct, prefix))
                .containsExactlyInAnyOrderElementsOf(
                        parts.stream().map(change::target).toList());
        assertThat(change.made(prefix)).containsExactlyInAnyOrderElementsOf(parts);
    }
}
