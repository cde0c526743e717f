package io.strandline.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Role;
import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A browser that a foreign page has sent here is told by what it says of itself, or by the name it uses. */
class WebPagesTest {
    private static final String GET = "GET /query?sql=SELECT%201 HTTP/1.1\r\n";
    private static final String POST = "POST / HTTP/1.1\r\nContent-Length: 2\r\n";
    private static final String HERE = "Host: localhost\r\n";

    private GatewayServer server = start(Users.NONE);

    private static GatewayServer start(Users users) {
        return GatewayServer.start(
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0),
                users,
                new FakeEngine(),
                new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC()),
                "1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** The status of the answer to a request that Java's own client does not make. */
    private String status(String head) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((head + "Connection: close\r\n\r\n{}").getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes(12), US_ASCII).substring(9);
        }
    }

    @Test
    void whatComesFromAPageIsRefused() throws IOException {
        for (String request : List.of(GET, POST)) {
            assertThat(status(request + HERE)).isNotEqualTo("403");
            assertThat(status(request + HERE + "Sec-Fetch-Site: none\r\n")).isNotEqualTo("403");
            for (String origin : List.of(
                    "Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-origin")) {
                assertThat(status(request + HERE + origin + "\r\n")).as(origin).isEqualTo("403");
            }
        }
    }

    /** A page whose name was made to mean this machine asks the gateway as itself. */
    @Test
    void withoutUsersItIsAskedByANameOfThisMachine() throws IOException {
        for (String request : List.of(GET, POST)) {
            for (String host : List.of("localhost", "LocalHost:1", "127.0.0.1:1", "[::1]:80", "127.1.2.3")) {
                assertThat(status(request + "Host: " + host + "\r\n")).as(host).isNotEqualTo("403");
            }
            for (String host : List.of("rebound.example", "127.0.0.1.rebound.example", "10.0.0.1")) {
                assertThat(status(request + "Host: " + host + "\r\n")).as(host).isEqualTo("403");
            }
        }
    }

    /** Where a login is needed, any name will do: there is nothing to be had without one. */
    @Test
    void withUsersItIsAskedByAnyName() throws IOException {
        server.close();
        server = start(new Users(Map.of("ann", new Users.User(Passwords.hash("secret"), Role.READER))));
        assertThat(status(GET + "Host: lake.example\r\n")).isEqualTo("401");
    }
}
