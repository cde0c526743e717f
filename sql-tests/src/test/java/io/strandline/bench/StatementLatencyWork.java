package io.strandline.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What {@link StatementLatency} measures. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class StatementLatencyWork {
    /** System property with the gateway's URL. */
    static final String GATEWAY = "strandline.bench.gateway";

    /** System property with PostgreSQL's URL. */
    static final String POSTGRES = "strandline.bench.postgres";

    private static final String SELECT_1 = "SELECT 1";
    private static final String FINDINGS = "SELECT kind, table_name FROM reconcile.findings WHERE provable";
    private static final String POINT = "SELECT format_version, location, current_snapshot_id FROM catalog.tables"
            + " WHERE catalog_name = 'lake' AND namespace = 'sales' AND table_name = 'orders'";
    private static final String POINT_PREPARED = POINT.replace("'orders'", "?");

    private Connection connection;
    private Connection floor;
    private Statement statement;
    private PreparedStatement select1;
    private PreparedStatement findings;
    private PreparedStatement point;
    private PreparedStatement floorSelect1;

    /** Connects to both servers and prepares. */
    @Setup
    public void start() throws SQLException {
        connection = DriverManager.getConnection(System.getProperty(GATEWAY));
        statement = connection.createStatement();
        select1 = connection.prepareStatement(SELECT_1);
        findings = connection.prepareStatement(FINDINGS);
        point = connection.prepareStatement(POINT_PREPARED);
        point.setString(1, "orders");
        floor = DriverManager.getConnection(System.getProperty(POSTGRES));
        floorSelect1 = floor.prepareStatement(SELECT_1);
    }

    /** Disconnects. */
    @TearDown
    public void stop() throws SQLException {
        connection.close();
        floor.close();
    }

    /** {@code SELECT 1} as a Statement. */
    @Benchmark
    public int select1Statement() throws SQLException {
        return rows(statement.executeQuery(SELECT_1));
    }

    /** {@code SELECT 1} as a PreparedStatement. */
    @Benchmark
    public int select1Prepared() throws SQLException {
        return rows(select1.executeQuery());
    }

    /** Provable findings as a Statement. */
    @Benchmark
    public int findingsStatement() throws SQLException {
        return rows(statement.executeQuery(FINDINGS));
    }

    /** Provable findings as a PreparedStatement. */
    @Benchmark
    public int findingsPrepared() throws SQLException {
        return rows(findings.executeQuery());
    }

    /** One table as a Statement. */
    @Benchmark
    public int pointStatement() throws SQLException {
        return rows(statement.executeQuery(POINT));
    }

    /** One table as a PreparedStatement. */
    @Benchmark
    public int pointPrepared() throws SQLException {
        return rows(point.executeQuery());
    }

    /** The floor: pgjdbc's prepared {@code SELECT 1}. */
    @Benchmark
    public int pgjdbcSelect1() throws SQLException {
        return rows(floorSelect1.executeQuery());
    }

    /** Reads everything; an empty answer is a fault of the benchmark, not a fast answer. */
    private static int rows(ResultSet rows) throws SQLException {
        try (rows) {
            int count = 0;
            while (rows.next()) {
                rows.getObject(1);
                count++;
            }
            if (count == 0) {
                throw new IllegalStateException("no rows");
            }
            return count;
        }
    }
}
