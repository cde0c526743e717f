package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Single messages and bare HTTP: what no well-behaved client sends too. */
class WireTest {
    private static final int BODY_LIMIT = 100_000;

    private final FakeEngine engine = new FakeEngine();
    private Sessions sessions;
    private GatewayServer server;
    private Wire wire;

    @BeforeEach
    void start() {
        sessions = new Sessions(SessionSettings.DEFAULTS.withCounts(100, 50), Clock.systemUTC());
        server = GatewayServer.start(
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0).withMaxBodyBytes(BODY_LIMIT),
                Users.NONE,
                engine,
                sessions,
                "1.2.3");
        wire = new Wire(server.port());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void saysWhatItIs() {
        assertThat(text(wire.send("GET", "/"))).startsWith("Strandline 1.2.3");
        assertThat(text(wire.send("GET", "/health"))).isEqualTo("ok\n");
        assertThat(wire.send("GET", "/other").statusCode()).isEqualTo(404);
        assertThat(wire.send("DELETE", "/").statusCode()).isEqualTo(405);
        assertThat(wire.send("POST", "/health").statusCode()).isEqualTo(405);
    }

    /** A result that fits one frame takes one request, and leaves nothing behind. */
    @ParameterizedTest
    @EnumSource
    void answersAStatementInOneRequest(Wire.Format format) {
        wire.open(format, "c");
        Service.ResultSetResponse result = wire.run(format, "c", 1, "ROWS 3");
        assertThat(result.firstFrame.done).isTrue();
        assertThat(result.firstFrame.rows).hasSize(3);
        assertThat(engine.openAnswers()).isZero();
        assertThat(sessions.runningStatements()).isZero();
    }

    /** A client that numbers its statements itself does not run into the bound of open ones. */
    @ParameterizedTest
    @EnumSource
    void forgetsStatementsThatHoldNothing(Wire.Format format) {
        wire.open(format, "c");
        for (int id = 1; id <= 120; id++) {
            assertThat(wire.run(format, "c", id, "SELECT 1").firstFrame.done).isTrue();
        }
    }

    /** GW-6: what is left open is bounded. */
    @ParameterizedTest
    @EnumSource
    void boundsOpenStatementsAndSessions(Wire.Format format) {
        wire.open(format, "c");
        for (int id = 1; id <= 50; id++) {
            wire.run(format, new Service.PrepareAndExecuteRequest("c", id, "ROWS 3", -1, 1));
        }
        Service.ErrorResponse statements =
                wire.error(format, new Service.PrepareAndExecuteRequest("c", 51, "SELECT 1", -1));
        assertThat(statements.sqlState).isEqualTo("53300");
        assertThat(statements.errorMessage).contains("server.limits.statements_per_session");
        for (int i = 1; i < 100; i++) {
            wire.open(format, "c" + i);
        }
        Service.ErrorResponse open = wire.error(format, new Service.OpenConnectionRequest("c100", Map.of()));
        assertThat(open.sqlState).isEqualTo("53300");
        assertThat(open.errorMessage).contains("server.limits.sessions_per_user");
        wire.call(format, new Service.CloseConnectionRequest("c"));
        assertThat(engine.openAnswers()).isZero();
        wire.open(format, "c100");
        assertThat(sessions.count()).isEqualTo(100);
    }

    /** First frame and later ones have exactly the rows asked for. */
    @ParameterizedTest
    @EnumSource
    void honoursFetchSizesAndMostRows(Wire.Format format) {
        wire.open(format, "c");
        Service.ResultSetResponse first =
                wire.run(format, new Service.PrepareAndExecuteRequest("c", 1, "ROWS 100", 25, 10));
        assertThat(first.firstFrame.rows).hasSize(10);
        assertThat(first.firstFrame.done).isFalse();
        Service.FetchResponse second =
                (Service.FetchResponse) wire.call(format, new Service.FetchRequest("c", 1, 10, 12));
        assertThat(second.frame.rows).hasSize(12);
        assertThat(second.frame.offset).isEqualTo(10);
        assertThat(second.frame.done).isFalse();
        Service.FetchResponse third =
                (Service.FetchResponse) wire.call(format, new Service.FetchRequest("c", 1, 22, 12));
        assertThat(third.frame.rows).hasSize(3);
        assertThat(third.frame.done).isTrue();
        assertThat(engine.openAnswers()).isZero();
    }

