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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static final String BROWSER = "User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept-Language: en\r\n";

    /** By what browsers say: of every request where they trust the place, of a POST everywhere. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: cross-site\r\nOrigin: http://localhost",
                "Sec-Fetch-Site: none\r\nOrigin: http://evil.example",
                "Sec-Fetch-Site: whatever comes next",
                "Origin: http://evil.example",
                "Origin: http://localhost:3000",
                "Origin: http://localhost.evil.example",
                "Origin: null",
                "Origin: file://",
                "Origin: http://[",
                "Origin: "
            })
    void whatComesFromAPageOfAnotherOriginIsRefused(String said) throws IOException {
        for (String request : List.of(GET, POST)) {
            assertThat(status(request + HERE + said + "\r\n")).isEqualTo("403");
            assertThat(status(request + HERE + BROWSER + said + "\r\n")).isEqualTo("403");
        }
    }

    /** Of a GET over plain HTTP a browser does not say where it comes from: then its page must be the gateway's own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Referer: http://evil.example/\r\n",
                "Referer: http://evil.example/localhost\r\n",
                "Referer: http://localhost@evil.example/\r\n",
                "Referer: http://localhost:3000/\r\n",
                "Referer: about:blank\r\n",
                "Referer: %\r\n"
            })
    void aBrowserThatDoesNotSayWhereItComesFromIsRefused(String said) throws IOException {
        for (String request : List.of(GET, POST)) {
            assertThat(status(request + HERE + BROWSER + said)).isEqualTo("403");
        }
    }

    /** Programs, also such as take a browser's name, an address bar, and pages of the same origin. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "User-Agent: curl/8.5.0\r\nAccept: */*\r\n",
                "User-Agent: Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.1\r\n",
                "User-Agent: python-requests/2.31\r\nAccept-Language: en\r\n",
                "Referer: http://docs.example/how-to\r\n",
                "Sec-Fetch-Site: none\r\n",
                BROWSER + "Sec-Fetch-Site: none\r\n",
                BROWSER + "Sec-Fetch-Site: same-origin\r\n",
                BROWSER + "Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost\r\n",
                BROWSER + "Origin: http://LOCALHOST\r\n",
                BROWSER + "Referer: http://localhost/page?a=b\r\n"
            })
    void whatComesFromNoOtherOriginIsAnswered(String said) throws IOException {
        assertThat(status(GET + HERE + said)).isEqualTo("500"); // the engine of this test has no columns to give
        assertThat(status(POST + HERE + said)).isEqualTo("500"); // {} is no message
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
