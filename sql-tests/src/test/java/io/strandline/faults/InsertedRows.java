package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/** Inserts rows into a table of the lake, each by a statement of its own, while gateways die; and knows what it was told of each. */
final class InsertedRows {
    private final String table;
    private final DataSource gateways;
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();
    private final Set<Integer> unknown = ConcurrentHashMap.newKeySet();

    private InsertedRows(String table, DataSource gateways) {
        this.table = table;
        this.gateways = gateways;
    }

    /** Makes the table. */
    static InsertedRows into(String table, DataSource gateways) throws SQLException {
        InsertedRows rows = new InsertedRows(table, gateways);
        rows.execute("CREATE TABLE " + table + " (id INTEGER NOT NULL)");
        return rows;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = gateways.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    boolean insertUntil(BooleanSupplier enough) throws SQLException {
        for (int row = 0; !enough.getAsBoolean(); row++) {
            try {
                execute("INSERT INTO " + table + " (id) VALUES (" + row + ")");
                told.add(row);
            } catch (SQLException e) {
                assertThat(e.getSQLState()).as(e.getMessage()).isIn("40003", "08003");
                unknown.add(row);
            }
        }
        return true;
    }

    /** Returns when two more were done, as it was told. */
    void awaitMore() {
        int before = told.size();
        await().atMost(Duration.ofSeconds(60)).until(() -> told.size() > before + 1);
    }

    /** Each row that was told to be there is, once, and no other but those of which nothing is known. */
    void assertNoneLost() throws SQLException {
        List<Integer> found = new ArrayList<>();
        try (Connection connection = gateways.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM " + table)) {
            while (rows.next()) {
                found.add(rows.getInt(1));
            }
        }
        assertThat(found).containsAll(told).doesNotHaveDuplicates();
        found.removeAll(told);
        assertThat(unknown).containsAll(found);
    }
}
