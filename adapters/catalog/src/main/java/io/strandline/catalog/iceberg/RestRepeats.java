package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.TimeValue;

/**
 * When a request to a REST catalog is sent again: only one that changes nothing (GW-1), a few times, after the time the server
 * asks for or else 1 s, 2 s, 4 s; and not at all if that is longer than whoever waits for it would.
 *
 * @param most how often at most
 * @param longestWait before any one of them
 * @param clock for servers that say until when
 */
record RestRepeats(int most, Duration longestWait, Clock clock) implements HttpRequestRetryStrategy {
    /** The server cannot now: too many requests, a gateway without its server, overload. */
    private static final Set<Integer> NOT_NOW = Set.of(429, 502, 503, 504);

    @Override
    public boolean retryRequest(HttpRequest request, IOException failure, int times, HttpContext context) {
        boolean isFinal = failure instanceof InterruptedIOException
                || failure instanceof UnknownHostException
                || failure instanceof ConnectException
                || failure instanceof NoRouteToHostException
                || failure instanceof SSLException;
        return times <= most && !isFinal && changesNothing(request);
    }

    @Override
    public boolean retryRequest(HttpResponse answer, int times, HttpContext context) {
        HttpRequest request = context instanceof HttpCoreContext core ? core.getRequest() : null;
        return times <= most
                && request != null
                && changesNothing(request)
                && NOT_NOW.contains(answer.getCode())
                && pause(answer, times).compareTo(longestWait) <= 0;
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse answer, int times, HttpContext context) {
        return TimeValue.of(pause(answer, times));
    }

    private static boolean changesNothing(HttpRequest request) {
        return Method.isSafe(request.getMethod());
    }

    private Duration pause(HttpResponse answer, int times) {
        return retryAfter(answer).orElseGet(() -> Duration.ofSeconds(1L << (times - 1)));
    }

    /** How long the server asks to be left alone: a number of seconds, or a time (RFC 9110, 10.2.3). */
    Optional<Duration> retryAfter(HttpResponse answer) {
        Header header = answer.getFirstHeader("Retry-After");
        if (header == null || header.getValue() == null) {
            return Optional.empty();
        }
        String value = header.getValue().strip();
        if (value.matches("[0-9]{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        return Optional.ofNullable(DateUtils.parseStandardDate(value))
                .map(until -> Duration.between(clock.instant(), until))
                .map(left -> left.isNegative() ? Duration.ZERO : left);
    }
}
