package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Sends the pages of a run, those under one token so that they land with it, and again where that is safe.
 *
 * <p>The last page of rows under a token is held back until it is known to be the last: it then lands together with the
 * token, and can be sent again as a whole.
 */
final class PageSender {
    private final DriverSink sink;
    private final RowPolicy policy;
    private final Consumer<Sent> sent;
    private final RetryPolicy<PageAnswer> retries;
    private long pages;
    private @Nullable CommitToken last;
    private @Nullable CommitToken open;
    private @Nullable NumberedPage held;

    /** Whether pages of the open token are with the driver, uncommitted. */
    private boolean sentOfOpen;

    /** A page that was written, and what became of it. */
    record Sent(
            @Nullable NumberedPage page,
            long rows,
            PageAnswer answer,
            @Nullable CommitToken landed) {}

    PageSender(DriverSink sink, RunOptions options, @Nullable CommitToken last, Consumer<Sent> sent) {
        this.sink = sink;
        this.policy = options.onFailedRow() == OnFailedRow.FAIL ? RowPolicy.WHOLE_PAGE : RowPolicy.PER_ROW;
        this.last = last;
        this.sent = sent;
        this.retries = RetryPolicy.<PageAnswer>builder()
                .handleIf(this::mayPass)
                .withBackoff(Duration.ofMillis(20), Duration.ofSeconds(1))
                .withMaxAttempts(options.attempts())
                .build();
    }

    /**
     * Whether the scope has that token already, so that its pages are dropped (SNK-5). What is under another token lands before
     * that can be told: pages may come out of order.
     */
    boolean covers(@Nullable CommitToken token) {
        if (token != null) {
            leave(token);
        }
        return token != null && last != null && last.covers(token);
    }

    /** Rows that were taken and are not with the driver yet. */
    long heldRows() {
        return held == null ? 0 : held.size();
    }

    void send(NumberedPage page, @Nullable CommitToken token) {
        enter(token);
        if (token == null) {
            write(page, null);
            return;
        }
        passOnHeld();
        held = page;
    }

    void send(VectorSchemaRoot batch, long firstRow, @Nullable CommitToken token) {
        enter(token);
        passOnHeld();
        long number = pages++;
        CommitStamp stamp = token == null ? null : stamp(token, false);
        int rows = batch.getRowCount();
        PageAnswer answer = again(
                stamp,
                () -> sink.write(batch, firstRow, policy, number, stamp),
                () -> new PageAnswer(WriteReport.accepted(rows), List.of()));
        sentOfOpen = token != null;
        sent.accept(new Sent(null, rows, answer, null));
    }

    PageAnswer load(String format, InputStream bytes, @Nullable CommitToken token) {
        enter(token);
        passOnHeld();
        PageAnswer answer = sink.load(format, bytes, pages++, token == null ? null : stamp(token, false));
        sentOfOpen = token != null;
        sent.accept(new Sent(null, answer.counts().total(), answer, null));
        return answer;
    }

    /** Whether pages came under a token that has not landed. */
    boolean isTokenOpen() {
        return open != null;
    }

    /** Lands what is under the open token, if one is. */
    void complete() {
        CommitToken token = open;
        if (token == null) {
            return;
        }
        NumberedPage page = held == null ? new NumberedPage(nothing(), new long[0]) : held;
        held = null;
        write(page, stamp(token, true));
        last = token;
        open = null;
        sentOfOpen = false;
    }

    private static Page nothing() {
        return new Page(new RowSchema(List.of()), List.of());
    }

    /** Pages under another token, or none, come: those before are complete. */
    private void enter(@Nullable CommitToken token) {
        leave(token);
        open = token;
    }

    private void leave(@Nullable CommitToken other) {
        if (open != null && !open.equals(other)) {
            complete();
        }
    }

    private void passOnHeld() {
        if (held != null && open != null) {
            NumberedPage page = held;
            held = null;
            write(page, stamp(open, false));
            sentOfOpen = true;
        }
    }

    private void write(NumberedPage page, @Nullable CommitStamp stamp) {
        long number = pages++;
        PageAnswer answer = again(stamp, () -> sink.write(page, policy, number, stamp), () -> sink.written(page));
        sent.accept(new Sent(page, page.size(), answer, stamp != null && stamp.complete() ? stamp.token() : null));
    }

    private CommitStamp stamp(CommitToken token, boolean complete) {
        return new CommitStamp(requireNonNull(sink.context().scope()), token, complete);
    }

    /** Sends, and again while that can help; after a lost answer only when the scope's token was read (SNK-6). */
    private PageAnswer again(@Nullable CommitStamp stamp, Supplier<PageAnswer> write, Supplier<PageAnswer> landed) {
        return Failsafe.with(retries).get(() -> {
            try {
                return write.get();
            } catch (StrandlineException e) {
                if (e.code() != ErrorCode.OUTCOME_UNKNOWN) {
                    throw e;
                }
                if (hasLanded(stamp, e)) {
                    return landed.get();
                }
                throw new StrandlineException(
                        ErrorCode.CONFLICT,
                        "sink " + sink.description().id()
                                + ": the answer to a page was lost, and its token shows that it"
                                + " did not land. Send it again, from the scope's last token.",
                        e);
            }
        });
    }

    private boolean hasLanded(@Nullable CommitStamp stamp, StrandlineException lost) {
        // what became of single rows went with the answer
        if (stamp == null || !stamp.complete() || policy == RowPolicy.PER_ROW) {
            throw lost;
        }
        try {
            return sink.tokens()
                    .lastToken(stamp.scope(), sink.context())
                    .filter(token -> token.covers(stamp.token()))
                    .isPresent();
        } catch (StrandlineException e) {
            lost.addSuppressed(e);
            throw lost;
        }
    }

    /** Whether the same call can succeed, and nothing of its token is with the driver that would be gone. */
    private boolean mayPass(Throwable failure) {
        return failure instanceof StrandlineException e
                && e.code().retryable()
                && !sentOfOpen
                && sink.description().atomicity() == BatchAtomicity.ATOMIC;
    }
}
