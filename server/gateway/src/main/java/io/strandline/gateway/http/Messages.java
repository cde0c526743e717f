package io.strandline.gateway.http;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.Failures;
import io.strandline.gateway.session.Gateway;
import io.strandline.gateway.session.RequestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Answers Avatica's messages: at once, or, while rows that are asked for are not there yet, later. Whatever is thrown becomes an
 * error message in the request's codec. Thread-safe.
 */
final class Messages {
    private static final String BATCH_HEADER = "Strandline-Batch-Done";

    private final Gateway gateway;
    private final Sticky sticky;
    private final InFlight inFlight;
    private final ClientWatch watch;
    private final Waiting waiting;

    Messages(Gateway gateway, Sticky sticky, InFlight inFlight, ClientWatch watch, Waiting waiting) {
        this.gateway = gateway;
        this.sticky = sticky;
        this.inFlight = inFlight;
        this.watch = watch;
        this.waiting = waiting;
    }

    /**
     * A message that is being answered.
     *
     * @param begunNanos when that began
     */
    private record Asked(Exchange exchange, RequestContext context, Service.Request message, long begunNanos) {
        HttpFields headers() {
            return exchange.request().getHeaders();
        }

        Duration waitLeft() {
            return RequestContext.LONGEST_WAIT.minusNanos(System.nanoTime() - begunNanos);
        }
    }

    /** Answers the message of that request. */
    void answer(Exchange exchange, byte[] body, Caller caller, String address) throws IOException {
        boolean admitted = inFlight.enter();
        RequestContext context = null;
        Asked asked;
        try {
            if (!admitted) {
                throw new StrandlineException(
                        ErrorCode.UNREACHABLE, "the gateway is stopping. Connect again when it is back.");
            }
            context = RequestHeaders.context(exchange.request().getHeaders(), caller, address);
            watch.begins(context, exchange.request());
            asked = new Asked(exchange, context, decode(exchange.codec(), body), System.nanoTime());
        } catch (Throwable failure) {
            try {
                end(exchange, context, HttpStatus.INTERNAL_SERVER_ERROR_500, failed(exchange, failure));
            } finally {
                inFlight.leave();
            }
            return;
        }
        if (asked.message() instanceof Service.FetchRequest) {
            asked.context().mayBeAnsweredLater();
        }
        answer(asked);
    }

    /** Answers, or waits for what there is to answer; then this is done again, in another thread. */
    private void answer(Asked asked) throws IOException {
        boolean later = false;
        try {
            Exchange exchange = asked.exchange();
            int status = HttpStatus.OK_200;
            byte[] answer;
            try {
                Service service = new LocalService(gateway.meta(asked.context()));
                Service.Response answered = Dispatch.answer(service, asked.message());
                Optional<CompletableFuture<Void>> more = asked.context().takeMore();
                later = more.isPresent()
                        && waiting.until(more.orElseThrow(), asked.waitLeft(), () -> answerLater(asked));
                if (later) {
                    return;
                }
                answer = exchange.codec().encode(answered);
                boolean opens = asked.message() instanceof Service.OpenConnectionRequest;
                sticky.mark(asked.headers(), exchange.response().getHeaders(), opens);
            } catch (Throwable failure) {
                status = HttpStatus.INTERNAL_SERVER_ERROR_500;
                answer = failed(exchange, asked.context().explained(readable(failure)));
            }
            end(exchange, asked.context(), status, answer);
        } finally {
            if (!later) {
                inFlight.leave();
            }
        }
    }

    private void answerLater(Asked asked) {
        try {
            answer(asked);
        } catch (Throwable failure) {
            asked.exchange().callback().failed(failure);
        }
    }

    private void end(Exchange exchange, @Nullable RequestContext context, int status, byte[] answer) {
        if (context != null) {
            watch.ends(context);
            RequestHeaders.addWarnings(exchange.response(), context);
            if (context.batchDone() >= 0) {
                exchange.response().getHeaders().put(BATCH_HEADER, Integer.toString(context.batchDone()));
            }
        }
        exchange.write(status, answer);
    }

    private byte[] failed(Exchange exchange, Throwable failure) throws IOException {
        HttpFields headers = exchange.request().getHeaders();
        return exchange.codec().encode(Errors.of(sticky.explained(readable(failure), headers)));
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
}
