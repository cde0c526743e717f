package io.strandline.gateway.sql;

import io.strandline.sqlkit.SqlType;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A changing statement of one execution, everything bound and checked that can be without a change: what the journal keeps of
 * it, and how it is run (GW-1).
 */
public interface JournaledChange {
    /** As messages name it. */
    String name();

    /** Its text for the journal, which masks secrets in it and keeps a screen of it. */
    String shown();

    /** What makes two executions the same request (GW-2). */
    String requestHash();

    /** Whether its answer may be kept, holding no secrets. */
    boolean keepsAnswer();

    /** Types of what is kept of the answer, a column each. */
    List<SqlType> answerTypes();

    /** Makes the change while what it gives is read; the rows are what is kept, in Calcite's representation. */
    Iterator<@Nullable Object[]> run(StatementCall call);

    /**
     * What is answered when those were its rows, now or when it ran before.
     *
     * @param call closed with the answer
     */
    Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call);
}