    /** Frames are bounded by bytes (case 46). */
    @ParameterizedTest
    @EnumSource
    void boundsFramesByBytes(Wire.Format format) {
        wire.open(format, "c");
        Service.ResultSetResponse first = wire.run(format, "c", 1, "BIG 5000");
        assertThat(first.firstFrame.rows).hasSizeBetween(1_000, 1_100);
        assertThat(first.firstFrame.done).isFalse();
    }

    /** GW-1: no answer makes a stock client run a statement again. */
    @ParameterizedTest
    @EnumSource
    void neverSaysThatResultsAreMissing(Wire.Format format) {
        wire.open(format, "c");
        wire.run(format, new Service.PrepareAndExecuteRequest("c", 1, "ROWS 100", -1, 10));
        List<Service.Request> requests = List.of(
                new Service.FetchRequest("c", 1, 5, 10),
                new Service.FetchRequest("c", 2, 0, 10),
                new Service.FetchRequest("c", Integer.MAX_VALUE, 0, 10),
                new Service.SyncResultsRequest("c", 1, null, 0),
                new Service.ExecuteRequest(new Meta.StatementHandle("c", 77, null), List.of(), 1),
                new Service.PrepareAndExecuteRequest("c", Integer.MAX_VALUE, "CALL", -1),
                new Service.ExecuteBatchRequest("c", 77, List.of(List.of())));
        assertThat(requests).allSatisfy(request -> {
            Service.ErrorResponse error = wire.error(format, request);
            assertThat(error.sqlState).isEqualTo(request instanceof Service.SyncResultsRequest ? "08003" : "26000");
            assertThat(error.errorMessage).isNotBlank();
            assertThat(error.errorCode).isNotEqualTo(Service.ErrorResponse.MISSING_CONNECTION_ERROR_CODE);
        });
        assertThat(engine.changes()).isZero();
    }

