package io.strandline.manifest.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects.Copied;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store answers to conditional copies, of one that has only {@code source}, of ten bytes (MAN-4). */
class S3ConditionsTest {
    private static final long LARGE = 1 << 20;

    private final List<Boolean> conditional = new CopyOnWriteArrayList<>();
    private final AtomicInteger conflicts = new AtomicInteger();
    private HttpServer server;
    private volatile int status;
    private volatile String error = "";
    private volatile String message = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String method = exchange.getRequestMethod();
            String query = String.valueOf(exchange.getRequestURI().getRawQuery());
            boolean part = query.contains("partNumber");
            boolean condition =
                    exchange.getRequestHeaders().containsKey(part ? "x-amz-copy-source-if-match" : "If-None-Match");
            if (method.equals("HEAD")) {
                boolean there = exchange.getRequestURI().getPath().endsWith("/source");
                exchange.getResponseHeaders().add("ETag", "\"one\"");
                if (there) {
                    exchange.getResponseHeaders().add("Content-Length", "10");
                }
                exchange.sendResponseHeaders(there ? 200 : 404, -1);
            } else if (method.equals("PUT") && condition && conflicts.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                conditional.add(true);
                send(exchange, 409, "<Error><Code>ConditionalRequestConflict</Code></Error>");
            } else if (method.equals("PUT") && status != 0 && condition) {
                conditional.add(true);
                send(exchange, status, "<Error><Code>" + error + "</Code><Message>" + message + "</Message></Error>");
            } else if (method.equals("PUT")) {
                conditional.add(condition);
                send(exchange, 200, "<CopyObjectResult><ETag>\"two\"</ETag></CopyObjectResult>");
            } else if (method.equals("POST")) {
                send(
                        exchange,
                        200,
                        "<InitiateMultipartUploadResult><UploadId>upload</UploadId></InitiateMultipartUploadResult>");
            } else {
                exchange.sendResponseHeaders(204, -1);
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/xml");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private S3Objects objects(long largest) {
        return objects(Duration.ofSeconds(30), largest);
    }

    private S3Objects objects(Duration limit, long largest) {
        String endpoint = "http://127.0.0.1:" + server.getAddress().getPort();
        return new S3Objects(S3ObjectsTest.properties(endpoint), limit, largest, 5);
    }

    private static Copied copy(S3Objects objects, String bucket) {
        Location base = Location.parse("s3://" + bucket);
        return objects.copy(base.resolve("source"), base.resolve("target"));
    }

    private static void assertFails(S3Objects objects) {
        assertThatThrownBy(() -> copy(objects, "lake"))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND));
    }

    private void answerWith(int status, String error, String message) {
        this.status = status;
        this.error = error;
        this.message = message;
    }

    /** What says that it does not know the condition is not asked again, of that bucket. */
    @ParameterizedTest
    @CsvSource({
        "501, NotImplemented, A header is not implemented",
        "400, InvalidArgument, If-None-Match is not supported",
        "400, InvalidRequest, unknown header if-none-match"
    })
    void aConditionThatIsNotKnownIsLeftOutForItsBucket(int code, String error, String message) {
        answerWith(code, error, message);
        try (S3Objects objects = objects(LARGE)) {
            assertThat(copy(objects, "lake")).isEqualTo(Copied.DONE);
            assertThat(copy(objects, "lake")).isEqualTo(Copied.DONE);
            assertThat(conditional).containsExactly(true, false, false);
            assertThat(copy(objects, "other")).isEqualTo(Copied.DONE);
            assertThat(conditional).containsExactly(true, false, false, true, false);
        }
    }

    /** Any other wrong request is an error, and the next copy has its condition. */
    @Test
    void anotherWrongRequestTakesNoConditionAway() {
        answerWith(400, "InvalidRequest", "The specified copy source is larger than the maximum");
        try (S3Objects objects = objects(LARGE)) {
            assertFails(objects);
            answerWith(412, "PreconditionFailed", "At least one of the preconditions failed");
            assertThat(copy(objects, "lake")).isEqualTo(Copied.TARGET_EXISTS);
            assertThat(conditional).containsExactly(true, true);
        }
    }

    /** Of two that finish one commit at once, one may be told to begin anew, and then how the other one ended. */
    @Test
    void aCopyThatMeetsAnotherOneIsBegunAnew() {
        try (S3Objects objects = objects(LARGE)) {
            conflicts.set(2);
            answerWith(412, "PreconditionFailed", "At least one of the preconditions failed");
            assertThat(copy(objects, "lake")).isEqualTo(Copied.TARGET_EXISTS);
            assertThat(conditional).containsExactly(true, true, true);
            conflicts.set(Integer.MAX_VALUE);
            assertFails(objects);
        }
    }

    /** A source that changed between its parts says nothing of the target. */
    @Test
    void aSourceThatChangedIsNoTargetThatExists() {
        answerWith(412, "PreconditionFailed", "At least one of the preconditions failed");
        try (S3Objects objects = objects(1)) {
            assertFails(objects);
            assertThat(conditional).containsExactly(true);
        }
    }

    /** GW-5: a store that takes a request and does not answer is given up within the limit. */
    @Test
    void aStoreThatDoesNotAnswerIsGivenUp() {
        CountDownLatch givenUp = new CountDownLatch(1);
        List<Boolean> awaited = new CopyOnWriteArrayList<>();
        server.createContext("/silent", exchange -> {
            try (exchange) {
                awaited.add(givenUp.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        try (S3Objects objects = objects(Duration.ofMillis(300), LARGE)) {
            assertThatThrownBy(() -> objects.stat(Location.parse("s3://silent/x")))
                    .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND));
            assertThat(awaited).isEmpty();
        } finally {
            givenUp.countDown();
        }
    }
}
