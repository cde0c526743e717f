package io.strandline.gateway.http;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.RequestContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** The headers of our own that requests bring beside their message, and those that answers take back. */
final class RequestHeaders {
    private static final String KEY = "Idempotency-Key";
    private static final String GENERATED_KEY = "Strandline-Generated-Key";
    private static final String TIMEOUT = "Strandline-Timeout-Ms";
    private static final String SEQUENCE = "Strandline-Sequence";
    private static final String WARNING = "Strandline-Warning";

    private RequestHeaders() {}

    /**
     * What a request brings.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} naming the header
     */
    static RequestContext context(HttpFields headers, Caller caller, String address) {
        String key = headers.get(KEY);
        String generated = headers.get(GENERATED_KEY);
        String timeout = headers.get(TIMEOUT);
        String sequence = headers.get(SEQUENCE);
        return new RequestContext(
                caller,
                address,
                key == null ? null : RequestContext.checkedKey(key),
                generated == null ? null : RequestContext.checkedKey(generated),
                timeout == null ? null : millis(timeout),
                sequence == null ? 0 : number(sequence));
    }

    private static @Nullable Duration millis(String text) {
        try {
            long millis = Long.parseLong(text);
            return millis > 0 ? Duration.ofMillis(millis) : null;
        } catch (NumberFormatException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "header " + TIMEOUT + " is not a number of milliseconds. Correct it.");
        }
    }

    private static long number(String text) {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "header " + SEQUENCE + " is not a number. Correct it, or leave it out.");
        }
    }

    /** Adds the warnings so far, URL-encoded. */
    static void addWarnings(Response response, RequestContext context) {
        for (String warning : context.warnings()) {
            String encoded = URLEncoder.encode(warning, StandardCharsets.UTF_8).replace("+", "%20");
            response.getHeaders().add(WARNING, encoded);
        }
    }
}
