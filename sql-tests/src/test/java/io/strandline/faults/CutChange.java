package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.jdbc.StrandlineStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What is changed while the connection breaks, and how it is seen. */
interface CutChange {
    /** Makes it possible. */
    void prepare(String name) throws SQLException;

    /** A statement that will make it under a key; what has to be sent before was sent. */
    Attempt on(Connection connection, String key, String name) throws SQLException;

    /** What it changes, of which all is made or nothing. */
    List<String> parts(String name);

    /** As the audit names a part. */
    String target(String part);

    /** The parts that begin so and are made, one as often as it was made. */
    List<String> made(String prefix) throws SQLException;

    /** What the audit says was done to parts that begin so. */
    default List<String> audited(Connection direct, String prefix) throws SQLException {
        return texts(
                direct, "SELECT target FROM runtime.audit WHERE state = 'DONE' AND target LIKE '%" + prefix + "%'");
    }

    /** One execution. */
    record Attempt(Statement statement, Execution execution) implements AutoCloseable {
        /** Makes it, or fails. */
        void make() throws SQLException {
            execution.run();
        }

        @Override
        public void close() throws SQLException {
            statement.close();
        }
    }

    /** What makes a change, and sees that it is made. */
    @FunctionalInterface
    interface Execution {
        void run() throws SQLException;
    }

    /** The first column of all rows. */
    static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static Attempt plain(Connection connection, String key, String sql) throws SQLException {
        Statement statement = connection.createStatement();
        statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
        return new Attempt(statement, () -> {
            try (ResultSet rows = statement.executeQuery(sql)) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBoolean("done")).isTrue();
                assertThat(rows.getString("reason")).isNull();
            }
        });
    }

    /** Makes a source known to the store. */
    record Registration(Connection direct) implements CutChange {
        @Override
        public void prepare(String name) {
            // it is not known
        }

        static String sql(String name) {
            return "CALL register_source('file', '" + name + "', 's3://bucket/" + name + "/data.csv')";
        }

        @Override
        public Attempt on(Connection connection, String key, String name) throws SQLException {
            return plain(connection, key, sql(name));
        }

        @Override
        public List<String> parts(String name) {
            return List.of(name);
        }

        @Override
        public String target(String part) {
            return "source file \"" + part + "\"";
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            return texts(direct, "SELECT source_id FROM registry.sources WHERE source_id LIKE '" + prefix + "%'");
        }
    }

    /** Makes some sources known by one batch. */
    record Batch(Registration one) implements CutChange {
        private static final int SIZE = 2;

        @Override
        public void prepare(String name) {
            // they are not known
        }

        @Override
        public Attempt on(Connection connection, String key, String name) throws SQLException {
            PreparedStatement batch = connection.prepareStatement("CALL register_source('file', ?, ?)");
            for (String part : parts(name)) {
                batch.setString(1, part);
                batch.setString(2, "s3://bucket/" + part + "/data.csv");
                batch.addBatch();
            }
            batch.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            return new Attempt(batch, () -> assertThat(batch.executeBatch()).hasSize(SIZE));
        }

        @Override
        public List<String> parts(String name) {
            return IntStream.range(0, SIZE).mapToObj(i -> name + "-" + i).toList();
        }

        @Override
        public String target(String part) {
            return one.target(part);
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            return one.made(prefix);
        }
    }

    /** Makes a table of the lake by a statement, which answers a count and no row. */
    record Creation(Connection direct) implements CutChange {
        @Override
        public void prepare(String name) {
            // it is not there
        }

        @Override
        public Attempt on(Connection connection, String key, String name) throws SQLException {
            Statement statement = connection.createStatement();
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            return new Attempt(
                    statement,
                    () -> assertThat(statement.executeUpdate("CREATE TABLE lake.scratch." + name + " (id INTEGER)"))
                            .isZero());
        }

        @Override
        public List<String> parts(String name) {
            return List.of(name);
        }

        @Override
        public String target(String table) {
            return "lake.scratch." + table;
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            return texts(
                    direct,
                    "SELECT table_name FROM catalog.tables WHERE catalog_name = 'lake' AND namespace = 'scratch'"
                            + " AND table_name LIKE '" + prefix + "%'");
        }
    }

    /** Writes a row into a table of the lake: a run, whose target is the table. */
    record Insertion(Connection direct) implements CutChange {
        private static final String TABLE = "lake.scratch.inserted";

        @Override
        public void prepare(String name) throws SQLException {
            try (Statement statement = direct.createStatement()) {
                statement.executeUpdate("CREATE TABLE IF NOT EXISTS " + TABLE + " (name VARCHAR)");
            }
        }

        @Override
        public Attempt on(Connection connection, String key, String name) throws SQLException {
            PreparedStatement insert = connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?)");
            insert.setString(1, name);
            insert.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            return new Attempt(insert, () -> assertThat(insert.executeUpdate()).isEqualTo(1));
        }

        @Override
        public List<String> parts(String name) {
            return List.of(name);
        }

        @Override
        public String target(String name) {
            return name;
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            return texts(direct, "SELECT name FROM " + TABLE + " WHERE name LIKE '" + prefix + "%'");
        }

        @Override
        public List<String> audited(Connection others, String prefix) throws SQLException {
            return made(prefix); // the audit names the table of all of them
        }
    }

    /**
     * Drops a table that nobody registered.
     *
     * @param catalog database of the catalog that holds it
     */
    record Repair(Connection catalog, List<String> prepared) implements CutChange {
        /** Another name for the table of the provable orphan: it lies in the same proved directory. */
        @Override
        public void prepare(String table) throws SQLException {
            prepared.add(table);
            try (Statement statement = catalog.createStatement()) {
                statement.executeUpdate("INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
                        + " metadata_location, previous_metadata_location, iceberg_type)"
                        + " SELECT catalog_name, table_namespace, '" + table + "', metadata_location,"
                        + " previous_metadata_location, iceberg_type FROM iceberg_tables"
                        + " WHERE table_name = 'stray_import'");
            }
        }

        @Override
        public Attempt on(Connection connection, String key, String table) throws SQLException {
            return plain(
                    connection,
                    key,
                    "CALL repair(connection => 'scratch', action => 'drop', table_name => '" + table + "')");
        }

        @Override
        public List<String> parts(String table) {
            return List.of(table);
        }

        @Override
        public String target(String table) {
            return "scratch: lake.scratch." + table;
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            List<String> there = texts(catalog, "SELECT table_name FROM iceberg_tables");
            return prepared.stream()
                    .filter(table -> table.startsWith(prefix) && !there.contains(table))
                    .toList();
        }
    }
}
