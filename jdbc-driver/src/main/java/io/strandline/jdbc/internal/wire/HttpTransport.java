package io.strandline.jdbc.internal.wire;

import io.strandline.jdbc.ConnectionProperty;
import io.strandline.jdbc.internal.connect.ConnectionSettings;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * HTTP to one gateway for one connection. A request is written at most once: no retry, no redirect, no repetition after
 * a 401, and a socket that lay idle is looked at before it is used. Thread-safe: a statement may be cancelled while
 * another waits.
 */
final class HttpTransport implements AutoCloseable {
    /** Most sockets a connection may hold: one that works, and some for calls from other threads. */
    private static final int MAX_SOCKETS = 8;

    /** A socket idle for longer is checked before use; checking costs up to a millisecond. */
    private static final TimeValue CHECK_AFTER_IDLE = TimeValue.ofMilliseconds(250);

    private static final String USER_AGENT = "strandline-jdbc";

    private static final String SENT = "io.strandline.jdbc.sent";

    /** Names a request; the gateway repeats it in the answer. */
    private static final String REQUEST = "Strandline-Request";

    /** Numbers the requests: the gateway does not let one undo what a later one set. */
    private static final String SEQUENCE = "Strandline-Sequence";

    /**
     * Would write headers and bodies into a log, and passwords with them, wherever everything is logged. They are held here,
     * since a logger that nobody holds forgets its level.
     */
    private static final List<Logger> SILENT = List.of(
            Logger.getLogger("org.apache.hc.client5.http.wire"),
            Logger.getLogger("org.apache.hc.client5.http.headers"));

    static {
        SILENT.forEach(logger -> logger.setLevel(Level.OFF));
    }

    private final HttpHost host;
    private final @Nullable String authorization;
    private final PoolingHttpClientConnectionManager sockets;
    private final CloseableHttpClient client;
    private final BasicCookieStore cookies = new BasicCookieStore();
    private final AtomicLong sequence = new AtomicLong();
    private final Set<HttpPost> inFlight = ConcurrentHashMap.newKeySet();

    HttpTransport(ConnectionSettings settings, Tls tls) {
        host = new HttpHost(
                settings.flag(ConnectionProperty.SSL) ? "https" : "http",
                settings.url().host(),
                settings.url().port());
        authorization = authorization(settings);
        sockets = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(MAX_SOCKETS)
                .setMaxConnPerRoute(MAX_SOCKETS)
                .setTlsSocketStrategy(tls.strategy())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(timeout(settings.duration(ConnectionProperty.CONNECT_TIMEOUT)))
                        .setValidateAfterInactivity(CHECK_AFTER_IDLE)
                        .build())
                .build();
        client = HttpClients.custom()
                .setConnectionManager(sockets)
                .setUserAgent(USER_AGENT)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableAuthCaching()
                .disableContentCompression()
                // past this point a socket stands and bytes may leave: from here on nothing counts as unsent
                .addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), SENT, (request, scope, chain) -> {
                    scope.clientContext.setAttribute(SENT, true);
                    return chain.proceed(request, scope);
                })
                .build();
    }

    /**
     * Sends a request once and waits for the whole answer.
     *
     * @param networkTimeout longest wait for an answer, zero for none
     * @throws NotSentException if no byte was sent
     * @throws IOException if the answer was lost: the gateway may have seen the request or not
     */
    HttpAnswer post(byte[] body, Call call, Duration networkTimeout) throws IOException {
        HttpPost post = new HttpPost("/");
        String id = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE); // of one length
        post.setHeader(REQUEST, id);
        post.setHeader(SEQUENCE, sequence.incrementAndGet());
        post.setEntity(new ByteArrayEntity(body, ContentType.create(SmileCodec.CONTENT_TYPE)));
        post.setHeader("Accept", SmileCodec.CONTENT_TYPE);
        if (authorization != null) {
            post.setHeader("Authorization", authorization);
        }
        if (call.idempotencyKey() != null) {
            post.setHeader(call.isKeyGiven() ? "Idempotency-Key" : "Strandline-Generated-Key", call.idempotencyKey());
        }
        if (!call.timeout().isZero()) {
            post.setHeader("Strandline-Timeout-Ms", call.timeout().toMillis());
        }
        post.setConfig(RequestConfig.custom()
                .setAuthenticationEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setResponseTimeout(timeout(networkTimeout))
                .build());
        HttpClientContext context = HttpClientContext.create();
        context.setCookieStore(cookies);
        inFlight.add(post);
        try {
            return client.execute(host, post, context, response -> whole(response, id));
        } catch (IOException e) {
            throw context.getAttribute(SENT) == null ? new NotSentException(e) : e;
        } catch (IllegalStateException e) { // the pool was shut down under us
            IOException shutDown = new IOException("the connection was closed", e);
            throw context.getAttribute(SENT) == null ? new NotSentException(shutDown) : shutDown;
        } finally {
            inFlight.remove(post);
        }
    }

    /** Breaks off every request under way and closes every socket at once. */
    void abort() {
        for (HttpPost post : inFlight) {
            post.abort();
        }
        sockets.close(CloseMode.IMMEDIATE);
        client.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void close() {
        sockets.close(CloseMode.GRACEFUL);
        client.close(CloseMode.GRACEFUL);
    }

    /**
     * Reads an answer, unless it says that it is that to another request, as a network that repeats answers makes it be: it
     * is left unread, and the socket goes.
     */
    private static HttpAnswer whole(ClassicHttpResponse response, String id) throws IOException {
        Header answered = response.getFirstHeader(REQUEST);
        if (answered != null && !id.equals(answered.getValue())) {
            throw new IOException("the answer to another request came instead");
        }
        HttpEntity entity = response.getEntity();
        return new HttpAnswer(response, entity == null ? new byte[0] : body(entity));
    }

    /** In one array of the announced length, read in large steps; of one that is not announced, as it comes. */
    private static byte[] body(HttpEntity entity) throws IOException {
        long length = entity.getContentLength();
        try (InputStream content = entity.getContent()) {
            if (length < 0 || length > Integer.MAX_VALUE) {
                return content.readAllBytes();
            }
            byte[] body = new byte[(int) length];
            int read = content.readNBytes(body, 0, body.length);
            if (read < body.length) {
                throw new EOFException("the answer ended after " + read + " of " + length + " bytes");
            }
            return body;
        }
    }

    private static Timeout timeout(Duration limit) {
        return Timeout.ofMilliseconds(limit.toMillis());
    }

    private static @Nullable String authorization(ConnectionSettings settings) {
        String user = settings.get(ConnectionProperty.USER);
        String password = settings.get(ConnectionProperty.PASSWORD);
        if (user == null || user.isEmpty()) {
            return null;
        }
        byte[] login = (user + ":" + (password == null ? "" : password)).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(login);
    }
}
