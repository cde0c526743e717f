package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One question to a table of {@code information_schema}: names that are known are asked for, patterns are matched here
 * (the gateway's LIKE and JDBC's patterns are not the same). One request. Not thread-safe.
 */
final class SystemQuery {
    private static final int FETCH_SIZE = 10_000;

    private final String select;
    private final List<String> conditions = new ArrayList<>();
    private final List<Filter> filters = new ArrayList<>();
    private boolean impossible;

    /** Takes one row of an answer. */
    interface Taking {
        void take(ResultSet row) throws SQLException;
    }

    private interface Filter {
        boolean keeps(ResultSet row) throws SQLException;
    }

    /** Asks with a {@code SELECT ... FROM ...} that has no WHERE. */
    SystemQuery(String select) {
        this.select = select;
    }

    /** Only rows whose column is exactly this. */
    SystemQuery is(String column, String value) {
        conditions.add(column + " = " + literal(value));
        return this;
    }

    /** A catalog or schema given by name: null does not narrow, and nothing is without one ({@code ""}). */
    SystemQuery named(String column, @Nullable String value) {
        if (value == null) {
            return this;
        }
        impossible |= value.isEmpty();
        return is(column, value);
    }

    /** Only rows whose column a JDBC pattern matches. */
    SystemQuery like(String column, @Nullable String pattern) {
        if (pattern == null || pattern.equals("%")) {
            return this;
        }
        NamePattern names = NamePattern.of(pattern);
        Optional<String> only = names.only();
        if (only.isPresent()) {
            return named(column, only.orElseThrow());
        }
        filters.add(row -> names.matches(String.valueOf(row.getString(plain(column)))));
        return this;
    }

    /** Only rows whose column is one of these; null does not narrow. */
    SystemQuery oneOf(String column, String @Nullable [] values) {
        if (values == null) {
            return this;
        }
        impossible |= values.length == 0;
        List<String> literals = new ArrayList<>();
        for (String value : values) {
            literals.add(literal(value));
        }
        conditions.add(column + " IN (" + String.join(", ", literals) + ")");
        return this;
    }

    /** Asks, if anything can match at all. */
    void forEach(Connection connection, Taking taking) throws SQLException {
        if (impossible) {
            return;
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = statement.executeQuery(select + where)) {
                while (rows.next()) {
                    if (keeps(rows)) {
                        taking.take(rows);
                    }
                }
            }
        }
    }

    private boolean keeps(ResultSet row) throws SQLException {
        for (Filter filter : filters) {
            if (!filter.keeps(row)) {
                return false;
            }
        }
        return true;
    }

    private static String plain(String column) {
        return column.substring(column.indexOf('.') + 1);
    }

    private static String literal(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
