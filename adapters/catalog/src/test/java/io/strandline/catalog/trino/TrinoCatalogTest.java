package io.strandline.catalog.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ChangeClass;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.Plan;
import io.strandline.catalog.Planner;
import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.ReconcileOutcome;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.fixtures.TrinoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-19 on a Trino of its own, with Hive tables in a metastore of files. */
@Tag("peers")
class TrinoCatalogTest {
    private static final String IN_TRINO = "hive";

    @TempDir
    static Path directory;

    private static TrinoServer trino;
    private static TrinoCatalog catalog;

    private final TestCall call = new TestCall();

    @BeforeAll
    static void start() throws IOException, SQLException {
        trino = TrinoServer.start(
                "2g",
                Map.of(
                        IN_TRINO,
                        Map.of(
                                "connector.name", "hive",
                                "hive.metastore", "file",
                                "hive.metastore.catalog.dir", "local://" + directory.resolve("metastore"),
                                "fs.local.enabled", "true",
                                "local.location", "/")));
        catalog = TrinoCatalog.create(
                "lake",
                Map.of("type", "trino", "uri", trino.jdbcUrl(), "catalog", IN_TRINO, "strandline.timeout", "60s"));
        createSchema("sales");
        createSchema("empty");
    }

    @AfterAll
    static void stop() {
        catalog.close();
        trino.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(trino.jdbcUrl(), "owner", null);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void createSchema(String name) throws SQLException {
        Path place = directory.resolve("metastore").resolve(name);
        execute("CREATE SCHEMA hive." + name + " WITH (location = 'local://" + place + "')");
    }

    private static TableRef table(String name) {
        return new TableRef("lake", List.of("sales"), name);
    }

    private static String place(String name) throws IOException {
        return "local://" + Files.createDirectories(directory.resolve("uploads").resolve(name));
    }

    /** CAT-1: an absent table is empty; another case is another name. */
    @Test
    void describesAnAbsentTableAsEmpty() throws SQLException {
        execute("CREATE TABLE hive.sales.lower_case (id bigint)");
        assertThat(catalog.describe(table("nothing"), call)).isEmpty();
        assertThat(catalog.describe(table("Lower_Case"), call)).isEmpty();
        assertThat(catalog.exists(table("lower_case"), call)).isTrue();
        assertThat(catalog.exists(new TableRef("lake", List.of("nowhere"), "lower_case"), call))
                .isFalse();
        assertThat(catalog.exists(new TableRef("lake", List.of("sales", "eu"), "lower_case"), call))
                .isFalse();
    }

    /** CAT-1: a catalog that Trino does not have is no empty one. */
    @Test
    void tellsAnUnknownCatalogFromAnEmptyOne() {
        try (TableCatalog other =
                TrinoCatalog.create("lake", Map.of("type", "trino", "uri", trino.jdbcUrl(), "catalog", "nothere"))) {
            assertCode(ErrorCode.BACKEND, () -> other.describe(table("orders"), call));
            assertCode(ErrorCode.BACKEND, () -> other.namespaces(call));
            assertCode(ErrorCode.BACKEND, () -> other.list(List.of("sales"), Optional.empty(), 10, call));
        }
    }

    @Test
    void failsIfNobodyAnswers() {
        try (TableCatalog gone = TrinoCatalog.create(
                "lake", Map.of("type", "trino", "uri", "jdbc:trino://127.0.0.1:1", "strandline.timeout", "5s"))) {
            assertCode(ErrorCode.BACKEND, () -> gone.probe(call));
        }
    }

    /** CAT-15: views are listed with their type; pages go by name. */
    @Test
    void listsInOrderOfNamePageByPage() throws SQLException {
        createSchema("listed");
        for (String name : List.of("b", "a_b", "axb", "c")) {
            execute("CREATE TABLE hive.listed." + name + " (id bigint)");
        }
        execute("CREATE VIEW hive.listed.shown AS SELECT * FROM hive.listed.b");
        List<String> listed = List.of("listed");
        TablePage first = catalog.list(listed, Optional.empty(), 3, call);
        TablePage rest = catalog.list(listed, Optional.of("b"), 3, call);
        assertThat(first.entries())
                .extracting((TableEntry entry) -> entry.ref().name())
                .containsExactly("a_b", "axb", "b");
        assertThat(first.more()).isTrue();
        assertThat(rest.entries()).extracting(TableEntry::type).containsExactly(TableType.TABLE, TableType.VIEW);
        assertThat(rest.more()).isFalse();
        assertThat(catalog.count(listed, call)).hasValue(5);
        assertThat(catalog.list(List.of("empty"), Optional.empty(), 3, call).entries())
                .isEmpty();
        assertThat(catalog.namespaces(call))
                .extracting(Namespace::levels)
                .contains(List.of("empty"), List.of("sales"))
                .doesNotContain(List.of("information_schema"));
        assertThat(catalog.describe(new TableRef("lake", listed, "shown"), call)
                        .orElseThrow()
                        .type())
                .isEqualTo(TableType.VIEW);
    }

    /** Location, and whether it is in Trino's care, come from SHOW CREATE TABLE. */
    @Test
    void tellsAnExternalTableFromAManagedOne() throws SQLException, IOException {
        String where = place("it's").replace("'", "''");
        execute("CREATE TABLE hive.sales.outside (id varchar COMMENT 'key', note varchar) COMMENT 'it''s' WITH"
                + " (external_location = '" + where + "', format = 'CSV')");
        execute("CREATE TABLE hive.sales.inside (id bigint, r row(a bigint, b varchar))");
        TableState outside = catalog.describe(table("outside"), call).orElseThrow();
        assertThat(outside.external()).contains(true);
        assertThat(outside.location()).isEqualTo(where.replace("''", "'"));
        assertThat(outside.comment()).isEqualTo("it's");
        assertThat(outside.format()).isEqualTo("csv");
        assertThat(outside.columns()).extracting(column -> column.comment()).containsExactly("key", null);
        TableState inside = catalog.describe(table("inside"), call).orElseThrow();
        assertThat(inside.external()).contains(false);
        assertThat(inside.columns()).extracting(column -> column.path()).containsExactly("id", "r", "r.a", "r.b");
    }

    /** CAT-3: created once; the same again finds nothing to do. */
    @Test
    void createsExternalTablesOfEveryFormat() throws IOException {
        TableReconciler reconciler = reconciler();
        for (String format : List.of("csv", "json", "parquet")) {
            TableRef made = table("made_" + format);
            String desired = "{\"columns\": [{\"name\": \"id\", \"type\": \"string\", \"comment\": \"key\"},"
                    + " {\"name\": \"note\", \"type\": \"string\"}], \"location\": \"" + place(format)
                    + "\", \"properties\": {\"format\": \"" + format + "\", \"comment\": \"made here\"}}";
            assertThat(reconciler
                            .reconcile(made, desired, ReconcileOptions.plain(), changing(reconciler))
                            .kind())
                    .isEqualTo(ReconcileOutcome.Kind.CREATED);
            Plan again = reconciler.plan(made, desired, Set.<ChangeClass>of(), call);
            assertThat(again.isEmpty()).as(format).isTrue();
            assertThat(catalog.describe(made, call).orElseThrow().external()).contains(true);
        }
    }

    /** CAT-19: what Trino cannot do is refused, and nothing was changed. */
    @Test
    void refusesWhatItCannotDo() throws SQLException, IOException {
        execute("CREATE TABLE hive.sales.kept (id bigint)");
        assertCode(ErrorCode.NOT_SUPPORTED, () -> catalog.drop(table("kept"), call));
        assertThat(catalog.exists(table("kept"), call)).isTrue();
        TableReconciler reconciler = reconciler();
        ReconcileOptions act = ReconcileOptions.plain();
        TestCall changing = changing(reconciler);
        String longs = "{\"columns\": [{\"name\": \"id\", \"type\": \"long\"}], \"location\": \"" + place("longs")
                + "\", \"properties\": {\"format\": \"csv\"}}";
        assertCode(ErrorCode.REFUSED, () -> reconciler.reconcile(table("csv_of_longs"), longs, act, changing));
        String wider =
                "{\"columns\": [{\"name\": \"id\", \"type\": \"long\"}, {\"name\": \"more\", \"type\": \"int\"}]}";
        assertCode(ErrorCode.NOT_SUPPORTED, () -> reconciler.reconcile(table("kept"), wider, act, changing));
        assertThat(catalog.exists(table("csv_of_longs"), call)).isFalse();
        assertThat(catalog.describe(table("kept"), call).orElseThrow().columns())
                .hasSize(1);
    }

    /** REC-10: the drop of an external table leaves its files. */
    @Test
    void dropsAnExternalTableAndLeavesItsFiles() throws SQLException, IOException {
        String where = place("dropped");
        Path file = Files.writeString(
                directory.resolve("uploads").resolve("dropped").resolve("rows.csv"), "1\n");
        execute("CREATE TABLE hive.sales.dropped (id varchar) WITH (external_location = '" + where
                + "', format = 'CSV')");
        assertThat(catalog.drop(table("dropped"), call)).isTrue();
        assertThat(catalog.exists(table("dropped"), call)).isFalse();
        assertThat(file).hasContent("1\n");
        assertThat(catalog.drop(table("dropped"), call)).isFalse();
    }

    private static TableReconciler reconciler() {
        return new TableReconciler(
                new Catalogs(List.of(catalog)), new Planner(LocationRules.defaults()), Clock.systemUTC(), 1);
    }

    private static TestCall changing(TableReconciler reconciler) {
        return new TestCall(new TestEffects(
                intent -> Objects.requireNonNull(reconciler.resolvers().get(intent.action()))
                        .resolve(intent)));
    }

    private static void assertCode(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
