package io.strandline.users;

import static io.strandline.users.SecuredGateway.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-3 over the wire: what each role may do, and whose rows it sees. */
class RolesTest {
    private static final String DROP =
            "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray_import')";
    private static final String REGISTER = "CALL register(connection => 'scratch', table_name => 'mystery')";
    private static final String UNREGISTER = "CALL unregister(registration_id => '1')";
    private static final String AUDIT = "SELECT user_name, action, state FROM runtime.audit WHERE state = 'DONE'"
            + " AND user_name IN ('ada', 'olga', 'rita', 'rosa') ORDER BY 1, 2";
    private static final String STATEMENTS =
            "SELECT DISTINCT user_name FROM runtime.statements WHERE user_name <> 'anonymous' ORDER BY 1";

    @TempDir
    Path folder;

    private SecuredGateway gateway;

    @BeforeEach
    void start() throws IOException {
        gateway = SecuredGateway.start(folder.resolve("lake"));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aReaderSeesFindingsButNeitherRegistersNorRepairs() throws SQLException {
        try (Connection rita = gateway.connect("rita")) {
            assertThat(rows(rita, "SELECT kind FROM reconcile.findings WHERE table_name = 'stray_import'"))
                    .containsExactly("ORPHAN");
            for (String call : List.of(DROP, REGISTER, UNREGISTER, "CALL reconcile(connection => 'scratch')")) {
                assertThat(error(() -> rows(rita, call)).getSQLState()).as(call).isEqualTo("42501");
            }
            assertThat(rows(rita, "SELECT table_name FROM catalog.tables WHERE table_name = 'stray_import'"))
                    .hasSize(1);
            assertThat(rows(rita, "SELECT table_name FROM registry.registrations WHERE table_name = 'mystery'"))
                    .isEmpty();
        }
    }

    @Test
    void rowsAreWrittenByOperatorsAndRunsUndoneByAdmins() throws SQLException {
        String insert = "INSERT INTO lake.sales.orders (id, customer, amount) VALUES (3, 'rosa', 1.50)";
        try (Connection rita = gateway.connect("rita");
                Connection olga = gateway.connect("olga");
                Connection ada = gateway.connect("ada")) {
            assertThat(error(() -> run(rita, insert)).getSQLState()).isEqualTo("42501");
            assertThat(error(() -> run(rita, "CALL sink.begin_run('lake.sales.orders')"))
                            .getSQLState())
                    .isEqualTo("42501");
            run(olga, insert);
            String id = rows(olga, "SELECT run_id FROM sink.runs WHERE actor = 'olga'")
                    .get(0);
            String rollback = "CALL sink.rollback('" + id + "')";
            assertThat(error(() -> run(olga, rollback)).getMessage()).contains("needs the role admin");
            assertThat(rows(rita, "SELECT customer FROM lake.sales.orders WHERE id = 3"))
                    .containsExactly("rosa");
            run(ada, rollback);
            assertThat(rows(rita, "SELECT customer FROM lake.sales.orders WHERE id = 3"))
                    .isEmpty();
        }
    }

    /** A plan tells of a table too, so that EXPLAIN needs the role as well. */
    @Test
    void tablesAreChangedByOperatorsAndDroppedByAdmins() throws SQLException {
        try (Connection rita = gateway.connect("rita");
                Connection olga = gateway.connect("olga");
                Connection ada = gateway.connect("ada")) {
            String create = "CREATE TABLE lake.scratch.fresh (id INT)";
            String alter = "ALTER TABLE lake.scratch.fresh ADD COLUMN x INT";
            String drop = "DROP TABLE IF EXISTS lake.scratch.fresh";
            for (String sql : List.of(create, alter, drop, "EXPLAIN " + create, "EXPLAIN " + drop)) {
                assertThat(error(() -> run(rita, sql)).getSQLState()).as(sql).isEqualTo("42501");
            }
            run(olga, create);
            run(olga, alter);
            assertThat(error(() -> run(olga, drop)).getMessage()).contains("DROP TABLE needs the role admin");
            assertThat(rows(
                            rita,
                            "SELECT column_name FROM catalog.columns WHERE table_name = 'fresh' ORDER BY field_id"))
                    .containsExactly("id", "x");
            run(ada, drop);
            assertThat(rows(rita, "SELECT table_name FROM catalog.tables WHERE table_name = 'fresh'"))
                    .isEmpty();
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void anOperatorRegistersButDoesNotRepairAndAnAdminDoesBoth() throws SQLException {
        try (Connection olga = gateway.connect("olga");
                Connection ada = gateway.connect("ada")) {
            assertThat(rows(olga, REGISTER)).isNotEmpty();
            SQLException refused = error(() -> rows(olga, DROP));
            assertThat(refused.getSQLState()).isEqualTo("42501");
            assertThat(refused.getMessage()).contains("admin");
            assertThat(rows(ada, DROP))
                    .singleElement()
                    .satisfies(row -> assertThat(row).contains("true"));
            assertThat(rows(ada, "SELECT count(*) FROM catalog.tables WHERE table_name = 'stray_import'"))
                    .containsExactly("0");
        }
    }

    /** The plan of one text is shared; its rows are each caller's own. */
    @Test
    void twoUsersOfOneTextSeeTheirOwnRows() throws SQLException {
        try (Connection rita = gateway.connect("rita");
                Connection rosa = gateway.connect("rosa");
                Connection olga = gateway.connect("olga");
                Connection ada = gateway.connect("ada")) {
            rows(olga, REGISTER);
            rows(ada, DROP);
            for (int time = 0; time < 2; time++) {
                assertThat(rows(rita, STATEMENTS)).containsExactly("rita");
                assertThat(rows(rosa, STATEMENTS)).containsExactly("rosa");
                assertThat(rows(olga, STATEMENTS)).contains("ada", "olga", "rita", "rosa");
                assertThat(rows(rita, AUDIT)).isEmpty();
                assertThat(rows(rosa, AUDIT)).isEmpty();
                assertThat(rows(olga, AUDIT)).anyMatch(row -> row.startsWith("ada|reconcile.drop"));
                assertThat(rows(ada, AUDIT)).anyMatch(row -> row.startsWith("olga|"));
            }
            assertThat(rows(rita, "SELECT DISTINCT user_name FROM runtime.sessions"))
                    .containsExactly("rita");
        }
    }

    /** A statement prepared by one who may is refused to one who may not, at each execution. */
    @Test
    void rolesAreCheckedAtEachExecution() throws SQLException {
        try (Connection rita = gateway.connect("rita");
                Connection ada = gateway.connect("ada")) {
            String sql = "CALL repair(connection => ?, action => ?, table_name => ?)";
            try (PreparedStatement allowed = ada.prepareStatement(sql)) {
                strayImport(allowed);
                assertThat(error(() -> repairAs(rita, sql)).getSQLState()).isEqualTo("42501");
                try (ResultSet rows = allowed.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getBoolean("done")).isTrue();
                }
                assertThat(error(() -> repairAs(rita, sql)).getSQLState())
                        .as("what was planned for one who may gives nobody else the right")
                        .isEqualTo("42501");
            }
        }
    }

    private static void strayImport(PreparedStatement repair) throws SQLException {
        repair.setString(1, "scratch");
        repair.setString(2, "drop");
        repair.setString(3, "stray_import");
    }

    /** Refused when it is prepared, or when it is executed. */
    private static void repairAs(Connection connection, String sql) throws SQLException {
        try (PreparedStatement repair = connection.prepareStatement(sql)) {
            strayImport(repair);
            repair.execute();
        }
    }

    @Test
    void aWrongLoginIsRefusedWithoutSayingWhatIsWrong() throws SQLException {
        SQLException password = error(() -> gateway.connect("ada", "guess").close());
        SQLException user =
                error(() -> gateway.connect("nobody", SecuredGateway.PASSWORD).close());
        SQLException none =
                error(() -> DriverManager.getConnection(gateway.url()).close());
        assertThat(List.of(password, user, none)).allSatisfy(e -> {
            assertThat((Throwable) e).isInstanceOf(SQLInvalidAuthorizationSpecException.class);
            assertThat(e.getSQLState()).isEqualTo("28000");
            assertThat(e.getMessage()).doesNotContain("guess", SecuredGateway.CANARY);
        });
        assertThat(user.getMessage()).isEqualTo(password.getMessage());
        try (Connection ada = gateway.connect("ada")) {
            assertThat(ada.isValid(5)).isTrue();
            assertThat(ada.getMetaData().getUserName()).isEqualTo("ada");
        }
    }

    private static SQLException error(ThrowingCallable work) {
        try {
            work.call();
        } catch (SQLException e) {
            return e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no error");
    }
}
