package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.RestFront.Asked;
import io.strandline.catalog.iceberg.RestFront.Reply;
import io.strandline.common.TableRef;
import io.strandline.fixtures.RestCatalogServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-12: a login to a REST catalog by OAuth2's client credentials; what it logs in with is told to the token server alone. */
class RestLoginTest {
    private static final String TOKENS = "/realm/tokens";

    @TempDir
    static Path warehouse;

    private static RestCatalogServer server;

    private final TestCall call = new TestCall();
    private final AtomicInteger tokens = new AtomicInteger();
    private RestFront front;

    @BeforeAll
    static void start() throws IOException {
        server = RestCatalogServer.start(Map.of("warehouse", warehouse.toString()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        front = new RestFront(server.uri());
        front.script = this::answer;
    }

    @AfterEach
    void close() {
        front.close();
    }

    /** A token server, and a catalog that knows its tokens. */
    private Optional<Reply> answer(Asked request) {
        if (request.path().equals(TOKENS)) {
            boolean isKnown = request.method().equals("POST")
                    && request.body().contains("grant_type=client_credentials")
                    && request.body().contains("client_id=gateway")
                    && request.body().contains("client_secret=canary-secret")
                    && request.body().contains("scope=lake");
            return Optional.of(
                    isKnown
                            ? Reply.json(
                                    200,
                                    "{\"access_token\": \"canary-token-" + tokens.incrementAndGet()
                                            + "\", \"token_type\": \"bearer\", \"expires_in\": 3600,"
                                            + " \"issued_token_type\": \"urn:ietf:params:oauth:token-type:access_token\"}")
                            : Reply.json(
                                    401,
                                    "{\"error\": \"invalid_client\", \"error_description\": \"no client with "
                                            + request.body().replaceAll("&", " ") + "\"}"));
        }
        return ("Bearer canary-token-" + tokens.get()).equals(request.login())
                ? Optional.empty()
                : Optional.of(Reply.json(
                        401,
                        "{\"error\": {\"message\": \"not logged in: " + request.login()
                                + "\", \"type\": \"NotAuthorizedException\", \"code\": 401}}"));
    }

    private IcebergCatalog catalog(String credential) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "type",
                "rest",
                "uri",
                front.uri(),
                "warehouse",
                warehouse.toString(),
                "credential",
                credential,
                "scope",
                "lake",
                "oauth2-server-uri",
                front.uri() + TOKENS));
        return CatalogFactory.create("lake", properties);
    }

    /** One token serves all requests. */
    @Test
    void logsInOnce() {
        try (IcebergCatalog catalog = catalog("gateway:canary-secret")) {
            TableRef none = new TableRef("lake", List.of("sales"), "none");
            for (int i = 0; i < 3; i++) {
                catalog.namespaces(call);
                assertThat(catalog.describe(none, call)).isEmpty();
            }
            assertThat(front.count("POST", TOKENS)).isEqualTo(1);
            assertThat(front.asked)
                    .filteredOn(request -> !request.path().equals(TOKENS))
                    .hasSizeGreaterThan(6)
                    .allSatisfy(request -> {
                        assertThat(request.login()).isEqualTo("Bearer canary-token-1");
                        assertThat(request.body()).doesNotContain("canary");
                    });
            assertThat(catalog.properties().toString()).doesNotContain("canary");
        }
    }

    /** What a token server says of a wrong login may quote it. */
    @Test
    void aRefusedLoginIsAnErrorWithoutTheSecret() {
        try (IcebergCatalog catalog = catalog("gateway:canary-wrong")) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> catalog.namespaces(call))
                        .hasMessageContaining("lake")
                        .hasMessageContaining("invalid_client")
                        .hasMessageNotContaining("canary");
            }
        }
    }

    @Test
    void aTokenThatIsNotTakenIsAnErrorWithoutIt() {
        try (IcebergCatalog catalog = catalog("gateway:canary-secret")) {
            catalog.namespaces(call);
            tokens.incrementAndGet();
            assertThatThrownBy(() -> catalog.namespaces(call))
                    .hasMessageContaining("not logged in")
                    .hasMessageNotContaining("canary");
        }
    }

    @Test
    void aTokenServerThatAnswersWithAPageIsAnError() {
        front.script = request -> Optional.of(Reply.html(200));
        try (IcebergCatalog catalog = catalog("gateway:canary-secret")) {
            assertThatThrownBy(() -> catalog.namespaces(call))
                    .hasMessageContaining("which a catalog does not answer")
                    .hasMessageNotContaining("canary");
        }
    }
}
