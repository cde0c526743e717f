package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.impl.EnglishReasonPhraseCatalog;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.ErrorHandler;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;

/**
 * What a server answered to a request of a REST catalog's client. What it says of itself is status and kind; never the body,
 * which may hold secrets (CAT-12).
 *
 * @param headers by name, whatever its case
 * @param asks what the server asks for beside, to follow the status; empty if it asks for nothing
 */
record RestAnswer(
        int status, Map<String, String> headers, @Nullable String body, String asks) {
    static RestAnswer of(ClassicHttpResponse response, RestRepeats repeats) throws IOException, ParseException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : response.getHeaders()) {
            // Iceberg looks for the tag under this spelling alone, and proxies write it in lower case
            boolean isTag = header.getName().equalsIgnoreCase(HttpHeaders.ETAG);
            headers.put(isTag ? HttpHeaders.ETAG : header.getName(), header.getValue());
        }
        String asks = repeats.retryAfter(response)
                .map(wait -> ", and asks to be left alone for " + wait.toSeconds() + " s")
                .orElse("");
        String body = response.getEntity() == null
                ? null
                : EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8);
        return new RestAnswer(response.getCode(), headers, body, asks);
    }

    /** By the REST specification there is no other success; a conditional request is answered by 304 without a body. */
    boolean isSuccess() {
        return status == 200 || status == 202 || status == 204 || status == 304;
    }

    boolean isEmpty() {
        return status == 204 || status == 304;
    }

    /** The body as JSON. */
    <T> T read(ObjectReader reader, Class<T> type, String request) {
        if (body == null || body.isBlank()) {
            throw new RESTException("%s was answered with status %s and no body", request, status);
        }
        T read = null;
        try {
            read = reader.readValue(body, type);
        } catch (IOException | RuntimeException e) {
            // neither its words nor itself: both quote the answer
        }
        if (read == null) {
            throw noCatalog(request);
        }
        return read;
    }

    private RESTException noCatalog(String request) {
        return new RESTException(
                "%s was answered with status %s and %s, which a catalog does not answer. Check the uri, and whether a login"
                        + " page or a proxy stands before the catalog",
                request, status, kind());
    }

    private String kind() {
        String type = headers.get("Content-Type");
        return type == null ? "something that is no JSON" : "\"" + type.replaceAll("[^A-Za-z0-9/+.;=_ -]", "?") + "\"";
    }

    /**
     * As the error that the catalog means, or that its status means.
     *
     * @throws RESTException for a page that says of a thing that it is not there, or is: a proxy does not know that
     * @throws NotTaken if the server had too many requests
     */
    ErrorResponse error(Consumer<ErrorResponse> handler, String request) {
        if (status == 429) {
            throw new NotTaken(request + " was answered with status 429, too many requests" + asks);
        }
        if (body != null && !body.isBlank()) {
            ErrorResponse told = told(handler, body);
            if (told != null) {
                return asks.isEmpty() ? told : error(told.type(), told.message() + " (status " + status + asks + ")");
            }
            if (status == 404 || status == 409) {
                throw noCatalog(request);
            }
        }
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(status, null);
        return error("RESTException", "status " + status + (reason == null ? "" : " " + reason) + asks);
    }

    /** Null for what is no error of a catalog: a proxy's or a balancer's page, which Iceberg takes for the message. */
    private @Nullable ErrorResponse told(Consumer<ErrorResponse> handler, String text) {
        if (!(handler instanceof ErrorHandler parsing)) {
            return null;
        }
        try {
            ErrorResponse told = parsing.parseResponse(status, text);
            return told.message() == null || text.equals(told.message()) ? null : told;
        } catch (RuntimeException e) {
            return null;
        }
    }

    private ErrorResponse error(String type, String message) {
        return ErrorResponse.builder()
                .responseCode(status)
                .withType(type)
                .withMessage(message)
                .build();
    }

    /** The server did not look at the request: nothing was changed. */
    static final class NotTaken extends RESTException {
        private static final long serialVersionUID = 1L;

        NotTaken(String message) {
            super("%s", message);
        }
    }

    /** Without the body. */
    @Override
    public String toString() {
        return "status " + status;
    }
}
