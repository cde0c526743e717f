package io.strandline.manifests;

import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A gateway whose store commits manifests, and a connection to it. */
final class ManifestGateway implements AutoCloseable {
    private final Path store;
    private final StrandlineGateway gateway;
    private final Connection connection;

    private ManifestGateway(Path store, StrandlineGateway gateway) throws SQLException {
        this.store = store;
        this.gateway = gateway;
        this.connection = DriverManager.getConnection(gateway.jdbcUrl());
    }

    /**
     * A gateway with its own store in that directory.
     *
     * @param location below which datasets lie
     * @param more lines of the configuration
     */
    static ManifestGateway start(Path directory, String location, String... more) throws IOException, SQLException {
        Path store = directory.resolve("store.db");
        List<String> lines = new ArrayList<>(List.of(
                "server: { listen: \"127.0.0.1:0\" }",
                "store: { url: \"jdbc:sqlite:" + store + "\" }",
                "manifests: { locations: [\"" + location + "\"] }"));
        lines.addAll(List.of(more));
        Path config = Files.write(directory.resolve("strandline.yaml"), lines);
        return new ManifestGateway(store, StrandlineGateway.start(new ConfigReader(name -> null).read(config)));
    }

    /** The rows of an answer as texts. */
    List<List<@Nullable String>> rows(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<List<@Nullable String>> all = new ArrayList<>();
                while (rows.next()) {
                    List<@Nullable String> row = new ArrayList<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        row.add(rows.getString(i));
                    }
                    all.add(row);
                }
                return all;
            }
        }
    }

    List<List<@Nullable String>> commit(String base, String staging, long size) throws SQLException {
        return rows("CALL commit_manifest(base_uri => ?, staging_path => ?, size_bytes => ?)", base, staging, size);
    }

    /** Records a claim as a process does that dies after it: nothing else is done. */
    void claim(long version, String staging, long size) throws SQLException {
        try (Connection index = DriverManager.getConnection("jdbc:sqlite:" + store);
                PreparedStatement insert = index.prepareStatement("INSERT INTO manifest_version (dataset_id, version,"
                        + " path, size_bytes, committer, committed_at) SELECT dataset_id, ?, ?, ?, 'ada', 0 FROM"
                        + " manifest_dataset")) {
            insert.setLong(1, version ^ Long.MIN_VALUE);
            insert.setString(2, staging);
            insert.setLong(3, size);
            insert.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        gateway.close();
    }
}
