package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.RestFront.Asked;
import io.strandline.catalog.iceberg.RestFront.Reply;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.fixtures.RestCatalogServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CAT-1: what a REST catalog's server, or what stands before it, answers beside what it should. */
class RestTroublesTest {
    @TempDir
    static Path warehouse;

    private static RestCatalogServer server;
    private static TableRef orders;

    private final TestCall call = new TestCall();
    private RestFront front;
    private IcebergCatalog catalog;

    @BeforeAll
    static void start() throws IOException {
        server = RestCatalogServer.start(Map.of("warehouse", warehouse.toString()));
        try (Lake lake = new Lake("lake", properties(server.uri(), Map.of()))) {
            orders = lake.table("sales", "orders");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        front = new RestFront(server.uri());
        open(Map.of());
    }

    private void open(Map<String, String> more) {
        if (catalog != null) {
            catalog.close();
        }
        catalog = CatalogFactory.create("lake", properties(front.uri(), more));
    }

    @AfterEach
    void close() {
        catalog.close();
        front.close();
    }

    private static Map<String, String> properties(String uri, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(
                Map.of("type", "rest", "uri", uri, "warehouse", warehouse.toString(), "strandline.timeout", "20s"));
        all.putAll(more);
        return all;
    }

    private static boolean isTable(Asked request) {
        return request.path().endsWith("/tables/orders");
    }

    /** The first few requests of a kind are answered so. */
    private void first(int times, Predicate<Asked> which, Reply reply) {
        AtomicInteger left = new AtomicInteger(times);
        front.script =
                request -> which.test(request) && left.getAndDecrement() > 0 ? Optional.of(reply) : Optional.empty();
    }

    private static AbstractThrowableAssert<?, ?> assertBackend(ThrowingCallable request) {
        return assertThatThrownBy(request)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND));
    }

    /** A read is sent again when the server asks for that, a few times. */
    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void aReadIsSentAgainTwice(int status) {
        catalog.probe(call);
        first(2, RestTroublesTest::isTable, Reply.of(status, "Retry-After", "0"));
        assertThat(catalog.describe(orders, call)).isPresent();
        assertThat(front.count("GET", "/tables/orders")).isEqualTo(3);
        front.asked.clear();
        first(100, RestTroublesTest::isTable, Reply.of(status, "Retry-After", "0"));
        assertBackend(() -> catalog.describe(orders, call)).hasMessageContaining("" + status);
        assertThat(front.count("GET", "/tables/orders")).isEqualTo(3);
        // and others go on
        assertThat(catalog.list(List.of("sales"), Optional.empty(), 10, call).entries())
                .hasSize(1);
    }

    /** Nobody waits for an hour because a server says so; the error says what it asked for. */
    @ParameterizedTest
    @ValueSource(strings = {"3600", "Fri, 31 Dec 2399 23:59:59 GMT"})
    void aLongWaitIsAnErrorAtOnce(String wait) {
        catalog.probe(call);
        for (int status : List.of(429, 503)) {
            front.asked.clear();
            first(100, RestTroublesTest::isTable, Reply.of(status, "Retry-After", wait));
            assertBackend(() -> catalog.describe(orders, call))
                    .hasMessageContaining("" + status)
                    .hasMessageContaining("asks to be left alone for");
            assertThat(front.count("GET", "/tables/orders")).isEqualTo(1);
        }
    }

    /** GW-1: what changes something is sent once, whatever is answered; a server that could not then says so. */
    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void aChangeIsSentOnce(int status) {
        catalog.probe(call);
        first(100, request -> !request.method().equals("GET"), Reply.of(status, "Retry-After", "0"));
        // a server that has too many requests has not looked at this one
        ErrorCode code = status == 429 ? ErrorCode.BACKEND : ErrorCode.OUTCOME_UNKNOWN;
        assertThatThrownBy(() -> catalog.drop(orders, call))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThat(front.count("DELETE", "/tables/orders")).isEqualTo(1);
        front.asked.clear();
        TableRef renamed = new TableRef("lake", List.of("sales"), "renamed");
        assertThatThrownBy(() -> catalog.entries().orElseThrow().rename(orders, renamed, call))
                .isInstanceOf(StrandlineException.class);
        assertThat(front.count("POST", "/tables/rename")).isEqualTo(1);
        front.script = request -> Optional.empty();
        assertThat(catalog.exists(orders, call)).isTrue();
    }

    /** A failed look-up is not absence: a page that says 404 was written by somebody who knows no tables. */
    @ParameterizedTest
    @ValueSource(ints = {200, 401, 403, 404, 409, 500})
    void aPageInPlaceOfJsonIsAnError(int status) {
        catalog.probe(call);
        first(100, request -> true, Reply.html(status));
        assertBackend(() -> catalog.describe(orders, call))
                .hasMessageNotContaining("canary")
                .hasMessageContaining("lake");
        assertBackend(() -> catalog.namespaces(call)).hasMessageNotContaining("canary");
        assertBackend(() -> catalog.list(List.of("sales"), Optional.empty(), 10, call))
                .hasMessageNotContaining("canary");
        if (status == 200 || status == 404) {
            assertBackend(() -> catalog.describe(orders, call))
                    .hasMessageContaining("\"text/html\", which a catalog does not answer");
        }
    }

    /** The twin: a catalog that says 404 is believed. */
    @Test
    void aCatalogThatKnowsNoSuchTableIsBelieved() {
        assertThat(catalog.describe(new TableRef("lake", List.of("sales"), "none"), call))
                .isEmpty();
        assertThat(catalog.exists(new TableRef("lake", List.of("sales"), "none"), call))
                .isFalse();
    }

    /** JSON that is no answer of a catalog's: nothing is taken for a table, and what was answered is not quoted. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{}", "{\"metadata\": \"canary\"}", "{\"metadata-location\": \"s3://b/x\"", "null", "7"
            })
    void jsonThatIsNoTableIsAnError(String body) {
        catalog.probe(call);
        first(100, RestTroublesTest::isTable, Reply.json(200, body));
        assertThatThrownBy(() -> catalog.describe(orders, call))
                .isInstanceOf(StrandlineException.class)
                .hasMessageNotContaining("canary");
    }

    /** A server that answers too late is an error in time, and holds up no other catalog. */
    @Test
    void aSlowServerIsAnErrorInTime() {
        open(Map.of("strandline.timeout", "1500ms"));
        catalog.probe(call);
        front.script = request -> isTable(request) ? front.hang() : Optional.empty();
        assertBackend(() -> catalog.describe(orders, call)).hasMessageContaining("did not answer within 1.5 s");
        assertThat(catalog.list(List.of("sales"), Optional.empty(), 10, call).entries())
                .hasSize(1);
    }

    /** A table that was loaded before is asked for by its tag, and is not sent again unless it has changed. */
    @Test
    void aKnownTableIsAskedForConditionally() {
        assertThat(catalog.describe(orders, call)).isPresent();
        front.asked.clear();
        for (int i = 0; i < 5; i++) {
            assertThat(catalog.describe(orders, new TestCall())).isPresent();
        }
        assertThat(front.asked).hasSize(5).allSatisfy(request -> {
            assertThat(request.ifNoneMatch()).isNotNull();
            assertThat(request.answered()).isEqualTo(304);
        });
        try (Lake lake = new Lake("lake", properties(server.uri(), Map.of()))) {
            lake.writer.append(orders, List.of(List.of(2L, "second")));
        }
        front.asked.clear();
        long before = catalog.describe(orders, new TestCall())
                .orElseThrow()
                .snapshots()
                .size();
        assertThat(before).isGreaterThan(1);
        assertThat(front.asked)
                .singleElement()
                .satisfies(request -> assertThat(request.answered()).isEqualTo(200));
    }
}
