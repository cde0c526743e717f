package io.strandline.gateway.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.Failures;
import io.strandline.gateway.session.LoneQueries;
import io.strandline.gateway.session.RequestContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Queries without a session, answered as a stream of Arrow's: {@code GET /query?sql=…}, or by POST with the query as body.
 * What goes wrong before the first row is an HTTP status and an error of the closed list as JSON; what goes wrong later breaks
 * the answer off, which a client sees as an HTTP body and an Arrow stream that did not end.
 */
final class QueryEndpoint {
    /** Where it is. */
    static final String PATH = "/query";

    private final LoneQueries queries;
    private final Login login;
    private final int maxBodyBytes;
    private final InFlight inFlight;
    private final ClientWatch watch;

    QueryEndpoint(LoneQueries queries, Login login, int maxBodyBytes, InFlight inFlight, ClientWatch watch) {
        this.queries = queries;
        this.login = login;
        this.maxBodyBytes = maxBodyBytes;
        this.inFlight = inFlight;
        this.watch = watch;
    }

    void handle(Request request, Response response, Callback callback) {
        String address = Request.getRemoteAddr(request);
        Caller caller;
        try {
            caller = login.caller(request.getHeaders().get(HttpHeader.AUTHORIZATION), address);
        } catch (StrandlineException e) {
            response.getHeaders().put(Login.CHALLENGE);
            writeError(response, callback, e.code().httpStatus(), e);
            return;
        }
        switch (request.getMethod()) {
            case "GET" -> answer(request, response, callback, "", caller, address);
            case "POST" ->
                Body.read(request, maxBodyBytes, callback, body -> {
                    if (body.tooLarge()) {
                        writeError(response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413, Errors.tooLarge(maxBodyBytes));
                    } else {
                        String sql = new String(body.bytes(), StandardCharsets.UTF_8);
                        answer(request, response, callback, sql, caller, address);
                    }
                });
            default -> {
                response.getHeaders().put(HttpHeader.ALLOW, "GET, POST");
                writeError(
                        response,
                        callback,
                        HttpStatus.METHOD_NOT_ALLOWED_405,
                        new StrandlineException(
                                ErrorCode.BAD_MESSAGE, "queries come by GET or POST. Use one of these."));
            }
        }
    }

    private void answer(
            Request request, Response response, Callback callback, String body, Caller caller, String address) {
        boolean admitted = inFlight.enter();
        try {
            if (!admitted) {
                throw new StrandlineException(
                        ErrorCode.UNREACHABLE, "the gateway is stopping. Connect again when it is back.");
            }
            QueryRequest.requireArrow(request);
            LoneQueries.Query query = QueryRequest.of(request, body);
            RequestContext context = RequestHeaders.context(request.getHeaders(), caller, address);
            watch.begins(context, request);
            try (QueryAnswer answer = new QueryAnswer(response, context, () -> watch.sends(context))) {
                queries.run(query, context, answer);
            } finally {
                watch.ends(context);
            }
            callback.succeeded();
        } catch (Throwable failure) {
            fail(request, response, callback, failure);
        } finally {
            inFlight.leave();
        }
    }

    private static void fail(Request request, Response response, Callback callback, Throwable failure) {
        if (response.isCommitted()) {
            callback.failed(failure);
            return;
        }
        StrandlineException readable = failure instanceof StrandlineException meant
                ? meant
                : Failures.readable(failure, "request " + UUID.randomUUID());
        response.reset();
        int status = QueryRequest.takesArrow(request) ? readable.code().httpStatus() : HttpStatus.NOT_ACCEPTABLE_406;
        writeError(response, callback, status, readable);
    }

    /** Answers with an error as JSON. */
    static void writeError(Response response, Callback callback, int status, StrandlineException error) {
        ErrorCode code = error.code();
        String json = JsonNodeFactory.instance
                .objectNode()
                .put("code", code.name())
                .put("sqlstate", code.sqlState())
                .put("vendor_code", code.vendorCode())
                .put("retryable", code.retryable())
                .put("message", StrandlineException.describe(error))
                .toString();
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap((json + "\n").getBytes(StandardCharsets.UTF_8)), callback);
    }
}
