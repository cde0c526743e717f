package io.strandline.reconcile.webhook;

import static java.util.Objects.requireNonNullElse;

import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;

/**
 * Posts one body, once. Redirects are not followed: they would take findings to a place that nobody configured. What it says
 * of a failure names no part of the URL. Thread-safe.
 */
final class HttpPost {
    /** The JDK's client writes whole URLs, and so their tokens, at FINE. Held, or the levels would be forgotten. */
    private static final List<Logger> TALKATIVE =
            List.of(Logger.getLogger("jdk.internal.httpclient.debug"), Logger.getLogger("jdk.httpclient.HttpClient"));

    static {
        TALKATIVE.forEach(logger -> logger.setLevel(Level.INFO));
    }

    private final HttpClient client;
    private final Duration timeout;

    /**
     * A poster.
     *
     * @param timeout how long an answer may take, from the first to the last byte
     */
    HttpPost(Duration timeout) {
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    /** What came of it. */
    sealed interface Answer {}

    /** The receiver has it. */
    record Arrived() implements Answer {}

    /** The receiver wants no more, ever. */
    record Unwanted(String error) implements Answer {}

    /** The receiver does not take this, and perhaps takes something else. */
    record Refused(String error) implements Answer {}

    /** The receiver may have it or not. */
    record Failed(String error) implements Answer {}

    /** Posts, and waits for the answer. */
    Answer post(Endpoint endpoint, byte[] body, Instant now) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(endpoint.url())
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("User-Agent", "strandline")
                .header(Signature.HEADER, Signature.of(endpoint.secret(), now, body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        CompletableFuture<HttpResponse<Void>> sent = client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        try {
            // the request's own time limit ends with the headers
            return answer(sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode());
        } catch (ExecutionException e) {
            return new Failed(describe(requireNonNullElse(e.getCause(), e)));
        } catch (TimeoutException e) {
            return new Failed(noAnswer());
        } finally {
            sent.cancel(true);
        }
    }

    /** 4xx that say something of the moment, not of what was posted: a time-out, too early, too many. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    private static Answer answer(int status) {
        if (status >= 200 && status < 300) {
            return new Arrived();
        }
        if (status == 410) {
            return new Unwanted("HTTP 410: the receiver wants no more");
        }
        if (status >= 400 && status < 500 && !LATER.contains(status)) {
            return new Refused("HTTP " + status);
        }
        return new Failed("HTTP " + status + (status >= 300 && status < 400 ? ": redirects are not followed" : ""));
    }

    private String noAnswer() {
        return "no answer within " + timeout.toMillis() + " ms";
    }

    private String describe(Throwable failure) {
        if (failure instanceof HttpConnectTimeoutException || failure instanceof ConnectException) {
            return "nobody listens there";
        }
        if (failure instanceof HttpTimeoutException) {
            return noAnswer();
        }
        String name = failure.getClass().getSimpleName();
        return failure instanceof SSLException
                ? "no secure connection (" + name + ")"
                : "the connection broke (" + name + ")";
    }
}
