package io.strandline.bench;

import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.IntFunction;

/** A store of very many registrations on one connection, and the floor: the same rows by plain JDBC. */
final class ScaleStore implements AutoCloseable {
    static final String CONNECTION = "scratch";

    final StoreDatabase database;

    private ScaleStore(StoreDatabase database) {
        this.database = database;
    }

    /** A registration's table and location. */
    record Row(String name, String location) {}

    static ScaleStore open(String url) {
        return new ScaleStore(StoreDatabase.open(StoreOptions.of(url), "registry", "reconcile"));
    }

    static String sqlite(Path folder) {
        return "jdbc:sqlite:" + folder.resolve("store.db");
    }

    void register(int count, String catalog, String namespace, IntFunction<Row> row) {
        String sql = "INSERT INTO registration (registration_id, connection_name, catalog_name, namespace, table_name,"
                + " folded_name, location, source_kind, registered_by, registered_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, 'file', 'ada', 0)";
        database.change(dsl -> dsl.connection(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                for (int i = 0; i < count; i++) {
                    Row one = row.apply(i);
                    insert.setString(1, "r" + i);
                    insert.setString(2, CONNECTION);
                    insert.setString(3, catalog);
                    insert.setString(4, namespace);
                    insert.setString(5, one.name());
                    insert.setString(6, one.name());
                    insert.setString(7, one.location());
                    insert.addBatch();
                    if (i % 5_000 == 4_999) {
                        insert.executeBatch();
                    }
                }
                insert.executeBatch();
            }
        }));
        if (database.dialect() == Dialect.POSTGRESQL) {
            database.change(dsl -> dsl.execute("ANALYZE registration"));
        }
    }

    /**
     * Streams the registrations and merges them with names and locations in memory, and nothing else.
     *
     * @return how many are as listed, lie elsewhere, are not registered, are not there
     */
    int[] floor(String catalog, String namespace, String[] names, String[] locations) {
        return database.read(
                dsl -> dsl.connectionResult(connection -> merge(connection, catalog, namespace, names, locations)));
    }

    private static int[] merge(
            Connection connection, String catalog, String namespace, String[] names, String[] locations)
            throws SQLException {
        int[] counts = new int[4];
        int at = 0;
        try (PreparedStatement query = connection.prepareStatement("SELECT table_name, location FROM registration"
                + " WHERE connection_name = ? AND catalog_name = ? AND namespace = ? ORDER BY table_name")) {
            query.setFetchSize(10_000);
            query.setString(1, CONNECTION);
            query.setString(2, catalog);
            query.setString(3, namespace);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String name = rows.getString(1);
                    int order = -1;
                    while (at < names.length && (order = names[at].compareTo(name)) < 0) {
                        counts[2]++;
                        at++;
                    }
                    if (at < names.length && order == 0) {
                        counts[locations[at].equals(rows.getString(2)) ? 0 : 1]++;
                        at++;
                    } else {
                        counts[3]++;
                    }
                }
            }
        }
        counts[2] += names.length - at;
        return counts;
    }

    @Override
    public void close() {
        database.close();
    }
}
