package io.strandline.manifest.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.fixtures.S3Server;
import io.strandline.manifest.ManifestObjects.Copied;
import io.strandline.manifest.ManifestObjects.Listed;
import io.strandline.manifest.contract.Check;
import io.strandline.manifest.contract.Contract;
import io.strandline.manifest.contract.ManifestLab;
import io.strandline.manifest.memory.MemoryManifestStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Manifests on a real S3 server (MAN-1, MAN-4). */
class S3ObjectsTest {
    private static final AtomicInteger PLACES = new AtomicInteger();
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PART = 5 << 20;
    private static S3Server server;
    private static S3Objects objects;

    @BeforeAll
    static void start() throws IOException {
        server = S3Server.start("lake", "unconditional");
        objects = new S3Objects(properties(server.endpoint()), LIMIT, 8 << 20, PART);
    }

    static Map<String, String> properties(String endpoint) {
        Map<String, String> properties = new HashMap<>(S3Server.fileIoProperties(endpoint));
        properties.put("s3.secret-access-key", "canary-s3-secret");
        properties.put("s3.retry.num-retries", "1");
        return properties;
    }

    @AfterAll
    static void stop() {
        objects.close();
        server.close();
    }

    private static void write(Location place, byte[] content) {
        try {
            server.put(place.authority(), place.path().substring(1), new String(content, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Location place() {
        return place("lake");
    }

    private static Location place(String bucket) {
        return Location.parse("s3://" + bucket + "/a b%2F" + PLACES.incrementAndGet());
    }

    /** On a store that heeds conditions of copies, and on one that passes over them. */
    static Stream<Arguments> checks() {
        return Contract.all().stream()
                .flatMap(check -> Stream.of(arguments(check, "lake"), arguments(check, "unconditional")));
    }

    @ParameterizedTest
    @MethodSource("checks")
    void keepTheContract(Check check, String bucket) {
        check.body()
                .accept(new ManifestLab(
                        new MemoryManifestStore(LocationRules.defaults()),
                        objects,
                        place(bucket),
                        S3ObjectsTest::write));
    }

    /** MAN-1: an object that is too large for one copy is copied in parts, whole, and never over another. */
    @Test
    void aLargeObjectIsCopiedInParts() throws IOException {
        Location base = place();
        byte[] content = "0123456789".repeat(2 * PART / 10 + 7).getBytes(StandardCharsets.UTF_8);
        write(base.resolve("large"), content);
        assertThat(objects.copy(base.resolve("large"), base.resolve("copy"))).isEqualTo(Copied.DONE);
        try (InputStream copied = objects.read(base.resolve("copy")).orElseThrow()) {
            assertThat(copied.readAllBytes()).isEqualTo(content);
        }
        assertThat(objects.copy(base.resolve("large"), base.resolve("copy"))).isEqualTo(Copied.TARGET_EXISTS);
        assertThat(objects.copy(base.resolve("none"), base.resolve("other"))).isEqualTo(Copied.NO_SOURCE);
    }

    /** A call that is cancelled between two parts leaves neither a target nor parts that cost money. */
    @Test
    void aCopyInPartsEndsWithItsCall() throws Exception {
        Location base = place();
        write(base.resolve("large"), new byte[2 * PART + 1]);
        AtomicInteger parts = new AtomicInteger();
        assertThatThrownBy(() -> objects.copy(base.resolve("large"), base.resolve("copy"), () -> {
                    if (parts.incrementAndGet() == 2) {
                        throw new StrandlineException(ErrorCode.CANCELLED, "a test cancels it.");
                    }
                }))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(objects.stat(base.resolve("copy"))).isEmpty();
        HttpRequest uploads = HttpRequest.newBuilder(URI.create(server.endpoint() + "/lake?uploads"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(uploads, BodyHandlers.ofString())
                        .body())
                .contains("ListMultipartUploadsResult")
                .doesNotContain("<Upload>");
        assertThat(objects.copy(base.resolve("large"), base.resolve("copy"))).isEqualTo(Copied.DONE);
    }

    /** LOC-4: keys are as they are written; what lies deeper is not in a listing. */
    @Test
    void aListingHasWhatLiesInADirectory() {
        Location base = place();
        write(base.resolve("dir/p=a%2Fb ?"), new byte[] {'x'});
        write(base.resolve("dir/deeper/x"), new byte[] {'x'});
        write(Location.parse(base.text() + "/dir_too/x"), new byte[] {'x'});
        try (Stream<Listed> listed = objects.list(base.resolve("dir"))) {
            assertThat(listed).containsExactly(new Listed("p=a%2Fb ?", 1));
        }
    }

    /** A bucket that is not there, and a server that is away, are no absence; a login is not shown. */
    @Test
    void whatDoesNotAnswerIsNotAbsent() {
        assertThatThrownBy(() -> objects.stat(Location.parse("s3://no-such-bucket/x")))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND));
        assertThatThrownBy(() -> objects.stat(Location.parse("/local")))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
        // nobody listens there
        try (S3Objects away = new S3Objects(properties("http://127.0.0.1:1"), LIMIT)) {
            assertThatThrownBy(() -> away.stat(Location.parse("s3://lake/x")))
                    .hasMessageNotContaining("canary")
                    .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND));
        }
    }
}
