package io.strandline.registry.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StoreRoutes;
import io.strandline.common.StrandlineException;
import io.strandline.fixtures.S3Server;
import io.strandline.registry.BoundedLooks;
import io.strandline.registry.Locator;
import io.strandline.registry.ObjectStores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is on S3 is found exactly, and what cannot be found out is an error (REC-6, LOC-4). */
class S3LocatorTest {
    private static final String SECRET = "canary-secret-key";

    private static S3Server server;
    private static S3Locator locator;

    private final CallContext call = new Asked();

    @BeforeAll
    static void start() throws IOException {
        server = S3Server.start("lake", "other");
        locator = new S3Locator(options(server.endpoint()));
    }

    @AfterAll
    static void stop() {
        locator.close();
        server.close();
    }

    private static S3Options options(String endpoint) {
        return new S3Options(endpoint, "us-east-1", "someone", SECRET, null, true);
    }

    private boolean exists(String location) {
        return locator.exists(Location.parse(location), call);
    }

    private AbstractThrowableAssert<?, ?> assertBackend(Locator asked, String location) {
        return assertThatThrownBy(() -> asked.exists(Location.parse(location), call))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND))
                .hasMessageContaining(location)
                .hasMessageNotContaining(SECRET);
    }

    /** LOC-4, case 13: keys are asked for as they are written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain/a.csv",
                "/leading/slash",
                "two//slashes",
                "p=a%2Fb/x",
                "with space/x y",
                "Ünïcode/🌊",
                "plus+and&x",
                "why?/x?y=1",
                "hash#/x#y",
                "100%",
                "it's \"quoted\""
            })
    void keysAreAskedForAsTheyAreWritten(String key) throws IOException {
        assertThat(exists("s3://lake/" + key)).isFalse();
        server.put("lake", key, "1");
        assertThat(exists("s3://lake/" + key)).isTrue();
        assertThat(exists("s3a://lake/" + key)).isTrue();
        assertThat(exists("s3://other/" + key)).isFalse();
        server.delete("lake", key);
        assertThat(exists("s3://lake/" + key)).isFalse();
    }

    /** LOC-4: what only looks like a key is another key. */
    @Test
    void likeKeysAreToldApart() throws IOException {
        server.put("lake", "like/p=a/b", "1");
        assertThat(exists("s3://lake/like/p=a%2Fb")).isFalse();
        assertThat(exists("s3://lake/like/p=a//b")).isFalse();
        assertThat(exists("s3://lake//like/p=a/b")).isFalse();
        assertThat(exists("s3://lake/like/P=a/b")).isFalse();
        assertThat(exists("s3://lake/like/p=a/b?x")).isFalse();
        assertThat(exists("s3://lake/like/p=a/b")).isTrue();
    }

    /** A directory exists while some key is below it; {@code x_pinned} is not below {@code x} (case 8). */
    @Test
    void aDirectoryExistsWhileAKeyIsBelowIt() throws IOException {
        server.put("lake", "dirs/x_pinned/a.csv", "1");
        assertThat(exists("s3://lake/dirs/x/")).isFalse();
        assertThat(exists("s3://lake/dirs/x")).isFalse();
        assertThat(exists("s3://lake/dirs/x_pinned/")).isTrue();
        // without a slash an object is meant
        assertThat(exists("s3://lake/dirs/x_pinned")).isFalse();
        server.delete("lake", "dirs/x_pinned/a.csv");
        assertThat(exists("s3://lake/dirs/x_pinned/")).isFalse();
    }

    @Test
    void childrenAreDirectlyInTheDirectoryAndSayWhenTheyAreCut() throws IOException {
        server.put("lake", "c/x/a b.csv", "1");
        server.put("lake", "c/x/deep%2F//x", "1");
        server.put("lake", "c/x/deep%2F/y", "1");
        server.put("lake", "c/x_pinned/z", "1");
        Location directory = Location.parse("s3a://lake/c/x");
        assertThat(locator.children(directory, 2, call))
                .isEqualTo(new Locator.Children(
                        List.of(Location.parse("s3a://lake/c/x/a b.csv"), Location.parse("s3a://lake/c/x/deep%2F/")),
                        false));
        assertThat(locator.children(directory, 1, call).cut()).isTrue();
        assertThat(locator.children(directory, 1, call).places()).hasSize(1);
        assertThat(locator.children(Location.parse("s3://lake/c/none"), 1, call))
                .isEqualTo(new Locator.Children(List.of(), false));
    }

    /** Case 35: an error is never absence, and is one of its own place. */
    @Test
    void whatCannotBeFoundOutIsAnError() throws IOException {
        assertBackend(locator, "s3://no-such-bucket/x");
        assertBackend(locator, "s3://no-such-bucket/x/");
        String endpoint;
        try (DenyingServer denying = new DenyingServer()) {
            endpoint = denying.endpoint();
            try (S3Locator denied = new S3Locator(options(endpoint))) {
                assertBackend(denied, "s3://lake/x");
                assertBackend(denied, "s3://lake/x/");
            }
        }
        try (S3Locator nobody = new S3Locator(options(endpoint))) {
            assertBackend(nobody, "s3://lake/x");
        }
        assertThat(exists("s3://lake/x")).isFalse();
    }

    /** A store that takes requests and answers none is an error in time (GW-5). */
    @Test
    void aStoreThatDoesNotAnswerIsAnErrorInTime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                S3Locator unanswered = new S3Locator(options("http://127.0.0.1:" + silent.getLocalPort()));
                BoundedLooks bounded = new BoundedLooks("silent", unanswered, Duration.ofMillis(300))) {
            long start = System.nanoTime();
            assertBackend(bounded, "s3://lake/x").hasMessageContaining("0.3 s");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** GW-5: a cancelled statement does not wait for its store. */
    @Test
    void aCancelledStatementDoesNotWait() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                S3Locator unanswered = new S3Locator(options("http://127.0.0.1:" + silent.getLocalPort()));
                BoundedLooks bounded = new BoundedLooks("silent", unanswered, Duration.ofMinutes(10))) {
            CallContext cancelled = new Asked() {
                private int safePoints;

                @Override
                public void checkpoint() {
                    if (++safePoints > 2) {
                        throw new StrandlineException(ErrorCode.CANCELLED, "cancelled", new CancellationException());
                    }
                }
            };
            assertThatThrownBy(() -> bounded.exists(Location.parse("s3://lake/x"), cancelled))
                    .hasMessage("cancelled");
        }
    }

    /** LOC-1: each location is looked for in the store of its bucket, whatever its scheme is called. */
    @Test
    void aLocationIsLookedForInItsOwnStore() {
        ObjectStores stores = new ObjectStores(new StoreRoutes<>(
                List.of(
                        new StoreRoutes.Route<Locator>("one", "s3", Set.of("lake"), (place, asked) -> true),
                        new StoreRoutes.Route<Locator>("rest", "s3", Set.of(), (place, asked) -> false)),
                LocationRules.defaults()));
        assertThat(stores.exists(Location.parse("s3n://lake/x"), call)).isTrue();
        assertThat(stores.exists(Location.parse("s3a://lake2/x"), call)).isFalse();
        assertThatThrownBy(() -> stores.exists(Location.parse("gs://lake/x"), call))
                .hasMessageContaining("object_stores")
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
    }

    /** CAT-12: a login is not shown. */
    @Test
    void theLoginIsNotShown() {
        assertThat(options("http://x").toString()).doesNotContain(SECRET).doesNotContain("someone");
    }
}
