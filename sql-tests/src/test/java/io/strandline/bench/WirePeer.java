package io.strandline.bench;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Who sends the same rows to a client on the same machine: {@code id BIGINT, name VARCHAR} of 20 characters, {@code amount
 * DOUBLE, made TIMESTAMP, n INTEGER}. The gateway makes them of lists of literals, the others have them in a table.
 */
enum WirePeer {
    /** Our driver at our gateway. */
    STRANDLINE,
    /** Avatica's own client, as it comes, at the same gateway. */
    AVATICA,
    /** PostgreSQL by pgjdbc, as it comes but for autocommit, without which it asks for all rows at once. */
    PGJDBC,
    /** H2 over TCP, a table in its memory. */
    H2;

    /** How many rows there can be is a multiple of this. */
    static final int STEP = 10_000;

    private static final int LITERALS = 100;

    private static final String TABLE = "SELECT id, name, amount, made, n FROM wire";

    /** The name in the lines of the benchmark. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Makes what it lacks; to be called once, before anything is asked for. */
    void prepare(Connection connection, int rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (this == PGJDBC) {
                statement.execute(inPostgres(rows));
                statement.execute("VACUUM ANALYZE wire");
            } else if (this == H2) {
                statement.execute(inH2(rows));
            }
        }
    }

    private static String inPostgres(int rows) {
        return "CREATE TABLE wire AS SELECT CAST(i AS BIGINT) AS id,"
                + " 'name-of-a-row-' || LPAD(CAST(i % 100 AS VARCHAR), 6, '0') AS name, (i % 100) * 0.5E0 AS amount,"
                + " TIMESTAMP '2024-01-01 00:00:00' + ((i / 100) % 100) * INTERVAL '1 minute' AS made, i % 100 AS n"
                + " FROM generate_series(0, " + (rows - 1) + ") AS g (i)";
    }

    private static String inH2(int rows) {
        return "CREATE TABLE wire AS SELECT X AS id,"
                + " 'name-of-a-row-' || LPAD(CAST(MOD(X, 100) AS VARCHAR), 6, '0') AS name, MOD(X, 100) * 0.5E0 AS amount,"
                + " DATEADD(MINUTE, MOD(X / 100, 100), TIMESTAMP '2024-01-01 00:00:00') AS made,"
                + " CAST(MOD(X, 100) AS INT) AS n FROM SYSTEM_RANGE(0, " + (rows - 1) + ")";
    }

    /** The query of that many rows. */
    String query(int rows) {
        if (rows % STEP != 0) {
            throw new IllegalArgumentException(rows + " is no multiple of " + STEP);
        }
        return this == PGJDBC || this == H2 ? TABLE : ofLiterals(rows / STEP);
    }

    private static String ofLiterals(int steps) {
        return "SELECT CAST(c.n * 10000 + b.n * 100 + a.n AS BIGINT) AS id, a.name, a.amount, b.made, a.n FROM "
                + values("c (n)", steps, n -> "(" + n + ")") + ", "
                + values("b (n, made)", LITERALS, WirePeer::made) + ", "
                + values("a (n, name, amount)", LITERALS, WirePeer::named);
    }

    private static String made(int n) {
        return String.format(Locale.ROOT, "(%d, TIMESTAMP '2024-01-01 %02d:%02d:00')", n, n / 60, n % 60);
    }

    private static String named(int n) {
        return String.format(Locale.ROOT, "(%d, 'name-of-a-row-%06d', %d.%dE0)", n, n, n / 2, n % 2 * 5);
    }

    private static String values(String name, int count, IntFunction<String> row) {
        return IntStream.range(0, count).mapToObj(row).collect(joining(", ", "(VALUES ", ") AS " + name));
    }
}
