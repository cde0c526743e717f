package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.ColumnBatches;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.TableWriter;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Columns on their way into a table, as one change. What makes it the same request again is where it goes and how, and then, as
 * that is known only when all is read, what came: it is kept with the answer, and compared before that is given again (GW-2).
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
        return List.of(SqlType.bigint(), SqlType.text().orNull());
    }

    @Override
    public Iterator<@Nullable Object[]> run(StatementCall call) {
        long count = writer.write(batches, call);
        return Collections.singletonList(
                        new @Nullable Object[] {count, batches.digest().orElse(null)})
                .iterator();
    }

    @Override
    public Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call) {
        @Nullable Object[] kept = rows.next();
        if (!Objects.equals(kept[1], batches.digest().orElse(null))) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    shown() + ": other columns were written under this key before; these were not. Send the bytes of"
                            + " then for the answer of then, or these under a key of their own.");
        }
        Object count = kept[0];
        return new CountAnswer(CountAnswer.signature(shown()), count == null ? 0 : ((Number) count).longValue());
    }
}
