package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Grants;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.config.GatewayConfig.ServerSection;
import io.strandline.gateway.http.Passwords;
import io.strandline.gateway.http.Users;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may log in. */
class ServerSettingsTest {
    private static final String HASH = Passwords.hash("correct horse");

    private static Users users(String name) {
        return users("server: { users: { " + name + ": { password_hash: '" + HASH + "' } } }", "");
    }

    private static Users users(String server, String more) {
        return ServerSettings.users(
                new ConfigReader(variable -> null).parse(server + "\n" + more, "strandline.yaml", Path.of("")));
    }

    /** What somebody with those grants, written as YAML, may use of two connections in one catalog each. */
    private static Grants grants(String yaml) {
        String lakes = "catalogs: { one: { type: jdbc }, two: { type: jdbc } }\n"
                + "connections: { a: { catalog: one }, b: { catalog: two } }";
        return users("server: { users: { ann: { password_hash: '" + HASH + "'" + yaml + " } } }", lakes)
                .byName()
                .get("ann")
                .grants();
    }

    /** GW-3: who is limited to some connections is limited to their catalogs too. */
    @Test
    void grantsAreAllUnlessSomeAreNamed() {
        assertThat(grants("")).isEqualTo(Grants.ALL);
        assertThat(grants(", connections: [a]")).isEqualTo(Grants.of(Set.of("a"), Set.of("one")));
        assertThat(grants(", connections: [a], catalogs: [two]"))
                .isEqualTo(Grants.of(Set.of("a"), Set.of("one", "two")));
        assertThat(grants(", catalogs: [two]")).isEqualTo(Grants.of(Set.of(), Set.of("two")));
        assertThat(grants(", connections: []")).isEqualTo(Grants.of(Set.of(), Set.of()));
    }

    @Test
    void aGrantOfWhatIsNotConfiguredIsAnError() {
        assertThatThrownBy(() -> grants(", connections: [c]"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining("server.users.ann.connections")
                .hasMessageContaining("\"c\"");
        assertThatThrownBy(() -> grants(", catalogs: [oen]")).hasMessageContaining("did you mean \"one\"");
    }

    /** What the gateway does by itself is nobody's login (GW-3): its owner would see it as their own. */
    @ParameterizedTest
    @ValueSource(strings = {"scheduler", "policy", "strandline", "embedded", "anonymous"})
    void aNameOfTheGatewayItselfIsNoLogin(String name) {
        assertThatThrownBy(() -> users(name))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining("server.users." + name);
    }

    /** A name stands in a cookie. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a;b",
                "ä",
                "a=b,c",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void aNameThatIsNoCookieIsRefused(String name) {
        assertThatThrownBy(() -> ServerSettings.http(new ServerSection("127.0.0.1:0", Map.of(), null, null, name)))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining("server.name");
        ServerSection named = new ServerSection("127.0.0.1:0", Map.of(), null, null, "gw-1.eu_west");
        assertThat(ServerSettings.http(named).name()).isEqualTo("gw-1.eu_west");
    }

    @Test
    void anyOtherIs() {
        assertThat(users("policies")).isNotEqualTo(Users.NONE);
    }
}
