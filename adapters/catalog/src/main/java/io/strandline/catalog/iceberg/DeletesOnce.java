package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.ErrorHandler;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.HTTPHeaders;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.ImmutableHTTPRequest;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's REST client, except that what removes something is sent once. Iceberg's sends a DELETE again, up to five times,
 * when its answer is lost: the second one would find nothing to remove, or another table of the same name (GW-1). All else
 * goes through as it is.
 *
 * @param session whose login is used; null before there is one
 */
record DeletesOnce(
        Map<String, String> properties,
        RESTClient inner,
        @Nullable AuthSession session,
        HttpClient once) implements InvocationHandler {
    /** Ways to a server that only Iceberg's client knows. */
    private static final String PROXY = "rest.client.proxy.";

    private static final String TLS = "rest.client.tls.configurer-impl";

    /** Writes logins and answers into the log, wherever everything is logged. Held, or it would forget its level. */
    private static final Logger WIRE = Logger.getLogger("org.apache.hc.client5.http");

    /** A client of those properties, as a REST catalog wants it. */
    static RESTClient client(Map<String, String> properties) {
        HTTPClient inner = inner(properties);
        boolean ownWay = properties.keySet().stream().anyMatch(key -> key.startsWith(PROXY) || key.equals(TLS));
        return ownWay
                ? inner
                : new DeletesOnce(Map.copyOf(properties), inner, null, HttpClient.newHttpClient()).proxy();
    }

    /** Iceberg's own client of those properties. */
    static HTTPClient inner(Map<String, String> properties) {
        WIRE.setLevel(Level.INFO);
        return HTTPClient.builder(properties)
                .uri(properties.get("uri"))
                .withHeaders(RESTUtil.extractPrefixMap(properties, "header."))
                .build();
    }

    private RESTClient proxy() {
        return (RESTClient)
                Proxy.newProxyInstance(RESTClient.class.getClassLoader(), new Class<?>[] {RESTClient.class}, this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("withAuthSession") && arguments != null) {
            AuthSession with = (AuthSession) arguments[0];
            return new DeletesOnce(properties, inner.withAuthSession(with), with, once).proxy();
        }
        // (path, type of the answer, headers, what to do on errors): without an answer to read
        if (method.getName().equals("delete") && arguments != null && arguments.length == 4 && arguments[1] == null) {
            Object headers = arguments[2] instanceof Supplier<?> supplier ? supplier.get() : arguments[2];
            delete((String) arguments[0], (Map<String, String>) headers, (Consumer<ErrorResponse>) arguments[3]);
            return null;
        }
        try {
            return method.invoke(inner, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private void delete(String path, Map<String, String> headers, Consumer<ErrorResponse> onError) {
        Map<String, String> all = new TreeMap<>(RESTUtil.extractPrefixMap(properties, "header."));
        all.putAll(headers);
        HTTPRequest request = ImmutableHTTPRequest.builder()
                .baseUri(URI.create(properties.getOrDefault("uri", "")))
                .method(HTTPRequest.HTTPMethod.DELETE)
                .path(path)
                .queryParameters(Map.of())
                .headers(HTTPHeaders.of(all))
                .build();
        HttpResponse<String> answer = send(session == null ? request : session.authenticate(request));
        if (answer.statusCode() / 100 == 2) {
            return;
        }
        ErrorResponse error = onError instanceof ErrorHandler handler ? parsed(handler, answer) : plain(answer);
        onError.accept(error);
        throw new RESTException("Unhandled error: %s", error);
    }

    private HttpResponse<String> send(HTTPRequest request) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(request.requestUri()).DELETE();
        request.headers().entries().forEach(header -> builder.setHeader(header.name(), header.value()));
        try {
            return once.send(builder.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RESTException(e, "interrupted while waiting for %s", request.path());
        }
    }

    private static ErrorResponse parsed(ErrorHandler handler, HttpResponse<String> answer) {
        try {
            return handler.parseResponse(answer.statusCode(), answer.body());
        } catch (RuntimeException e) {
            return plain(answer);
        }
    }

    private static ErrorResponse plain(HttpResponse<String> answer) {
        return ErrorResponse.builder()
                .responseCode(answer.statusCode())
                .withMessage(answer.body())
                .withType("HTTP " + answer.statusCode())
                .build();
    }

    /** Without the properties: they hold secrets. */
    @Override
    public String toString() {
        return "DeletesOnce";
    }
}
