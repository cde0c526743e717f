package io.strandline.gateway.sql;

import io.strandline.common.SqlNames;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.TableWriter;
import io.strandline.sqlkit.WriteRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a statement writes.
 *
 * @param place catalog, schema and name of the table
 * @param columns those that each row has a value of, in the order of the values
 * @param named those whose comparison with values says which rows; empty for INSERT
 * @param set those that SET names; empty but for UPDATE
 */
record WriteTarget(
        WriteRequest.Kind kind,
        List<String> place,
        TableWriter writer,
        List<Column<?>> columns,
        List<String> named,
        List<String> set) {
    WriteTarget {
        place = List.copyOf(place);
        columns = List.copyOf(columns);
        named = List.copyOf(named);
        set = List.copyOf(set);
    }

    /** The table's name as SQL text. */
    String table() {
        return SqlNames.dotted(place);
    }

    /** As the table is asked. */
    WriteRequest request() {
        List<String> names = columns.stream().<String>map(Column::name).toList();
        Set<String> unchanged = new HashSet<>(kind == WriteRequest.Kind.INSERT ? List.of() : names);
        set.forEach(unchanged::remove);
        return new WriteRequest(kind, names, unchanged);
    }
}
