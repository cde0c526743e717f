package io.strandline.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Role;
import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** GW-8: clients that send or read slowly, more of them than there are threads, keep nobody else from being served. */
class SlowClientsTest {
    private static final int THREADS = 8;
    private static final int SLOW = 3 * THREADS;
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<Socket> clients = new ArrayList<>();
    private final FakeEngine engine = new FakeEngine();
    private GatewayServer server;

    private void serve(Users users, Duration idle) {
        Sessions sessions = new Sessions(SessionSettings.DEFAULTS.withFrames(100_000, 64 << 20), Clock.systemUTC());
        HttpSettings settings =
                new HttpSettings("127.0.0.1", 0, 1 << 20, THREADS, idle, Duration.ofSeconds(1), null, null);
        server = GatewayServer.start(settings, users, engine, sessions, "1");
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        server.close();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket();
        client.setReceiveBufferSize(4_096);
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        client.setSoTimeout((int) SOON.toMillis());
        clients.add(client);
        return client;
    }

    private static void send(Socket client, int length, byte[] body, String... headers) throws IOException {
        String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n"
                + String.join("\r\n", headers) + (headers.length == 0 ? "\r\n" : "\r\n\r\n");
        client.getOutputStream().write(head.getBytes(US_ASCII));
        client.getOutputStream().write(body);
        client.getOutputStream().flush();
    }

    private void assertServesOthers(String... headers) throws Exception {
        CompletableFuture<Service.Response> answer = CompletableFuture.supplyAsync(() -> new Wire(server.port())
                .call(Wire.Format.JSON, new Service.OpenConnectionRequest("quick", Map.of()), headers));
        assertThat(answer.get(SOON.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(Service.OpenConnectionResponse.class);
    }

    @Test
    void requestsWhoseBodyDoesNotComeHoldNoThread() throws Exception {
        serve(Users.NONE, Duration.ofMinutes(10));
        for (int i = 0; i < SLOW; i++) {
            send(connect(), 1_000, new byte[] {'{'});
        }
        assertServesOthers();
        byte[] open = Wire.Format.JSON.write(new Service.OpenConnectionRequest("slow", Map.of()));
        Socket slow = connect();
        send(slow, open.length, new byte[0]);
        for (byte next : open) {
            slow.getOutputStream().write(next);
            slow.getOutputStream().flush();
        }
        byte[] answer = slow.getInputStream().readNBytes(15);
        assertThat(new String(answer, US_ASCII))
                .as("one that comes byte by byte is served")
                .isEqualTo("HTTP/1.1 200 OK");
    }

    /** Who has no login must not hold a thread either, though what it is told depends on the body's first byte. */
    @Test
    void strangersWhoSendNoBodyHoldNoThread() throws Exception {
        serve(new Users(Map.of("ann", new Users.User(Passwords.hash("right"), Role.READER))), Duration.ofMinutes(10));
        for (int i = 0; i < SLOW; i++) {
            send(connect(), 1_000, new byte[0]);
        }
        String login = Base64.getEncoder().encodeToString("ann:right".getBytes(US_ASCII));
        assertServesOthers("Authorization", "Basic " + login);
    }

    /** Case 44: nor is it idle, however long its statement runs. */
    @Test
    void aClientThatWaitsForItsAnswerIsNotIdle() throws Exception {
        Duration idle = Duration.ofMillis(200);
        serve(Users.NONE, idle);
        Wire wire = new Wire(server.port());
        wire.open(Wire.Format.JSON, "patient");
        long started = System.nanoTime();
        CompletableFuture<Service.ResultSetResponse> answer =
                CompletableFuture.supplyAsync(() -> wire.run(Wire.Format.JSON, "patient", 1, "CALL_WAIT"));
        await().until(() -> System.nanoTime() - started > 5 * idle.toNanos());
        assertThat(answer).isNotDone();
        engine.goOn().countDown();
        assertThat(answer.get(SOON.toSeconds(), TimeUnit.SECONDS).firstFrame.rows)
                .hasSize(1);
    }

    @Test
    void headsThatDoNotEndAreGivenUp() throws Exception {
        serve(Users.NONE, Duration.ofSeconds(1));
        for (int i = 0; i < SLOW; i++) {
            connect().getOutputStream().write("POST / HTTP/1.1\r\nHost:".getBytes(US_ASCII));
        }
        assertServesOthers();
        for (Socket client : clients) {
            assertEnds(client.getInputStream());
        }
    }

    /** An answer larger than what the sockets between take waits in them, not in a thread, and is given up in the end. */
    @Test
    void answersThatNobodyReadsHoldNoThread() throws Exception {
        serve(Users.NONE, Duration.ofSeconds(3));
        new Wire(server.port()).open(Wire.Format.JSON, "c");
        for (int i = 1; i <= SLOW; i++) {
            byte[] big = Wire.Format.JSON.write(new Service.PrepareAndExecuteRequest("c", i, "BIG 9000", -1));
            send(connect(), big.length, big);
        }
        assertServesOthers();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(server.connections()).isLessThan(SLOW));
    }

    private static void assertEnds(InputStream in) throws IOException {
        assertThat(new String(in.readAllBytes(), US_ASCII)).doesNotContain("200 OK");
    }
}
