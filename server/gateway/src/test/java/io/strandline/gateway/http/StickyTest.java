package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.Map;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GW-6: what a gateway among several tells a balancer and the clients behind it. */
class StickyTest {
    private static final String COOKIE = "strandline_gateway=b; Path=/; HttpOnly; SameSite=Strict";
    private static final Service.Request OPEN = new Service.OpenConnectionRequest("c", Map.of());
    private static final Service.Request RUN = new Service.PrepareAndExecuteRequest("c", 1, "SELECT 1", -1);

    private GatewayServer server;

    private Wire serve(String name) {
        HttpSettings settings = HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0);
        server = GatewayServer.start(
                name == null ? settings : settings.withName(name),
                Users.NONE,
                new FakeEngine(),
                new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC()),
                "1");
        return new Wire(server.port());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static HttpResponse<byte[]> post(Wire wire, Service.Request message, String... headers) throws IOException {
        return wire.post(Wire.Format.JSON.write(message), headers);
    }

    /** The cookie is renewed where a session is opened, so that one of a gateway that died does not stay for ever. */
    @ParameterizedTest
    @CsvSource({
        "'', true, true",
        "strandline_gateway=b, true, true",
        "strandline_gateway=a, true, true",
        "'', false, true",
        "other=strandline_gateway=, false, true",
        "strandline_gateway=b, false, false",
        "x=1; strandline_gateway=a;y=2, false, false",
    })
    void theCookieNamesTheGatewayOfTheSession(String cookie, boolean opens, boolean set) throws IOException {
        Wire wire = serve("b");
        wire.open(Wire.Format.JSON, "c");
        HttpResponse<byte[]> answer =
                cookie.isEmpty() ? post(wire, opens ? OPEN : RUN) : post(wire, opens ? OPEN : RUN, "Cookie", cookie);
        assertThat(answer.statusCode()).isEqualTo(200);
        if (set) {
            assertThat(answer.headers().allValues("Set-Cookie")).containsExactly(COOKIE);
        } else {
            assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void oneThatIsAloneSetsNone() throws IOException {
        assertThat(post(serve(null), OPEN).headers().map()).doesNotContainKey("set-cookie");
    }

    @ParameterizedTest
    @CsvSource({"a, at gateway \"a\"", "b, was idle for too long"})
    void aSessionThatIsNotHereIsSaidToBeElsewhereIfItIs(String gateway, String why) {
        Wire wire = serve("b");
        Service.ErrorResponse gone = wire.error(Wire.Format.JSON, RUN, "Cookie", "strandline_gateway=" + gateway);
        assertThat(gone.sqlState).isEqualTo("08003");
        assertThat(gone.errorMessage).contains(why);
    }

    /** GW-1: the client's name for a request comes back, so that an answer that comes twice is noticed. */
    @Test
    void aRequestsNameIsRepeatedInItsAnswer() throws IOException {
        Wire wire = serve(null);
        for (Service.Request message : new Service.Request[] {OPEN, RUN, new Service.FetchRequest("x", 1, 0, 1)}) {
            assertThat(post(wire, message, "Strandline-Request", "r-17")
                            .headers()
                            .firstValue("Strandline-Request"))
                    .hasValue("r-17");
        }
        assertThat(post(wire, RUN).headers().map()).doesNotContainKey("strandline-request");
        assertThat(post(wire, RUN, "Strandline-Request", "x".repeat(101))
                        .headers()
                        .map())
                .doesNotContainKey("strandline-request");
    }
}
