package io.strandline.reconcile.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A receiver that does what it is told: the next behaviour for each post, the status it answers when there is none left. */
public final class Receiver implements AutoCloseable {
    static final String SECRET = "canary-of-the-webhook";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A post as it came. */
    record Post(String path, @Nullable String signature, String text) {
        byte[] body() {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        List<String> ids() {
            List<String> ids = new ArrayList<>();
            json().get("events").forEach(event -> ids.add(event.get("id").textValue()));
            return ids;
        }

        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What is done with a post. */
    @FunctionalInterface
    interface Behaviour {
        void answer(HttpExchange exchange) throws IOException;
    }

    final List<Post> posts = new CopyOnWriteArrayList<>();
    final Queue<Behaviour> behaviours = new ConcurrentLinkedQueue<>();
    volatile ToIntFunction<Post> answer = post -> 204;
    private final CountDownLatch ends = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    public Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Post post = new Post(
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().getFirst(Signature.HEADER),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        posts.add(post);
        Behaviour behaviour = behaviours.poll();
        try (exchange) {
            if (behaviour == null) {
                exchange.sendResponseHeaders(answer.applyAsInt(post), -1);
            } else {
                behaviour.answer(exchange);
            }
        }
    }

    static Behaviour status(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    /** Takes the post and closes the connection without an answer. */
    static Behaviour dies() {
        return exchange -> {};
    }

    /** Never answers. */
    Behaviour hangs() {
        return exchange -> await();
    }

    /** Answers with a status, and never ends its body. */
    Behaviour hangsInItsBody() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            await();
        };
    }

    private void await() {
        try {
            ends.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Its URL with that path. */
    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** A receiver at that URL, as connection {@code scratch} knows it. */
    public static Endpoint endpoint(String url) {
        return new Endpoint("scratch", URI.create(url), SECRET);
    }

    Endpoint endpoint() {
        return endpoint(url("/hook/canary-of-the-path?t=canary"));
    }

    /** Ids of all events that came to that path. */
    public Set<String> idsAt(String path) {
        return posts.stream()
                .filter(post -> post.path().equals(path))
                .flatMap(post -> post.ids().stream())
                .collect(Collectors.toSet());
    }

    /** Ids of all posts, repeats included. */
    List<String> ids() {
        return posts.stream().flatMap(post -> post.ids().stream()).toList();
    }

    @Override
    public void close() {
        ends.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
