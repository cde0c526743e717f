package io.strandline.gateway.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;

/** The shape of an answer of JDBC's metadata: columns as {@link java.sql.DatabaseMetaData} specifies them. */
final class JdbcTable {
    private final Meta.Signature signature;

    private JdbcTable(List<ColumnMetaData> columns) {
        this.signature = new Meta.Signature(
                columns, "", List.of(), Map.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
    }

    /** Columns as {@code NAME} for text, {@code NAME:int} and {@code NAME:short} for numbers, {@code NAME:bool}. */
    static JdbcTable of(String... columns) {
        List<ColumnMetaData> list = new ArrayList<>();
        for (String column : columns) {
            int colon = column.indexOf(':');
            String name = colon < 0 ? column : column.substring(0, colon);
            Class<?> type = switch (colon < 0 ? "text" : column.substring(colon + 1)) {
                case "text" -> String.class;
                case "int" -> Integer.class;
                case "short" -> Short.class;
                case "bool" -> Boolean.class;
                default -> throw new IllegalArgumentException("no such type in " + column);
            };
            list.add(MetaImpl.columnMetaData(name, list.size(), type, true));
        }
        return new JdbcTable(List.copyOf(list));
    }

    /** An answer of this shape. */
    Rows rows(List<Object[]> rows) {
        return new Rows(signature, rows);
    }

    /** An answer: its columns and all of its rows. */
    record Rows(Meta.Signature signature, List<Object[]> rows) {}
}
