package io.strandline.catalog.iceberg;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What stands before a REST catalog: passes requests on and counts them, or answers itself as a test says. */
final class RestFront implements AutoCloseable {
    private static final Set<String> HOP =
            Set.of("connection", "content-length", "host", "transfer-encoding", "upgrade");

    /** A request as it came; {@code answered} is the status it got. */
    record Asked(
            String method,
            String path,
            String body,
            @Nullable String login,
            @Nullable String ifNoneMatch,
            int answered) {}

    /** An answer of its own. */
    record Reply(int status, String type, String body, Map<String, String> headers) {
        static Reply of(int status, String... header) {
            return new Reply(
                    status, "application/json", "", header.length == 0 ? Map.of() : Map.of(header[0], header[1]));
        }

        static Reply html(int status) {
            return new Reply(status, "text/html", "<html>canary of the page, please log in</html>", Map.of());
        }

        static Reply json(int status, String body) {
            return new Reply(status, "application/json", body, Map.of());
        }
    }

    final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** Answers a request itself; empty to pass it on. */
    volatile Function<Asked, Optional<Reply>> script = request -> Optional.empty();

    private final CountDownLatch ends = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient onward =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpServer server;
    private final String target;

    RestFront(String target) throws IOException {
        this.target = target;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many requests of that method came, whose path ends so. */
    long count(String method, String ending) {
        return asked.stream()
                .filter(each -> each.method().equals(method) && each.path().endsWith(ending))
                .count();
    }

    /** For a script: waits until it is closed. */
    Optional<Reply> hang() {
        try {
            ends.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.of(Reply.of(503));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Asked request = new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath(),
                    new String(body, StandardCharsets.UTF_8),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("If-None-Match"),
                    0);
            Optional<Reply> own = script.apply(request);
            if (own.isPresent()) {
                reply(exchange, request, own.orElseThrow());
            } else {
                pass(exchange, request, body);
            }
        }
    }

    /** Before the answer is sent, so that who got it finds it counted. */
    private void count(Asked request, int status) {
        asked.add(new Asked(
                request.method(), request.path(), request.body(), request.login(), request.ifNoneMatch(), status));
    }

    private void reply(HttpExchange exchange, Asked request, Reply reply) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        count(request, reply.status());
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void pass(HttpExchange exchange, Asked asking, byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try {
            HttpResponse<byte[]> answer = onward.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers().map().forEach((name, values) -> {
                if (!HOP.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            count(asking, answer.statusCode());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ends.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
