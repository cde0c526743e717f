package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.SlowRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an answer that are still to be sent, in frames bounded by rows, bytes and time: what a slow source has given is
 * sent, not kept until there is more. Used by one thread at a time.
 */
final class Cursor {
    /** A frame that has rows ends then. */
    private static final long FRAME_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long BETWEEN_CHECKPOINTS_NANOS = Duration.ofMillis(200).toNanos();

    /** The clock is looked at for each of so many first rows, and later for one in so many: a slow source is found early. */
    private static final int ROWS_A_LOOK = 16;

    private final Execution execution;
    private final Answer answer;
    private final Iterator<@Nullable Object[]> rows;
    private final SessionSettings settings;
    private final RoleLimits limits;
    private final long maxRows;
    private long position;
    private long bytes;
    private volatile boolean follows;

    /**
     * A cursor before its first row.
     *
     * @param maxRows rows after which it ends without an error; {@link Long#MAX_VALUE} for all
     */
    Cursor(Execution execution, Answer answer, SessionSettings settings, long maxRows) {
        this(execution, answer, answer.rows(), settings, maxRows);
    }

    /** The same over another form of the answer's rows. */
    Cursor(
            Execution execution,
            Answer answer,
            Iterator<@Nullable Object[]> rows,
            SessionSettings settings,
            long maxRows) {
        this.execution = execution;
        this.answer = answer;
        this.rows = rows;
        this.settings = settings;
        this.limits = settings.of(execution.caller().role());
        this.maxRows = maxRows;
    }

    /** The execution whose rows these are. */
    Execution execution() {
        return execution;
    }

    /** How many rows were sent. */
    long position() {
        return position;
    }

    /** Whether there was no row yet, and it waited for what was to come: that does not count as running (GW-8). */
    boolean follows() {
        return follows;
    }

    /** How long its statement ran in the requests before; who follows has as long for each, since waiting is no running. */
    Duration spent() {
        return follows ? Duration.ZERO : execution.spent();
    }

    /** Stops it and frees what it holds. Idempotent, from any thread. */
    void close() {
        answer.close();
    }

    /**
     * The next frame; the last one says that it is done. While there is no row it waits in this thread for {@link
     * RequestContext#LONGEST_WAIT}, and is empty then.
     *
     * @param wanted most rows of it; zero or less for as many as the settings say
     */
    Meta.Frame next(int wanted) {
        long begun = System.nanoTime();
        Meta.Frame frame = ready(wanted);
        while (isEmptyYet(frame) && System.nanoTime() - begun < RequestContext.LONGEST_WAIT.toNanos()) {
            ((SlowRows) rows).awaitMore(BETWEEN_CHECKPOINTS_NANOS);
            frame = ready(wanted);
        }
        return frame;
    }

    /** The same for a request that may be answered later: it waits without a thread. */
    Meta.Frame next(int wanted, RequestContext request) {
        if (!request.mayWait()) {
            return next(wanted);
        }
        Meta.Frame frame = ready(wanted);
        if (isEmptyYet(frame)) {
            request.waits(execution, ((SlowRows) rows).more());
        }
        return frame;
    }

    private static boolean isEmptyYet(Meta.Frame frame) {
        return !frame.done && ((List<?>) frame.rows).isEmpty();
    }

    /** What is there now. */
    Meta.Frame ready(int wanted) {
        int most = wanted > 0 ? wanted : settings.frameRows();
        List<Object> frame = new ArrayList<>(Math.min(most, 100));
        long start = position;
        long frameBytes = 0;
        long begun = System.nanoTime();
        Next next = next();
        while (next == Next.THERE
                && frame.size() < most
                && frameBytes < settings.frameBytes()
                && !takesLong(frame.size(), begun)) {
            @Nullable Object[] row = rows.next();
            frameBytes += RowSize.of(row);
            frame.add(row);
            position++;
            next = next();
        }
        execution.checkpoint();
        bytes += frameBytes;
        requireWithinLimits();
        execution.sent(position - start);
        follows |= next == Next.NOT_YET;
        return new Meta.Frame(start, next == Next.NONE, frame);
    }

    /** What is known of the next row. */
    private enum Next {
        THERE,
        NONE,
        NOT_YET
    }

    private Next next() {
        if (position >= maxRows) {
            return Next.NONE;
        }
        if (!(rows instanceof SlowRows slow)) {
            return rows.hasNext() ? Next.THERE : Next.NONE;
        }
        return slow.hasNextYet().map(there -> there ? Next.THERE : Next.NONE).orElse(Next.NOT_YET);
    }

    private static boolean takesLong(int rowsSoFar, long begun) {
        boolean looks = rowsSoFar > 0 && (rowsSoFar < ROWS_A_LOOK || rowsSoFar % ROWS_A_LOOK == 0);
        return looks && System.nanoTime() - begun > FRAME_NANOS;
    }

    private void requireWithinLimits() {
        if (position > limits.rows()) {
            throw tooLarge("rows", limits.rows());
        }
        if (bytes > limits.answerBytes()) {
            throw tooLarge("answer_bytes", limits.answerBytes());
        }
    }

    private StrandlineException tooLarge(String setting, long limit) {
        return new StrandlineException(
                ErrorCode.LIMIT_EXCEEDED,
                "the answer is larger than the " + limit + " that server.limits."
                        + Text.lower(execution.caller().role().name()) + "." + setting
                        + " allows. Ask for less, or raise the limit.");
    }
}
