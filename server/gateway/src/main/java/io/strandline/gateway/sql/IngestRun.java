package io.strandline.gateway.sql;

import io.strandline.common.SqlNames;
import io.strandline.sqlkit.ColumnBatches;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.TableWriter;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns on their way into a table, as one change. What makes it the same request again is where it goes and how, not what
 * comes: under a key that has ended nothing of it is read (GW-2).
 *
 * @param place catalog, schema and name of the table
 */
record IngestRun(List<String> place, TableWriter writer, ColumnBatches batches, String requestHash)
        implements JournaledChange {
    @Override
    public String name() {
        return "INGEST";
    }

    @Override
    public String shown() {
        return "INGEST " + SqlNames.dotted(place);
    }

    @Override
    public boolean keepsAnswer() {
        return true;
    }

    @Override
    public List<SqlType> answerTypes() {
        return List.of(SqlType.bigint());
    }

    @Override
    public Iterator<@Nullable Object[]> run(StatementCall call) {
        return Collections.singletonList(new @Nullable Object[] {writer.write(batches, call)})
                .iterator();
    }

    @Override
    public Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call) {
        Object count = rows.next()[0];
        return new CountAnswer(CountAnswer.signature(shown()), count == null ? 0 : ((Number) count).longValue());
    }
}
