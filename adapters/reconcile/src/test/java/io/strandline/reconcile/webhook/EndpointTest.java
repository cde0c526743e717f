package io.strandline.reconcile.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where findings may be posted, and what is shown of it. */
class EndpointTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://hooks.example/x?token=1",
                "HTTPS://hooks.example",
                "http://localhost:8080/x",
                "http://127.0.0.1/x",
                "http://[::1]:9/x"
            })
    void encryptedOrOnThisMachineIsTaken(String url) {
        assertThat(Endpoint.faultOf(URI.create(url), false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://hooks.example/x",
                "http://127.0.0.1.example/x",
                "http://localhost.example/x",
                "ftp://hooks.example/x",
                "https:///x",
                "hooks.example",
                "https://ada:pw@hooks.example/x",
                "https://hooks.example/x#part"
            })
    void anythingElseIsRefused(String url) {
        assertThat(Endpoint.faultOf(URI.create(url), false)).isPresent();
    }

    @Test
    void plainIsTakenIfItIsAllowed() {
        assertThat(Endpoint.faultOf(URI.create("http://hooks.example/x"), true)).isEmpty();
        assertThat(Endpoint.faultOf(URI.create("ftp://hooks.example/x"), true)).isPresent();
    }

    /** CAT-12. */
    @Test
    void neitherSecretNorPathIsShown() {
        Endpoint endpoint = new Endpoint("c", URI.create("https://h.example:8443/canary?t=canary"), "canary");
        assertThat(endpoint.toString()).isEqualTo("Endpoint[c, https://h.example:8443]");
    }

    @Test
    void pausesGrowToTheirLimitAndAreShortenedByHalfAtMost() {
        NotifierOptions options = NotifierOptions.DEFAULTS;
        assertThat(options.pause(1, 0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.pause(5, 0)).isEqualTo(Duration.ofSeconds(16));
        assertThat(options.pause(5, 1)).isEqualTo(Duration.ofSeconds(8));
        assertThat(options.pause(Long.MAX_VALUE, 0)).isEqualTo(Duration.ofMinutes(15));
    }
}