    /** GW-2's plumbing: a request that a proxy repeats, also at the same time, is one change with one answer. */
    @ParameterizedTest
    @EnumSource
    void aRepeatedRequestUnderOneKeyIsOneChange(Wire.Format format) throws Exception {
        wire.open(format, "c");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Object>> answers = threads.invokeAll(Collections.nCopies(
                    24,
                    () -> wire.run(format, "c", 1, "CALL", "Idempotency-Key", "k-1")
                            .firstFrame
                            .rows
                            .iterator()
                            .next()));
            for (Future<Object> answer : answers) {
                assertThat((List<?>) answer.get()).singleElement().hasToString("1");
            }
        } finally {
            threads.shutdown();
        }
        assertThat(engine.changes()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void refusesHeadersThatMakeNoSense(Wire.Format format) {
        wire.open(format, "c");
        var call = new Service.PrepareAndExecuteRequest("c", 1, "CALL", -1);
        assertThat(wire.error(format, call, "Idempotency-Key", "a b").sqlState).isEqualTo("22023");
        assertThat(wire.error(format, call, "Strandline-Timeout-Ms", "soon").sqlState)
                .isEqualTo("22023");
        assertThat(engine.changes()).isZero();
    }

    /** GW-5. */
    @ParameterizedTest
    @EnumSource
    void stopsAtTheClientsTimeLimit(Wire.Format format) {
        wire.open(format, "c");
        var wait = new Service.PrepareAndExecuteRequest("c", 1, "WAIT", -1);
        Service.ErrorResponse error = wire.error(format, wait, "Strandline-Timeout-Ms", "40");
        assertThat(error.sqlState).isEqualTo("HYT00");
        assertThat(error.errorMessage).contains("the client's query timeout");
    }

    /** GW-6: where a user could believe in a transaction, a warning says that there is none. */
    @ParameterizedTest
    @EnumSource
    void warnsOfTransactionsThatAreNone(Wire.Format format) throws IOException {
        wire.open(format, "c");
        wire.call(
                format,
                new Service.ConnectionSyncRequest("c", new ConnectionPropertiesImpl(false, null, null, null, null)));
        byte[] change = format.write(new Service.PrepareAndExecuteRequest("c", 1, "CALL", -1));
        byte[] rollback = format.write(new Service.RollbackRequest("c"));
        assertThat(warnings(wire.post(change))).singleElement().asString().contains("takes effect at once");
        assertThat(warnings(wire.post(rollback))).singleElement().asString().contains("rollback undid nothing");
        assertThat(warnings(wire.post(rollback))).isEmpty();
    }

    private static List<String> warnings(HttpResponse<byte[]> answer) {
        return answer.headers().allValues("Strandline-Warning").stream()
                .map(warning -> URLDecoder.decode(warning, StandardCharsets.UTF_8))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void aFailedBatchSaysHowManyAreDone(Wire.Format format) throws IOException {
        wire.open(format, "c");
        byte[] batch = format.write(
                new Service.PrepareAndExecuteBatchRequest("c", 1, List.of("CALL", "CALL", "FAIL CONFLICT", "CALL")));
        HttpResponse<byte[]> answer = wire.post(batch, "Idempotency-Key", "b");
        Service.ErrorResponse error = (Service.ErrorResponse) format.read(answer.body());
        assertThat(error.sqlState).isEqualTo("40001");
        assertThat(error.errorMessage).contains("statement 3 of the batch of 4 failed, the 2 before it are done");
        assertThat(answer.headers().firstValue("Strandline-Batch-Done")).contains("2");
        assertThat(engine.changes()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsTooLarge(Wire.Format format) throws IOException {
        wire.open(format, "c");
        byte[] large =
                format.write(new Service.PrepareAndExecuteRequest("c", 1, "SELECT 1" + " ".repeat(BODY_LIMIT), -1));
        HttpResponse<byte[]> answer = wire.post(large);
        assertThat(answer.statusCode()).isEqualTo(413);
        Service.ErrorResponse error = (Service.ErrorResponse) format.read(answer.body());
        assertThat(error.sqlState).isEqualTo("54000");
        assertThat(error.errorMessage).contains("server.limits.statement_bytes");
    }

    /** A web page that a user of this machine opens cannot use the gateway on loopback. */
    @ParameterizedTest
    @EnumSource
    void refusesWebPages(Wire.Format format) throws IOException {
        byte[] open = format.write(new Service.OpenConnectionRequest("c", Map.of()));
        assertThat(wire.post(open, "Origin", "https://example.org").statusCode())
                .isEqualTo(403);
        assertThat(sessions.count()).isZero();
    }

    /** Bytes that are no message: an error in the same codec each time, and the server lives. */
    @ParameterizedTest
    @EnumSource
    void survivesBodiesThatAreNoMessage(Wire.Format format) throws IOException {
        Random random = new Random(20_261_130);
        byte[] valid = format.write(new Service.PrepareAndExecuteRequest("c", 1, "SELECT 1", -1));
        for (int i = 0; i < 1_500; i++) {
            byte[] body = i < 500 ? noise(random, valid[0]) : mutated(random, valid);
            HttpResponse<byte[]> answer = wire.post(body);
            assertThat(answer.statusCode()).isIn(200, 500);
            if (body.length > 0 && body[0] == valid[0]) {
                assertThat(format.read(answer.body())).isNotNull();
            }
        }
        for (int length = 0; length < valid.length; length++) {
            assertThat(wire.post(Arrays.copyOf(valid, length)).statusCode()).isEqualTo(500);
        }
        wire.open(format, "c");
        assertThat(wire.run(format, "c", 1, "SELECT 1").firstFrame.rows).hasSize(1);
    }

    private static byte[] noise(Random random, byte first) {
        byte[] body = new byte[1 + random.nextInt(300)];
        random.nextBytes(body);
        body[0] = first;
        return body;
    }

    private static byte[] mutated(Random random, byte[] valid) {
        byte[] body = Arrays.copyOf(valid, valid.length + random.nextInt(5));
        for (int i = 0; i <= random.nextInt(4); i++) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return body;
    }

    /** After a stop nothing is taken, and what runs is cancelled; a second close does nothing. */
    @Test
    void stopsTakingRequests() {
        wire.open(Wire.Format.JSON, "c");
        server.close();
        server.close();
        assertThat(sessions.count()).isZero();
        assertThatThrownBy(() -> wire.send("GET", "/health")).isInstanceOf(UncheckedIOException.class);
    }
}
