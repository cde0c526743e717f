package io.strandline.jdbc.internal.metadata;

import io.strandline.jdbc.internal.client.GatewayResultSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the rows of one metadata result, each column named as it is set. Not thread-safe. */
final class Rows {
    private final Layout layout;
    private final List<List<@Nullable Object>> rows = new ArrayList<>();
    private @Nullable List<@Nullable Object> row;

    Rows(Layout layout) {
        this.layout = layout;
    }

    /** A result without rows. */
    static ResultSet none(Layout layout) throws SQLException {
        return new Rows(layout).toResultSet();
    }

    /** Begins a row whose columns are all null. */
    Rows add() {
        List<@Nullable Object> begun = Arrays.asList(new Object[layout.columns().size()]);
        rows.add(begun);
        row = begun;
        return this;
    }

    /** Sets a column of the row last begun. */
    Rows set(String column, @Nullable Object value) {
        if (row != null) {
            row.set(layout.index(column), value);
        }
        return this;
    }

    /** Sorts by columns in turn, names by code point. */
    Rows sortBy(String... columns) {
        Map<String, Integer> indexes = new HashMap<>();
        for (String column : columns) {
            indexes.put(column, layout.index(column));
        }
        rows.sort((a, b) -> {
            for (String column : columns) {
                int index = indexes.getOrDefault(column, 0);
                int order = ORDER.compare(a.get(index), b.get(index));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        });
        return this;
    }

    private static final Comparator<@Nullable Object> ORDER = Comparator.nullsFirst((a, b) -> a instanceof Number
            ? Long.compare(((Number) a).longValue(), ((Number) b).longValue())
            : a.toString().compareTo(b.toString()));

    ResultSet toResultSet() throws SQLException {
        return GatewayResultSet.of(layout.columns(), rows, ZoneOffset.UTC);
    }
}
