package io.strandline.gateway.sql;

import io.strandline.sqlkit.Column;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows that a statement writes come from.
 *
 * @param query gives them, or for rows that were written out the values among them that are computed; null if none are
 * @param parameters for each {@code ?} of the query its number in the statement
 * @param bare for each column of the query the table's, if it is one of a scan whose rows can be taken as they are
 * @param rows what is made of each row of the query; for rows that were written out each of them, made of its one row
 * @param writtenOut whether the rows are VALUES
 * @param plan of the query, as EXPLAIN shows it; empty if there is none
 */
record WriteSource(
        @Nullable QueryPlan query,
        List<Integer> parameters,
        List<@Nullable Column<?>> bare,
        List<List<ValueSource>> rows,
        boolean writtenOut,
        String plan) {
    /** Where the rows come from, as EXPLAIN shows it. */
    String explained() {
        String values = writtenOut ? "  Values(rows=[" + rows.size() + "])\n" : "";
        return values + plan.lines().map(line -> "  " + line + "\n").collect(Collectors.joining());
    }
}
