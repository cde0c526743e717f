package io.strandline.gateway.session;

import io.strandline.gateway.sql.Answer;
import java.util.Iterator;
import org.apache.calcite.avatica.Meta;

/** An answer whose rows are all there. */
record ListAnswer(JdbcTable.Rows table) implements Answer {
    @Override
    public Meta.Signature signature() {
        return table.signature();
    }

    @Override
    public long updateCount() {
        return -1;
    }

    @Override
    public Iterator<Object[]> rows() {
        return table.rows().iterator();
    }

    @Override
    public void close() {
        // holds nothing
    }
}
