package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final String PASSWORD = "store secret";

    @TempDir
    private Path directory;

    private Path keystore() throws Exception {
        Path file = directory.resolve("gateway.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(List.of(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "gateway",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD))
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return file;
    }

    private static HttpClient trusting(Path keystore) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(keystore)) {
            store.load(file, PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static GatewayServer start(Path keystore, String password) {
        HttpSettings settings =
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0).withTls(new TlsSettings(keystore, password));
        Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
        return GatewayServer.start(settings, Users.NONE, new FakeEngine(), sessions, "1");
    }

    @Test
    void servesByTls() throws Exception {
        Path keystore = keystore();
        try (GatewayServer server = start(keystore, PASSWORD)) {
            assertThat(server.secure()).isTrue();
            URI health = URI.create("https://127.0.0.1:" + server.port() + "/health");
            assertThat(trusting(keystore)
                            .send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok\n");
        }
    }

    @Test
    void saysWhichSettingIsWrongAndNoPassword() throws Exception {
        Path keystore = keystore();
        for (Path file : List.of(keystore, directory.resolve("none.p12"))) {
            assertThatThrownBy(() -> start(file, "wrong secret"))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                    .hasMessageContaining("server.tls")
                    .satisfies(e -> assertThat(e).message().doesNotContain("wrong secret"));
        }
    }
}
