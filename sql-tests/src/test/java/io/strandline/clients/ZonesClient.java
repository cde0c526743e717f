package io.strandline.clients;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** What a client in a JVM of some zone and language sees, printed as {@code key=value}; with words in the wrong case. */
final class ZonesClient {
    private static final String AUDIT = "FROM RUNTIME.AUDIT WHERE ACTION = 'reconcile.drop' AND STATE = 'DONE'";

    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final Connection connection;

    private ZonesClient(Connection connection) {
        this.connection = connection;
    }

    /** The program; its argument is the URL. */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            new ZonesClient(connection).tell();
        }
        try (Connection connection = DriverManager.getConnection(arguments[0] + "?timeZone=UTC")) {
            new ZonesClient(connection).audit("utc");
        }
    }

    private void tell() throws SQLException {
        print("findings", "SELECT KIND, TABLE_NAME, PROVABLE FROM RECONCILE.FINDINGS ORDER BY KIND, TABLE_NAME");
        print("missing", "select count(*) from RECONCILE.findings where KIND = 'MISSING'");
        print("words", "SELECT UPPER('i'), LOWER('I'), UPPER('title'), LOWER('TITLE'), 'İıIi'");
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        print("call", "CALL REPAIR(CONNECTION => 'scratch', ACTION => 'drop', TABLE_NAME => 'stray_import')");
        Instant after = Instant.now();
        out.println("before=" + before);
        out.println("after=" + after);
        audit("own");
        print("zone", "SELECT TIME_ZONE FROM RUNTIME.SESSIONS");
        bounds(before, after);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TIME_ZONE = 'UTC'");
        }
        audit("set");
        zoneless();
    }

    /** Literals without a zone are times of the session's zone, of both kinds. */
    private void bounds(Instant before, Instant after) throws SQLException {
        for (String type : List.of("TIMESTAMP", "TIMESTAMP WITH LOCAL TIME ZONE")) {
            print(
                    type,
                    "SELECT COUNT(*) " + AUDIT + " AND STARTED_AT BETWEEN " + literal(type, before) + " AND "
                            + literal(type, after.plusMillis(1)));
            print(type, "SELECT COUNT(*) " + AUDIT + " AND NOT STARTED_AT < " + literal(type, before));
        }
    }

    private static String literal(String type, Instant at) {
        return type + " '"
                + DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT)
                        .format(LocalDateTime.ofInstant(at, ZoneId.systemDefault()))
                + "'";
    }

    private void print(String key, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder(key).append('=');
                for (int i = 1; i <= width; i++) {
                    line.append(i == 1 ? "" : "|").append(rows.getString(i));
                }
                out.println(line);
            }
        }
    }

    private void audit(String key) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT STARTED_AT " + AUDIT)) {
            while (rows.next()) {
                out.println(
                        key + ".timestamp=" + rows.getTimestamp("STARTED_AT").toInstant());
                out.println(key + ".offset="
                        + rows.getObject("started_at", OffsetDateTime.class).toInstant());
                out.println(key + ".string=" + rows.getString(1));
                out.println(key + ".string=" + rows.getString("started_at"));
            }
        }
    }

    /** A time that New York's clocks skip, and one that they show twice. */
    private void zoneless() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT TIMESTAMP '2026-03-08 02:30:00' AS skipped,"
                        + " TIMESTAMP '2026-11-01 01:30:00' AS twice, DATE '2026-03-08' AS day_of")) {
            rows.next();
            out.println("skipped=" + rows.getString("SKIPPED") + "|" + rows.getObject(1, LocalDateTime.class));
            out.println("twice=" + rows.getString(2) + "|" + rows.getObject(2, LocalDateTime.class));
            out.println("day=" + rows.getString(3) + "|" + rows.getObject(3, LocalDate.class));
        }
    }
}
