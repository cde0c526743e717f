package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.config.GatewayConfig.ServerSection;
import io.strandline.gateway.config.GatewayConfig.UserSection;
import io.strandline.gateway.http.Passwords;
import io.strandline.gateway.http.Users;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may log in. */
class ServerSettingsTest {
    private static Users users(String name) {
        UserSection user = new UserSection(Passwords.hash("correct horse"), "reader");
        return ServerSettings.users(new ServerSection("127.0.0.1:0", Map.of(name, user), null, null, null));
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
