package io.strandline.jdbc.internal.wire;

import io.strandline.jdbc.internal.connect.ConnectionSettings;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.apache.calcite.avatica.remote.Service.CloseConnectionRequest;
import org.apache.calcite.avatica.remote.Service.ErrorResponse;
import org.apache.calcite.avatica.remote.Service.OpenConnectionRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.hc.core5.http.NoHttpResponseException;

/**
 * One session at a gateway: sends Avatica's requests, each at most once, and says in an {@link SQLException} what became
 * of one that failed. Thread-safe.
 */
public final class Session implements AutoCloseable {
    private final String id;
    private final String place;
    private final HttpTransport transport;
    private volatile Duration networkTimeout;
    private volatile boolean gone;

    /** A session that is not open yet; no I/O. */
    public Session(String id, ConnectionSettings settings, Tls tls, Duration networkTimeout) {
        this.id = id;
        this.place = settings.url().hostAndPort();
        this.transport = new HttpTransport(settings, tls);
        this.networkTimeout = networkTimeout;
    }

    /** The connection id that every request carries. */
    public String id() {
        return id;
    }

    /** Whether it was closed or aborted here. */
    public boolean isGone() {
        return gone;
    }

    /** Longest wait for an answer; zero for none. */
    public void setNetworkTimeout(Duration limit) {
        this.networkTimeout = limit;
    }

    /** Opens the session; {@code info} holds its properties and never the login. */
    public void open(Map<String, String> info) throws SQLException {
        try {
            send(new OpenConnectionRequest(id, info), Response.class, Call.question());
        } catch (SQLException e) {
            // as one that speaks TLS does to who does not
            if (e.getCause() instanceof NoHttpResponseException || e.getCause() instanceof SocketException) {
                throw SqlErrors.of(
                        SqlState.CANNOT_CONNECT,
                        "cannot connect to " + place + ": it closed the connection without an answer. If it speaks TLS,"
                                + " set ssl=true",
                        e);
            }
            throw e;
        }
    }

    /** Ends the session at the gateway if it can be reached, and frees every socket. */
    @Override
    public void close() throws SQLException {
        try {
            if (!gone) {
                send(new CloseConnectionRequest(id), Response.class, Call.question());
            }
        } finally {
            gone = true;
            transport.close();
        }
    }

    /** Frees every socket at once and tells the gateway nothing. */
    public void abort() {
        gone = true;
        transport.abort();
    }

    /**
     * Sends a request, once.
     *
     * @throws SQLException what the gateway said, or 08001 if it was not sent, 40003 if it is a change whose answer was
     *     lost, 08006 if it is none
     */
    public <T extends Response> T send(Request request, Class<T> expected, Call call) throws SQLException {
        if (gone) {
            throw SqlErrors.of(SqlState.CONNECTION_GONE, "the session at " + place + " is gone; connect again");
        }
        byte[] message = SmileCodec.encode(request);
        Response response;
        try {
            HttpAnswer answer = transport.post(message, call, call.networkTimeout(networkTimeout));
            call.feedback(answer.warnings(), answer.batchDone());
            response = Answers.read(answer, place);
        } catch (NotSentException e) {
            throw cannotConnect(e);
        } catch (IOException e) {
            throw lost(e, call);
        }
        if (response instanceof ErrorResponse) {
            throw Answers.toException((ErrorResponse) response);
        }
        if (!expected.isInstance(response)) {
            throw SqlErrors.of(
                    SqlState.CONNECTION_FAILED,
                    place + " answered with " + response.getClass().getSimpleName() + ", not with "
                            + expected.getSimpleName());
        }
        return expected.cast(response);
    }

    private SQLException cannotConnect(NotSentException e) {
        Throwable cause = e.getCause();
        if (gone) {
            return SqlErrors.of(SqlState.CONNECTION_GONE, "the connection to " + place + " was aborted", e);
        }
        String why = cause instanceof UnknownHostException
                ? "the host name is unknown. Is it written right?"
                : cause instanceof InterruptedIOException
                        ? "it did not answer in time. Is the gateway running there?"
                        : cause instanceof SSLException
                                ? "TLS failed (" + e.getMessage() + "). Does the gateway speak TLS there, and is its"
                                        + " certificate one that the JVM, or the file that sslTrust names, trusts?"
                                : e.getMessage() + ". Is the gateway running there?";
        return SqlErrors.of(SqlState.CANNOT_CONNECT, "cannot connect to " + place + ": " + why, e);
    }

    private SQLException lost(IOException e, Call call) {
        String why = e instanceof InterruptedIOException && !gone
                ? "none came within " + call.networkTimeout(networkTimeout).toMillis() + " ms"
                : String.valueOf(e.getMessage());
        if (!call.isChange()) {
            return SqlErrors.of(
                    SqlState.CONNECTION_FAILED,
                    "the answer from " + place + " was lost (" + why + "); it was not a change and may be run again",
                    e);
        }
        return SqlErrors.of(
                SqlState.UNKNOWN_OUTCOME,
                "the answer from " + place + " was lost (" + why
                        + "): whether the statement took effect is unknown. Ask "
                        + "SELECT * FROM runtime.statements WHERE " + call.whereItIs()
                        + ", or execute the same again under key " + call.idempotencyKey() + ": it runs at most once",
                e);
    }
}
