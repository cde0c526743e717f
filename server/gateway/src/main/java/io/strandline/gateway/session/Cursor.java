package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.Answer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/**
 * The rows of an answer that are still to be sent, in frames bounded by rows and bytes. Used by one thread at a time.
 */
final class Cursor {
    private final Execution execution;
    private final Answer answer;
    private final Iterator<Object[]> rows;
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
        this.execution = execution;
        this.answer = answer;
        this.rows = answer.rows();
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
        boolean more = position < maxRows && rows.hasNext();
        while (more && frame.size() < most && frameBytes < settings.frameBytes()) {
            Object[] row = rows.next();
            frameBytes += RowSize.of(row);
            frame.add(row);
            position++;
            more = position < maxRows && rows.hasNext();
        }
        execution.checkpoint();
        bytes += frameBytes;
        requireWithinLimits();
        execution.sent(position - start);
        return new Meta.Frame(start, !more, frame);
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
