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
import java.util.Optional;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an answer that are still to be sent, in frames bounded by rows, bytes and time: what a slow source has given is
 * sent, not kept until there is more. Used by one thread at a time.
 */
final class Cursor {
    /** A frame that has rows ends then. */
    private static final long FRAME_NANOS = Duration.ofSeconds(1).toNanos();

    /** A frame that has none ends then, if more may come. */
    private static final long IDLE_NANOS = Duration.ofSeconds(5).toNanos();

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

    /** Stops it and frees what it holds. Idempotent, from any thread. */
    void close() {
        answer.close();
    }

    /**
     * The next frame; the last one says that it is done.
     *
     * @param wanted most rows of it; zero or less for as many as the settings say
     */
    Meta.Frame next(int wanted) {
        int most = wanted > 0 ? wanted : settings.frameRows();
        List<Object> frame = new ArrayList<>(Math.min(most, 100));
        long start = position;
        long frameBytes = 0;
        long begun = System.nanoTime();
        Next next = next(frame, begun);
        while (next == Next.THERE
                && frame.size() < most
                && frameBytes < settings.frameBytes()
                && !takesLong(frame.size(), begun)) {
            @Nullable Object[] row = rows.next();
            frameBytes += RowSize.of(row);
            frame.add(row);
            position++;
            next = next(frame, begun);
        }
        execution.checkpoint();
        bytes += frameBytes;
        requireWithinLimits();
        execution.sent(position - start);
        return new Meta.Frame(start, next == Next.NONE, frame);
    }

    /** What is known of the next row. */
    private enum Next {
        THERE,
        NONE,
        NOT_YET
    }

    /** Rows that are there do not wait for one that is not, and nobody waits for ever. */
    private Next next(List<Object> frame, long begun) {
        if (position >= maxRows) {
            return Next.NONE;
        }
        if (!(rows instanceof SlowRows slow)) {
            return rows.hasNext() ? Next.THERE : Next.NONE;
        }
        Optional<Boolean> known = slow.hasNextYet();
        while (known.isEmpty() && frame.isEmpty() && System.nanoTime() - begun < IDLE_NANOS) {
            execution.checkpoint();
            known = slow.hasNextYet();
        }
        return known.map(there -> there ? Next.THERE : Next.NONE).orElse(Next.NOT_YET);
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
