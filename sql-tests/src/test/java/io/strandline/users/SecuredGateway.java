package io.strandline.users;

import io.strandline.fixture.DemoGateway;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.gateway.http.Passwords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The gateway of a lake that has drifted, with users: two readers, an operator and an admin. */
final class SecuredGateway implements AutoCloseable {
    /** Password of every user. It is also what must never be seen anywhere: case 51's, with a canary in it. */
    static final String PASSWORD = "p;w=d'x\" &ü canary-71c2";

    /** A part of it that no encoding changes. */
    static final String CANARY = "canary-71c2";

    /** Nobody listens there. */
    private static final String WEBHOOK = "    notify: { url: \"http://127.0.0.1:1/" + CANARY + "?" + CANARY
            + "\", secret: \"secret-" + CANARY + "\" }\n";

    private final StrandlineGateway gateway;

    private SecuredGateway(StrandlineGateway gateway) {
        this.gateway = gateway;
    }

    static SecuredGateway start(Path folder) throws IOException {
        return start(folder, "");
    }

    /** The same with more lines of the section {@code server}. */
    static SecuredGateway start(Path folder, String server) throws IOException {
        Path config = folder.resolve("strandline.yaml");
        DemoGateway.start(folder).close();
        String hash = Passwords.hash(PASSWORD);
        StringBuilder users = new StringBuilder("  users:\n");
        for (String user : List.of("ada: admin", "olga: operator", "rita: reader", "rosa: reader")) {
            String[] parts = user.split(": ");
            users.append("    ")
                    .append(parts[0])
                    .append(": { password_hash: \"")
                    .append(hash)
                    .append("\", role: ")
                    .append(parts[1])
                    .append(" }\n");
        }
        String secured = Files.readString(config)
                .replace("store:\n", users + server + "store:\n")
                .replace("    type: jdbc\n", "    type: jdbc\n    jdbc.password: \"" + CANARY + "\"\n")
                .replace("    namespace: scratch\n", "    namespace: scratch\n" + WEBHOOK);
        Files.writeString(config, secured);
        return new SecuredGateway(StrandlineGateway.start(new ConfigReader(name -> null).read(config)));
    }

    Connection connect(String user) throws SQLException {
        return connect(user, PASSWORD);
    }

    Connection connect(String user, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        return DriverManager.getConnection(url(), login);
    }

    String url() {
        return gateway.jdbcUrl();
    }

    /** Rows as text, values separated by a bar. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> read = new ArrayList<>();
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    values.add(String.valueOf(rows.getString(i)));
                }
                read.add(String.join("|", values));
            }
            return read;
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}
