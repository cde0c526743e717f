package io.strandline.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** GW-5, GW-1: what becomes of a statement whose client closes the connection while it runs. */
class ClientGoneTest {
    private static final Duration SOON = Duration.ofSeconds(3);

    private final FakeEngine engine = new FakeEngine();
    private final Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
    private GatewayServer server;
    private Wire wire;

    @BeforeEach
    void start() {
        Duration idle = Duration.ofMillis(400);
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, 1 << 20, 20, idle, Duration.ofSeconds(5), null, null);
        server = GatewayServer.start(settings, Users.NONE, engine, sessions, "1");
        wire = new Wire(server.port());
        wire.open(Wire.Format.JSON, "c");
    }

    @AfterEach
    void stop() {
        engine.goOn().countDown();
        server.close();
    }

    private Socket send(String sql) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        post(socket, 1, sql);
        return socket;
    }

    private static void post(Socket socket, int statement, String sql) throws IOException {
        byte[] body = Wire.Format.JSON.write(new Service.PrepareAndExecuteRequest("c", statement, sql, -1));
        OutputStream out = socket.getOutputStream();
        out.write(("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(US_ASCII));
        out.write(body);
        out.flush();
    }

    private void awaitWaiting() throws InterruptedException {
        assertThat(engine.waiting().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aReadIsStopped() throws Exception {
        Socket client = send("WAIT");
        awaitWaiting();
        assertThat(sessions.runningStatements()).isOne();
        client.close();
        await().atMost(SOON).until(() -> sessions.runningStatements() == 0);
    }

    @Test
    void aReadWhoseClientOnlyWaitsGoesOn() throws Exception {
        try (Socket client = send("WAIT")) {
            awaitWaiting();
            await().during(Duration.ofMillis(1_500))
                    .atMost(SOON)
                    .until(() -> sessions.runningStatements() == 1 && client.isConnected());
        }
    }

    @Test
    void aChangeGoesOnToItsOutcome() throws Exception {
        Socket client = send("CALL_WAIT");
        awaitWaiting();
        client.close();
        await().during(Duration.ofMillis(1_500)).atMost(SOON).until(() -> sessions.runningStatements() == 1);
        engine.goOn().countDown();
        await().atMost(SOON).until(() -> engine.changes() == 1 && sessions.runningStatements() == 0);
    }

    /** Case 44: the time after which idle connections are closed is not one for answers. */
    @Test
    void aCallThatTakesLongerThanTheIdleTimeIsAnswered() throws Exception {
        try (Socket client = send("CALL_WAIT")) {
            awaitWaiting();
            await().during(Duration.ofMillis(1_500)).atMost(SOON).until(() -> sessions.runningStatements() == 1);
            engine.goOn().countDown();
            client.setSoTimeout(10_000);
            assertThat(readUntil(client.getInputStream(), "changes")).contains("200 OK");
        }
    }

    /** What a client sends ahead while it waits is not lost by looking after it. */
    @Test
    void aRequestSentAheadIsAnswered() throws Exception {
        try (Socket client = send("CALL_WAIT")) {
            awaitWaiting();
            post(client, 2, "ROWS 1");
            await().during(Duration.ofMillis(1_500)).atMost(SOON).until(() -> sessions.runningStatements() == 1);
            engine.goOn().countDown();
            client.setSoTimeout(10_000);
            assertThat(readUntil(client.getInputStream(), "row 0")).contains("changes");
        }
    }

    private static String readUntil(InputStream in, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        byte[] some = new byte[4_096];
        while (read.indexOf(end) < 0) {
            int length = in.read(some);
            assertThat(length).as("what came so far: " + read).isPositive();
            read.append(new String(some, 0, length, StandardCharsets.UTF_8));
        }
        return read.toString();
    }
}
