package io.strandline.gateway.http;

import io.strandline.common.Caller;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.Gateway;
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
    /** A client's name for its request is repeated in the answer: one that comes twice is not taken for another's (GW-1). */
    private static final String REQUEST_HEADER = "Strandline-Request";

    private static final int LONGEST_ID = 100;

    /** A batch may be larger in memory than a message is allowed to be, since it is compressed and is let go of at once. */
    private static final int BATCH_TIMES = 16;

    private final Login login;
    private final int maxBodyBytes;
    private final PlainPages pages;
    private final Messages messages;
    private final QueryEndpoint queries;
    private final IngestEndpoint ingests;
    private final Codecs codecs = new Codecs();
    private final InFlight inFlight = new InFlight();
    private final ClientWatch watch = new ClientWatch();
    private final Waiting waiting = new Waiting();

    GatewayHandler(Gateway gateway, Login login, int maxBodyBytes, PlainPages pages, Sticky sticky) {
        this.login = login;
        this.maxBodyBytes = maxBodyBytes;
        this.pages = pages;
        this.messages = new Messages(gateway, sticky, inFlight, watch, waiting);
        this.queries = new QueryEndpoint(gateway.loneQueries(), login, maxBodyBytes, inFlight, watch);
        this.ingests =
                new IngestEndpoint(gateway.loneWrites(), login, (long) BATCH_TIMES * maxBodyBytes, inFlight, watch);
    }

    /** The requests that are being answered. */
    InFlight inFlight() {
        return inFlight;
    }

    /** Those of them that wait for rows. */
    Waiting waiting() {
        return waiting;
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
                Exchange exchange = new Exchange(request, response, callback, codecs.of(body.first()));
                exchange.write(HttpStatus.UNAUTHORIZED_401, Errors.of(e));
            });
            return;
        }
        Body.read(request, maxBodyBytes, callback, body -> {
            Exchange exchange = new Exchange(request, response, callback, codecs.of(body.first()));
            if (body.tooLarge()) {
                exchange.write(HttpStatus.PAYLOAD_TOO_LARGE_413, Errors.of(Errors.tooLarge(maxBodyBytes)));
            } else {
                messages.answer(exchange, body.bytes(), caller, address);
            }
        });
    }
}
