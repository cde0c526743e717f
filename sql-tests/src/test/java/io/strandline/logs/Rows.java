package io.strandline.logs;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Rows of an answer as texts, with bars between their columns. */
final class Rows {
    private Rows() {}

    static List<String> of(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(next(found));
            }
        }
        return rows;
    }

    /** The row an answer is at. */
    static String next(ResultSet found) throws SQLException {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
            row.add(found.getString(i));
        }
        return String.join("|", row);
    }
}
