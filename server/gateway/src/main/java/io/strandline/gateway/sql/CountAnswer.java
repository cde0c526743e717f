package io.strandline.gateway.sql;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta;

/** The answer of a statement that was carried out and has no rows: how many it changed. */
public record CountAnswer(Meta.Signature signature, long updateCount) implements Answer {
    /** The answer of a statement that changes no rows. */
    public CountAnswer(Meta.Signature signature) {
        this(signature, 0);
    }

    /** What describes a statement without columns. */
    public static Meta.Signature signature(String sql) {
        return new Meta.Signature(
                List.of(), sql, List.of(), Map.of(), Meta.CursorFactory.LIST, Meta.StatementType.OTHER_DDL);
    }

    @Override
    public Iterator<Object[]> rows() {
        return Collections.emptyIterator();
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
