package io.strandline.gateway.http;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.Failures;
import io.strandline.gateway.session.Gateway;
import io.strandline.gateway.session.RequestContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The one handler of the port: Avatica's messages by POST to {@code /}, queries at {@code /query}, columns at
 * {@code /ingest/}, and two texts for people
 * and probes. Whatever is
 * thrown becomes an error message in the request's codec; stock clients read answers of status 200 and 500 only, and repeat
 * a request without end at 503, which is therefore never sent.
 */
final class GatewayHandler extends Handler.Abstract {
    private static final String BATCH_HEADER = "Strandline-Batch-Done";

    /** A client's name for its request is repeated in the answer: one that comes twice is not taken for another's (GW-1). */
    private static final String REQUEST_HEADER = "Strandline-Request";

    private static final int LONGEST_ID = 100;

    /** A batch may be larger in memory than a message is allowed to be, since it is compressed and is let go of at once. */
    private static final int BATCH_TIMES = 16;

    private final Gateway gateway;
    private final Login login;
    private final int maxBodyBytes;
    private final PlainPages pages;
    private final Sticky sticky;
    private final QueryEndpoint queries;
    private final IngestEndpoint ingests;
    private final Codecs codecs = new Codecs();
    private final InFlight inFlight = new InFlight();
    private final ClientWatch watch = new ClientWatch();

    GatewayHandler(Gateway gateway, Login login, int maxBodyBytes, PlainPages pages, Sticky sticky) {
        this.gateway = gateway;
        this.login = login;
        this.maxBodyBytes = maxBodyBytes;
        this.pages = pages;
        this.sticky = sticky;
        this.queries = new QueryEndpoint(gateway.loneQueries(), login, maxBodyBytes, inFlight, watch);
        this.ingests = new IngestEndpoint(gateway.loneWrites(), login, (long) BATCH_TIMES * maxBodyBytes, inFlight);
    }

    /** The requests that are being answered. */
    InFlight inFlight() {
        return inFlight;
    }

    /** The clients that wait for an answer. */
    ClientWatch watch() {
        return watch;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        boolean message = request.getMethod().equals("POST") && path.equals("/");
        boolean query = path.equals(QueryEndpoint.PATH);
        boolean ingest = path.startsWith(IngestEndpoint.PATH);
        if (!message && !query && !ingest) {
            return pages.handle(request, response, callback);
        }
        String refusal = WebPages.refusal(request, login.isOpen());
        if (refusal != null) {
            PlainPages.write(response, callback, HttpStatus.FORBIDDEN_403, refusal);
        } else if (ingest) {
            ingests.handle(request, response, callback);
        } else if (query) {
            queries.handle(request, response, callback);
        } else {
            post(request, response, callback);
        }
        return true;
    }

    private void post(Request request, Response response, Callback callback) {
        String address = Request.getRemoteAddr(request);
        String id = request.getHeaders().get(REQUEST_HEADER);
        if (id != null && id.length() <= LONGEST_ID) {
            response.getHeaders().put(REQUEST_HEADER, id);
        }
        Caller caller;
        try {
            caller = login.caller(request.getHeaders().get(HttpHeader.AUTHORIZATION), address);
        } catch (StrandlineException e) {
            response.getHeaders().put(Login.CHALLENGE);
            Body.read(request, 0, callback, body -> {
                Codec codec = codecs.of(body.first());
                write(response, callback, HttpStatus.UNAUTHORIZED_401, codec, codec.encode(Errors.of(e)));
            });
            return;
        }
        Body.read(request, maxBodyBytes, callback, body -> {
            Codec codec = codecs.of(body.first());
            if (body.tooLarge()) {
                write(
                        response,
                        callback,
                        HttpStatus.PAYLOAD_TOO_LARGE_413,
                        codec,
                        codec.encode(Errors.of(Errors.tooLarge(maxBodyBytes))));
                return;
            }
            boolean admitted = inFlight.enter();
            try {
                answer(request, response, callback, codec, body, caller, address, admitted);
            } finally {
                inFlight.leave();
            }
        });
    }

    private void answer(
            Request request,
            Response response,
            Callback callback,
            Codec codec,
            Body body,
            Caller caller,
            String address,
            boolean admitted)
            throws IOException {
        int status = HttpStatus.OK_200;
        byte[] answer;
        RequestContext context = null;
        try {
            if (!admitted) {
                throw new StrandlineException(
                        ErrorCode.UNREACHABLE, "the gateway is stopping. Connect again when it is back.");
            }
            context = RequestHeaders.context(request.getHeaders(), caller, address);
            watch.begins(context, request);
            Service service = new LocalService(gateway.meta(context));
            Service.Request message = decode(codec, body.bytes());
            answer = codec.encode(Dispatch.answer(service, message));
            boolean opens = message instanceof Service.OpenConnectionRequest;
            sticky.mark(request.getHeaders(), response.getHeaders(), opens);
        } catch (Throwable failure) {
            status = HttpStatus.INTERNAL_SERVER_ERROR_500;
            answer = codec.encode(Errors.of(sticky.explained(readable(failure), request.getHeaders())));
        }
        if (context != null) {
            watch.ends(context);
            addFeedback(response, context);
        }
        write(response, callback, status, codec, answer);
    }

    /** What statements throw is readable and logged under their ids already; what else goes wrong has an id of its own. */
    private static StrandlineException readable(Throwable failure) {
        return failure instanceof StrandlineException meant
                ? meant
                : Failures.readable(failure, "request " + UUID.randomUUID());
    }

    private static Service.Request decode(Codec codec, byte[] body) {
        try {
            return codec.decode(body);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new StrandlineException(
                    ErrorCode.BAD_MESSAGE,
                    "the request's body of " + body.length + " bytes is not an Avatica message in " + codec.name()
                            + ". Use a driver that speaks Avatica's protocol.");
        }
    }

    private static void addFeedback(Response response, RequestContext context) {
        RequestHeaders.addWarnings(response, context);
        if (context.batchDone() >= 0) {
            response.getHeaders().put(BATCH_HEADER, Integer.toString(context.batchDone()));
        }
    }

    private static void write(Response response, Callback callback, int status, Codec codec, byte[] answer) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, codec.contentType());
        response.write(true, ByteBuffer.wrap(answer), callback);
    }
}
