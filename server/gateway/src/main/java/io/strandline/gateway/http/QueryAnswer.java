package io.strandline.gateway.http;

import io.strandline.gateway.arrow.ArrowStream;
import io.strandline.gateway.session.LoneQueries;
import io.strandline.gateway.session.RequestContext;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneId;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** A query's rows on their way to its client. A batch is sent, and waited for, before the next one is made. */
final class QueryAnswer implements LoneQueries.Reader, AutoCloseable {
    private static final String STATEMENT = "Strandline-Statement-Id";
    private static final int BUFFER = 1 << 16;

    private final Response response;
    private final RequestContext context;
    private final Runnable sending;
    private final OutputStream out;
    private @Nullable ArrowStream stream;

    /**
     * An answer that has not begun.
     *
     * @param sending run when the first bytes are sent
     */
    QueryAnswer(Response response, RequestContext context, Runnable sending) {
        this.response = response;
        this.context = context;
        this.sending = sending;
        this.out = new BufferedOutputStream(Content.Sink.asOutputStream(response), BUFFER);
    }

    @Override
    public void begin(String statementId, RelDataType row, ZoneId zone) throws IOException {
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders()
                .put(HttpHeader.CONTENT_TYPE, ArrowStream.CONTENT_TYPE)
                .put(HttpHeader.CACHE_CONTROL, "no-store")
                .put(STATEMENT, statementId);
        RequestHeaders.addWarnings(response, context);
        stream = ArrowStream.begin(row, zone, out);
    }

    @Override
    public void rows(List<@Nullable Object[]> rows) throws IOException {
        // first: a client that reads nothing holds up the write already, and has to be watched by then
        sending.run();
        stream().write(rows);
        out.flush();
    }

    @Override
    public void end() throws IOException {
        stream().end();
        out.close();
    }

    private ArrowStream stream() {
        if (stream == null) {
            throw new IllegalStateException("not begun");
        }
        return stream;
    }

    /** Frees its memory. What was not ended stays without an end. */
    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
    }
}
