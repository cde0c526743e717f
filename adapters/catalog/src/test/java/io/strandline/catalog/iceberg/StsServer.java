package io.strandline.catalog.iceberg;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A security token service that answers AssumeRole as AWS' does, with made up keys. */
final class StsServer implements AutoCloseable {
    /** The requests' parameters. */
    final List<Map<String, String>> asked = new CopyOnWriteArrayList<>();

    /** Code of the error it answers with; empty for none. */
    volatile String error = "";

    private final Clock clock;
    private final HttpServer server;

    StsServer(Clock clock) throws IOException {
        this.clock = clock;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> request = new HashMap<>();
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            for (String pair : form.split("&")) {
                int equals = pair.indexOf('=');
                request.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
            request.put("Authorization", exchange.getRequestHeaders().getFirst("Authorization"));
            asked.add(request);
            String answer = error.isEmpty() ? credentials(request) : error();
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(error.isEmpty() ? 200 : 403, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String credentials(Map<String, String> request) {
        Duration life = Duration.ofSeconds(Long.parseLong(request.get("DurationSeconds")));
        return "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><AssumeRoleResult><Credentials>"
                + "<AccessKeyId>made-up-id</AccessKeyId><SecretAccessKey>canary-made-up</SecretAccessKey>"
                + "<SessionToken>canary-session</SessionToken><Expiration>"
                + clock.instant().plus(life) + "</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>";
    }

    private String error() {
        return "<ErrorResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><Error><Type>Sender</Type><Code>"
                + error
                + "</Code><Message>gateway with secret=canary-said is not authorized</Message></Error></ErrorResponse>";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
