package io.strandline.gateway.http;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients by a cookie which of several gateways has their session, so that a balancer can send them there again, and
 * says so where it did not (GW-6).
 *
 * @param name of this gateway; null for one that is alone, and sets no cookie
 */
record Sticky(@Nullable String name) {
    private static final String COOKIE = "strandline_gateway=";

    /** Adds the cookie, unless the client has one and opens no session now. */
    void mark(HttpFields request, HttpFields.Mutable answer, boolean opens) {
        if (name != null && (opens || named(request).isEmpty())) {
            answer.add(HttpHeader.SET_COOKIE, COOKIE + name + "; Path=/; HttpOnly; SameSite=Strict");
        }
    }

    /** The failure; if a session is not here because it is at another gateway, one that says so. */
    StrandlineException explained(StrandlineException failure, HttpFields request) {
        Optional<String> other = named(request).filter(named -> !named.equals(name));
        if (name == null || failure.code() != ErrorCode.SESSION_GONE || other.isEmpty()) {
            return failure;
        }
        return new StrandlineException(
                ErrorCode.SESSION_GONE,
                "this session is open at gateway \"" + other.orElseThrow() + "\", and the request came to gateway \""
                        + name
                        + "\". If \"" + other.orElseThrow()
                        + "\" is down, open a new connection; if not, let the balancer"
                        + " choose by the cookie strandline_gateway.");
    }

    private static Optional<String> named(HttpFields request) {
        return request.getValuesList(HttpHeader.COOKIE).stream()
                .flatMap(value -> Stream.of(value.split(";")))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(COOKIE))
                .map(cookie -> cookie.substring(COOKIE.length()))
                .findFirst();
    }
}
