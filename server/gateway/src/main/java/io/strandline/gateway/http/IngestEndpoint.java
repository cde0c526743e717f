package io.strandline.gateway.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.arrow.ArrowBatches;
import io.strandline.gateway.session.Failures;
import io.strandline.gateway.session.LoneWrites;
import io.strandline.gateway.session.RequestContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * Columns into a table without a session: {@code POST /ingest/<table>} with an Arrow IPC stream as body, read batch by batch as
 * it comes. The answer is JSON: how many rows, and the warnings; what goes wrong is an HTTP status and an error of the closed
 * list.
 */
final class IngestEndpoint {
    /** What its paths begin with. */
    static final String PATH = "/ingest/";

    private static final String STATEMENT = "Strandline-Statement-Id";

    private final LoneWrites writes;
    private final Login login;
    private final long batchBytes;
    private final InFlight inFlight;
    private final ClientWatch watch;

    /**
     * Over those writes.
     *
     * @param batchBytes memory that one batch may take
     */
    IngestEndpoint(LoneWrites writes, Login login, long batchBytes, InFlight inFlight, ClientWatch watch) {
        this.writes = writes;
        this.login = login;
        this.batchBytes = batchBytes;
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
            QueryEndpoint.writeError(response, callback, e.code().httpStatus(), e);
            return;
        }
        if (!request.getMethod().equals("POST")) {
            response.getHeaders().put(HttpHeader.ALLOW, "POST");
            QueryEndpoint.writeError(
                    response,
                    callback,
                    HttpStatus.METHOD_NOT_ALLOWED_405,
                    new StrandlineException(ErrorCode.BAD_MESSAGE, "columns come by POST. Use that."));
            return;
        }
        boolean admitted = inFlight.enter();
        try {
            if (!admitted) {
                throw new StrandlineException(
                        ErrorCode.UNREACHABLE, "the gateway is stopping. Connect again when it is back.");
            }
            RequestContext context = RequestHeaders.context(request.getHeaders(), caller, address);
            answer(response, callback, context, write(request, context));
        } catch (IOException | RuntimeException | Error failure) {
            StrandlineException readable = failure instanceof StrandlineException meant
                    ? meant
                    : Failures.readable(failure, "request " + UUID.randomUUID());
            if (readable.code() != ErrorCode.CANCELLED && readable.code() != ErrorCode.TIMED_OUT) {
                UnreadBody.readOn(request);
            }
            response.reset();
            QueryEndpoint.writeError(response, callback, readable.code().httpStatus(), readable);
        } finally {
            inFlight.leave();
        }
    }

    private LoneWrites.Written write(Request request, RequestContext context) throws IOException {
        LoneWrites.Target target = target(request);
        AwaitedBody body = new AwaitedBody(request);
        watch.receives(context, body);
        try (InputStream bytes = body.bytes(context);
                ArrowBatches batches = ArrowBatches.of(
                        bytes, batchBytes, context.idempotencyKey().isPresent())) {
            return writes.run(target, batches, context);
        } finally {
            watch.ends(context);
        }
    }

    /**
     * Where a request's columns go.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} naming what is wrong
     */
    private LoneWrites.Target target(Request request) {
        String path = Request.getPathInContext(request);
        String table;
        Fields fields;
        try {
            // a plus is one in a path
            table = URLDecoder.decode(path.substring(PATH.length()).replace("+", "%2B"), StandardCharsets.UTF_8);
            fields = Request.extractQueryParameters(request);
        } catch (RuntimeException e) {
            throw wrong("the URL cannot be read: it is not UTF-8, percent-encoded. Encode it so.");
        }
        List<String> known = writes.optionNames();
        Map<String, String> options = new HashMap<>();
        for (Fields.Field field : fields) {
            if (!known.contains(field.getName())) {
                throw wrong("no parameter \"" + Text.cut(field.getName(), 100) + "\" of the URL"
                        + Text.didYouMean(field.getName(), known) + " There are " + String.join(", ", known) + ".");
            }
            if (field.getValues().size() > 1) {
                throw wrong("parameter " + field.getName() + " of the URL is given "
                        + field.getValues().size() + " times. Give it once.");
            }
            options.put(field.getName(), field.getValue());
        }
        List<String> parts = SqlNames.split(table);
        return new LoneWrites.Target(parts, SqlNames.dotted(parts), options);
    }

    private static StrandlineException wrong(String what) {
        return new StrandlineException(ErrorCode.BAD_ARGUMENT, what);
    }

    private static void answer(
            Response response, Callback callback, RequestContext context, LoneWrites.Written written) {
        var answer = JsonNodeFactory.instance.objectNode();
        answer.put("statement_id", written.statementId()).put("rows", written.rows());
        context.warnings().forEach(answer.putArray("warnings")::add);
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json").put(STATEMENT, written.statementId());
        response.write(true, ByteBuffer.wrap((answer + "\n").getBytes(StandardCharsets.UTF_8)), callback);
    }
}
