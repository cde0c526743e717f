package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The questions of {@link CatalogBench} as a server takes them over JDBC; its catalog is called {@link LakeOfMany#NAME}.
 *
 * @param columns counts all columns
 * @param snapshots the snapshots of one table, all that is told of them
 * @param files adds up the bytes of all data files of the big table
 * @param partition adds up the bytes of the files of one partition of it
 */
record CatalogQuestions(String columns, String snapshots, String files, String partition) {
    private static final int ONE = 25;

    static CatalogQuestions ofStrandline() {
        return new CatalogQuestions(
                "SELECT COUNT(*) FROM catalog.columns WHERE catalog_name = 'lake'",
                "SELECT * FROM catalog.snapshots WHERE catalog_name = 'lake' AND namespace = '"
                        + LakeOfMany.namespace(ONE) + "' AND table_name = '" + LakeOfMany.table(ONE) + "'",
                "SELECT SUM(file_size_bytes), COUNT(*) FROM catalog.files WHERE catalog_name = 'lake' AND namespace = 'big'"
                        + " AND table_name = 'big'",
                "SELECT SUM(file_size_bytes), COUNT(*) FROM catalog.files WHERE catalog_name = 'lake' AND namespace = 'big'"
                        + " AND table_name = 'big' AND partition_values = '{\"part\":" + LakeOfMany.partition() + "}'");
    }

    static CatalogQuestions ofTrino() {
        return new CatalogQuestions(
                "SELECT COUNT(*) FROM lake.information_schema.columns WHERE table_schema NOT IN"
                        + " ('information_schema', 'system')",
                "SELECT * FROM lake." + LakeOfMany.namespace(ONE) + ".\"" + LakeOfMany.table(ONE) + "$snapshots\"",
                "SELECT SUM(file_size_in_bytes), COUNT(*) FROM lake.big.\"big$files\"",
                "SELECT SUM(file_size_in_bytes), COUNT(*) FROM lake.big.\"big$files\" WHERE partition.part = "
                        + LakeOfMany.partition());
    }

    /** Asks them all, the count of all columns first. Lines are named {@code catalog.PEER.QUESTION}. */
    List<Line> ask(String peer, Connection connection) throws Exception {
        String name = CatalogBench.NAME + peer + ".";
        String namespace = LakeOfMany.namespace(ONE);
        String table = LakeOfMany.table(ONE);
        List<Line> lines = new ArrayList<>();
        lines.addAll(Timing.of(name + "columns", 9, () -> value(connection, columns)));
        lines.addAll(Timing.of(
                name + "columns_fetched",
                5,
                () -> rows(connection.getMetaData().getColumns(LakeOfMany.NAME, null, "%", "%"))));
        lines.addAll(Timing.of(
                name + "tables", 15, () -> rows(connection.getMetaData().getTables(LakeOfMany.NAME, null, "%", null))));
        lines.addAll(Timing.of(
                name + "point",
                199,
                () -> rows(connection.getMetaData().getColumns(LakeOfMany.NAME, namespace, table, "%"))));
        lines.addAll(Timing.of(name + "snapshots", 199, () -> rows(connection, snapshots)));
        lines.addAll(Timing.of(name + "files", 7, () -> value(connection, files)));
        lines.addAll(Timing.of(name + "partition", 9, () -> value(connection, partition)));
        return lines;
    }

    /** The first value of the first row. */
    static long value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static long rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return rows(statement.executeQuery(sql));
        }
    }

    /** Reads every value, as a tool does. */
    private static long rows(ResultSet set) throws SQLException {
        try (ResultSet rows = set) {
            int columns = rows.getMetaData().getColumnCount();
            long count = 0;
            while (rows.next()) {
                for (int column = 1; column <= columns; column++) {
                    rows.getObject(column);
                }
                count++;
            }
            return count;
        }
    }
}
