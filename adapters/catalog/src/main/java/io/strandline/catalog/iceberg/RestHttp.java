package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.BaseHTTPClient;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.HTTPHeaders;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.ImmutableHTTPRequest;
import org.apache.iceberg.rest.ParserContext;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side of a REST catalog's client. Iceberg's own sends a request again up to five times, a DELETE whose answer was lost
 * too, and waits for as long as a server says. This one sends once what changes something (GW-1), and follows {@link
 * RestRepeats} for the rest; what no catalog answers, such as a login page, is an error that says so. Thread-safe.
 */
final class RestHttp extends BaseHTTPClient {
    /** Ways to a server that only Iceberg's client knows. */
    private static final String PROXY = "rest.client.proxy.";

    private static final String TLS = "rest.client.tls.configurer-impl";

    private static final String REPEATS = "rest.client.max-retries";
    private static final int DEFAULT_REPEATS = 2;
    /** As Iceberg's. */
    private static final int CONNECTIONS = 100;

    /** Writes logins and answers into the log, wherever everything is logged. Held, or it would forget its level. */
    private static final Logger WIRE = Logger.getLogger("org.apache.hc.client5.http");

    private final URI uri;
    private final Map<String, String> headers;
    private final RestRepeats repeats;
    private final CloseableHttpClient http;
    private final @Nullable AuthSession session;

    private RestHttp(
            URI uri,
            Map<String, String> headers,
            RestRepeats repeats,
            CloseableHttpClient http,
            @Nullable AuthSession session) {
        this.uri = uri;
        this.headers = headers;
        this.repeats = repeats;
        this.http = http;
        this.session = session;
    }

    /**
     * A client of those properties, as a REST catalog wants it.
     *
     * @param limit longest wait for one request
     */
    static RESTClient client(Map<String, String> properties, Duration limit) {
        WIRE.setLevel(Level.INFO);
        Map<String, String> headers = RESTUtil.extractPrefixMap(properties, "header.");
        String uri = properties.getOrDefault("uri", "");
        boolean ownWay = properties.keySet().stream().anyMatch(key -> key.startsWith(PROXY) || key.equals(TLS));
        if (ownWay) {
            return HTTPClient.builder(properties).uri(uri).withHeaders(headers).build();
        }
        int most = Math.max(0, PropertyUtil.propertyAsInt(properties, REPEATS, DEFAULT_REPEATS));
        RestRepeats repeats = new RestRepeats(most, limit.dividedBy(3), Clock.systemUTC());
        URI base = URI.create(RESTUtil.stripTrailingSlash(uri));
        return new RestHttp(base, headers, repeats, http(properties, limit, repeats), null);
    }

    private static CloseableHttpClient http(Map<String, String> properties, Duration limit, RestRepeats repeats) {
        ConnectionConfig times = ConnectionConfig.custom()
                .setConnectTimeout(timeout(properties, "rest.client.connection-timeout-ms", limit))
                // a thread that was left behind ends too
                .setSocketTimeout(timeout(properties, "rest.client.socket-timeout-ms", limit.plusSeconds(1)))
                .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                .build();
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .useSystemProperties()
                        .setDefaultConnectionConfig(times)
                        .setMaxConnTotal(
                                PropertyUtil.propertyAsInt(properties, "rest.client.max-connections", CONNECTIONS))
                        .setMaxConnPerRoute(PropertyUtil.propertyAsInt(
                                properties, "rest.client.connections-per-route", CONNECTIONS))
                        .build())
                .setRetryStrategy(repeats)
                .build();
    }

    private static Timeout timeout(Map<String, String> properties, String key, Duration otherwise) {
        return Timeout.ofMilliseconds(PropertyUtil.propertyAsLong(properties, key, otherwise.toMillis()));
    }

    @Override
    public RestHttp withAuthSession(AuthSession with) {
        return new RestHttp(uri, headers, repeats, http, with);
    }

    @Override
    protected HTTPRequest buildRequest(
            HTTPRequest.HTTPMethod method,
            String path,
            @Nullable Map<String, String> query,
            @Nullable Map<String, String> own,
            @Nullable Object body) {
        Map<String, String> all = new HashMap<>(own == null ? Map.of() : own);
        all.putIfAbsent(HttpHeaders.ACCEPT, ContentType.APPLICATION_JSON.getMimeType());
        // the specification's forms are maps, everything else is JSON
        ContentType type = body instanceof Map ? ContentType.APPLICATION_FORM_URLENCODED : ContentType.APPLICATION_JSON;
        all.putIfAbsent(HttpHeaders.CONTENT_TYPE, type.getMimeType());
        headers.forEach(all::putIfAbsent);
        HTTPRequest request = ImmutableHTTPRequest.builder()
                .baseUri(uri)
                .method(method)
                .path(path)
                .queryParameters(query == null ? Map.of() : query)
                .headers(HTTPHeaders.of(all))
                .body(body)
                .build();
        return session == null ? request : session.authenticate(request);
    }

    @Override
    protected <T extends RESTResponse> @Nullable T execute(
            HTTPRequest request,
            @Nullable Class<T> type,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return execute(
                request, type, onError, onHeaders, ParserContext.builder().build());
    }

    @Override
    protected <T extends RESTResponse> @Nullable T execute(
            HTTPRequest request,
            @Nullable Class<T> type,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders,
            ParserContext context) {
        RestAnswer answer = send(request);
        onHeaders.accept(answer.headers());
        String named = request.method() + " " + request.path();
        if (!answer.isSuccess()) {
            onError.accept(answer.error(onError, named));
            throw new RESTException("%s was answered with %s", named, answer);
        }
        if (type == null || answer.isEmpty()) {
            return null;
        }
        ObjectMapper mapper = request.mapper();
        ObjectReader reader = context.isEmpty() ? mapper.reader() : mapper.reader(context.toInjectableValues());
        return answer.read(reader, type, named);
    }

    private RestAnswer send(HTTPRequest request) {
        HttpUriRequestBase sent = new HttpUriRequestBase(request.method().name(), request.requestUri());
        request.headers().entries().forEach(header -> sent.addHeader(header.name(), header.value()));
        String body = request.encodedBody();
        if (body != null) {
            sent.setEntity(new StringEntity(body, StandardCharsets.UTF_8));
        }
        try {
            return http.execute(sent, response -> RestAnswer.of(response, repeats));
        } catch (IOException e) {
            throw new RESTException(e, "%s %s was not answered", request.method(), request.path());
        }
    }

    /** Ends all its connections, if it is the one that was made first: those with a login share them. */
    @Override
    public void close() throws IOException {
        if (session == null) {
            http.close(CloseMode.GRACEFUL);
        }
    }
}
