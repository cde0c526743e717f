package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
    private static final String PASSWORD = "p:ä ss\"'&;=😀";
    private static final Users USERS = new Users(Map.of(
            "ann", new Users.User(Passwords.hash(PASSWORD), Role.OPERATOR),
            "bob", new Users.User(Passwords.hash("builder"), Role.READER)));

    private final Login login = new Login(USERS);

    private static String basic(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    private void refused(String header, String address, String why) {
        assertThatThrownBy(() -> login.caller(header, address))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOGIN_FAILED))
                .hasMessageContaining(why);
    }

    @Test
    void knowsUsersByTheirPasswordAgainAndAgain() {
        for (int i = 0; i < 3; i++) {
            assertThat(login.caller(basic("ann", PASSWORD), "a")).isEqualTo(new Caller("ann", Role.OPERATOR));
            assertThat(login.caller(basic("bob", "builder"), "a")).isEqualTo(new Caller("bob", Role.READER));
        }
    }

    /** The message is the same for an unknown user and a wrong password. */
    @Test
    void refusesWhatIsWrongAndSaysNotWhat() {
        login.caller(basic("ann", PASSWORD), "a");
        refused(basic("ann", "builder"), "a", "user or password is wrong");
        refused(basic("eve", "builder"), "a", "user or password is wrong");
        refused(basic("ann", ""), "a", "user or password is wrong");
        refused(basic("ann", PASSWORD + "x"), "a", "user or password is wrong");
        refused(basic("bob", "x".repeat(200)), "a", "user or password is wrong");
        refused(null, "a", "wants a login");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic", "Bearer abc", "Digest username=ann"})
    void refusesOtherSchemes(String header) {
        refused(header, "a", "HTTP Basic");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic ???", "Basic YW5u", "Basic "})
    void refusesWhatIsNoUserAndPassword(String header) {
        refused(header, "a", "Authorization header");
    }

    /** Guessing is slowed down where it comes from; the user itself, from elsewhere, is not locked out. */
    @Test
    void slowsDownGuessingFromOneAddress() {
        for (int i = 0; i < 10; i++) {
            refused(basic("bob", "guess " + i), "evil", "user or password is wrong");
        }
        refused(basic("bob", "builder"), "evil", "too many failed logins");
        assertThat(login.caller(basic("bob", "builder"), "home").user()).isEqualTo("bob");
    }

    /** So are guesses at many users, of whom none has failed often; a hash that is quickly compared keeps the test short. */
    @Test
    void slowsDownGuessingAtManyUsersFromOneAddress() {
        String quick = BCrypt.withDefaults().hashToString(4, "secret".toCharArray());
        Map<String, Users.User> users = new HashMap<>();
        for (int i = 0; i < 12; i++) {
            users.put("user" + i, new Users.User(quick, Role.READER));
        }
        Login many = new Login(new Users(users));
        for (int i = 0; i < 100; i++) {
            String user = "user" + i % 11;
            assertThat(many.caller(basic("user11", "secret"), "evil").user()).isEqualTo("user11");
            assertThatThrownBy(() -> many.caller(basic(user, "guess"), "evil"))
                    .as("the %s. guess", i + 1)
                    .hasMessageContaining("user or password is wrong");
        }
        for (String user : List.of("user0", "user10", "nobody")) {
            assertThatThrownBy(() -> many.caller(basic(user, "secret"), "evil"))
                    .as(user)
                    .hasMessageContaining("too many failed logins from evil");
            assertThatThrownBy(() -> many.caller(basic(user, "guess"), "evil")).hasMessageContaining("too many");
        }
        assertThat(many.caller(basic("user11", "secret"), "evil").user())
                .as("who was let in before is known")
                .isEqualTo("user11");
        assertThat(many.caller(basic("user0", "secret"), "home").user()).isEqualTo("user0");
    }

    @Test
    void withoutUsersEverybodyIsAdmin() {
        assertThat(new Login(Users.NONE).caller(null, "a").role()).isEqualTo(Role.ADMIN);
    }

    @Test
    void hashesOnlyWhatBcryptTakesWhole() {
        assertThat(Passwords.isHash(Passwords.hash("x".repeat(72)))).isTrue();
        assertThatThrownBy(() -> Passwords.hash("x".repeat(73))).hasMessageContaining("1 to 72 bytes");
        assertThatThrownBy(() -> Passwords.hash("")).hasMessageContaining("1 to 72 bytes");
        assertThat(USERS.toString() + USERS.find("ann")).doesNotContain("$2");
    }

    /** Without users it listens on loopback only, and says what to configure. */
    @Test
    void refusesToListenElsewhereWithoutUsers() {
        Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
        HttpSettings everywhere = HttpSettings.DEFAULTS.withAddress("0.0.0.0", 0);
        assertThatThrownBy(() -> GatewayServer.start(everywhere, Users.NONE, new FakeEngine(), sessions, "1"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining("server.users")
                .hasMessageContaining("server.tls");
        try (GatewayServer server = GatewayServer.start(everywhere, USERS, new FakeEngine(), sessions, "1")) {
            assertThat(server.port()).isPositive();
        }
    }

    @Test
    void saysThatThePortIsInUse() {
        Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
        HttpSettings any = HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0);
        try (GatewayServer server = GatewayServer.start(any, Users.NONE, new FakeEngine(), sessions, "1")) {
            HttpSettings same = any.withAddress("127.0.0.1", server.port());
            assertThatThrownBy(() -> GatewayServer.start(same, Users.NONE, new FakeEngine(), sessions, "1"))
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
        }
    }

    /** 401 with the challenge and an error in the request's codec; a login that is right is another's not. */
    @ParameterizedTest
    @EnumSource
    void answersAWrongLoginInTheRequestsCodec(Wire.Format format) throws IOException {
        Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
        HttpSettings any = HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0);
        try (GatewayServer server = GatewayServer.start(any, USERS, new FakeEngine(), sessions, "1")) {
            Wire wire = new Wire(server.port());
            byte[] open = format.write(new Service.OpenConnectionRequest("c", Map.of()));
            HttpResponse<byte[]> refused = wire.post(open, "Authorization", basic("ann", "no"));
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Basic"));
            assertThat(((Service.ErrorResponse) format.read(refused.body())).sqlState)
                    .isEqualTo("28000");
            assertThat(sessions.count()).isZero();

            wire.call(
                    format, new Service.OpenConnectionRequest("c", Map.of()), "Authorization", basic("ann", PASSWORD));
            Service.ErrorResponse foreign = wire.error(
                    format,
                    new Service.PrepareAndExecuteRequest("c", 1, "SELECT 1", -1),
                    "Authorization",
                    basic("bob", "builder"));
            assertThat(foreign.sqlState).isEqualTo("08003");
        }
    }
}
