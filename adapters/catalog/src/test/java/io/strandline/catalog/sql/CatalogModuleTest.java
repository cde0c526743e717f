package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of the schema {@code catalog} over a real catalog with good and bad tables. */
class CatalogModuleTest {
    private static final Set<String> OF_TABLES = Set.of("tables", "columns", "properties", "snapshots");

    @TempDir
    Path directory;

    private DamagedLake lake;
    private SqlModule module;
    private final TestCall call = new TestCall();

    @BeforeEach
    void openLake() {
        ProbeFileIO.reset();
        lake = new DamagedLake(directory, "30s");
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
    }

    @AfterEach
    void closeLake() {
        ProbeFileIO.reset();
        lake.close();
    }

    private void damage() throws IOException, SQLException {
        lake.table("sales", "a_good");
        lake.cutMetadata(lake.table("sales", "b_cut"));
        lake.loseMetadata(lake.table("sales", "c_gone"));
        lake.losePointer(lake.table("sales", "d_lost"));
        lake.table("sales", "e_good");
        lake.table("other", "f_good");
    }

    /** CAT-13, cases 14 to 16: bad tables are rows with status and error, good ones complete. */
    @Test
    void listsBadTablesWithTheirErrors() throws IOException, SQLException {
        damage();
        List<Map<String, Object>> rows = Rows.of(module, "tables", call);
        assertThat(rows)
                .extracting(row -> row.get("table_name"), row -> row.get("status"))
                .containsExactly(
                        tuple("f_good", "ok"),
                        tuple("a_good", "ok"),
                        tuple("b_cut", "error"),
                        tuple("c_gone", "error"),
                        tuple("d_lost", "error"),
                        tuple("e_good", "ok"));
        assertThat(row(rows, "b_cut").get("error"))
                .asString()
                .contains("lake.sales.b_cut")
                .contains("cannot be read");
        assertThat(row(rows, "c_gone").get("error"))
                .asString()
                .contains(".metadata.json")
                .contains("not there");
        assertThat(row(rows, "d_lost").get("error")).asString().contains("no metadata pointer");
        assertThat(row(rows, "c_gone")).containsEntry("type", "TABLE").containsEntry("managed", true);
        assertThat(row(rows, "a_good"))
                .containsEntry("type", "TABLE")
                .containsEntry("format", "iceberg")
                .containsEntry("record_count", 2L)
                .containsEntry("data_files", 1L)
                .containsEntry("snapshot_count", 1)
                .containsEntry("column_count", 2);
    }

    /** Case 22: columns that differ only by case are two rows. */
    @Test
    void columnsThatDifferByCaseAreBothThere() {
        TableRef ref = new TableRef("lake", List.of("sales"), "letters");
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(ref, LakeColumn.of("body", "string"), LakeColumn.of("Body", "long"));
        assertThat(Rows.of(module, "columns", call))
                .extracting(row -> row.get("column_name"), row -> row.get("field_id"))
                .containsExactly(tuple("body", 1), tuple("Body", 2));
    }

    /** Equality on the names loads one table and lists nothing (case 40). */
    @Test
    void pointQueryLoadsOneTable() {
        IntStream.range(0, 20).forEach(i -> lake.table("sales", "t" + i));
        ProbeFileIO.reset();
        List<Map<String, Object>> rows = Rows.of(
                module,
                "tables",
                call,
                equal("catalog_name", "lake"),
                equal("namespace", "sales"),
                equal("table_name", "t7"));
        assertThat(rows).hasSize(1);
        assertThat(ProbeFileIO.openedMetadata()).hasSize(1).first().asString().contains("/t7/");
        ProbeFileIO.reset();
        assertThat(Rows.of(module, "columns", new TestCall(), equal("table_name", "t3")))
                .hasSize(2);
        assertThat(ProbeFileIO.openedMetadata()).hasSize(1);
    }

    /** A statement that looks at a table in several places loads it once, also where nothing is kept for others. */
    @Test
    void oneStatementLoadsEachTableOnce() {
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(0));
        IntStream.range(0, 12).forEach(i -> lake.table("sales", "t" + i));
        ProbeFileIO.reset();
        OF_TABLES.forEach(table -> Rows.of(module, table, call));
        assertThat(ProbeFileIO.openedMetadata()).hasSize(12);
        Rows.of(module, "tables", new TestCall());
        assertThat(ProbeFileIO.openedMetadata()).hasSize(24);
    }

    /** Names and types come from the listing alone. */
    @Test
    void namesAloneLoadNothing() throws IOException {
        lake.table("sales", "a");
        lake.cutMetadata(lake.table("sales", "b"));
        ProbeFileIO.reset();
        Set<String> names = Set.of("namespace", "table_name", "type");
        assertThat(Rows.of(module, "tables", call, names)).hasSize(2);
        assertThat(Rows.of(module, "tables", call, names, equal("table_name", "b")))
                .hasSize(1);
        assertThat(Rows.of(module, "tables", call, names, equal("table_name", "c")))
                .isEmpty();
        assertThat(ProbeFileIO.openedMetadata()).isEmpty();
    }

    /** A statement sees one listing, whatever happens meanwhile. */
    @Test
    void oneStatementSeesOneListing() {
        lake.table("sales", "a");
        Set<String> names = Set.of("table_name");
        assertThat(Rows.of(module, "tables", call, names)).hasSize(1);
        lake.table("sales", "b");
        assertThat(Rows.of(module, "tables", call, names)).hasSize(1);
        assertThat(Rows.of(module, "tables", new TestCall(), names)).hasSize(2);
    }

    /** Beside each table there is what it is made of, under our names and Trino's, with the rows of that table alone. */
    @Test
    void whatATableIsMadeOfStandsBesideIt() {
        lake.table("sales", "a");
        lake.table("sales", "b");
        Set<String> names = new java.util.TreeSet<>(OneTable.NAMES);
        names.addAll(OneTable.IN_TRINO.keySet());
        for (String name : names) {
            VirtualTable<?> table = module.catalogs()
                    .get(0)
                    .find("sales", "a$" + name, null, call)
                    .orElseThrow()
                    .table();
            String whole = OneTable.IN_TRINO.getOrDefault(name, name);
            Set<String> columns = table.columns().stream().map(Column::name).collect(Collectors.toSet());
            List<Map<String, Object>> expected = Rows.of(module, whole, call, equal("table_name", "a"));
            expected.forEach(row -> row.keySet().retainAll(columns));
            assertThat(Rows.read(table, Wanted.all(columns), call)).as(name).isEqualTo(expected);
            assertThat(module.catalogs().get(0).find("sales", "c$" + name, null, call))
                    .isEmpty();
        }
    }

    /** A condition no name can meet finds nothing and fails nothing. */
    @Test
    void conditionsThatNoNameMeetsFindNothing() {
        lake.table("sales", "a");
        for (String namespace : List.of("", "\"sales\"", "sales.", "\"open", "sales.a", "Sales", "s_les", "sal%")) {
            assertThat(Rows.of(module, "tables", new TestCall(), equal("namespace", namespace)))
                    .as(namespace)
                    .isEmpty();
            assertThat(Rows.of(module, "namespaces", new TestCall(), equal("namespace", namespace)))
                    .as(namespace)
                    .isEmpty();
        }
        assertThat(Rows.of(module, "tables", call, equal("catalog_name", "nope")))
                .isEmpty();
        assertThat(Rows.of(
                        module,
                        "tables",
                        call,
                        new Condition("table_name", Condition.Operator.IN, List.of("a", "b", "c"))))
                .hasSize(1);
    }

    /** CAT-14, case 28: a table never written shows its ids, and no snapshot. */
    @Test
    void aTableNeverWrittenHasNullSnapshot() {
        TableRef ref = new TableRef("lake", List.of("sales"), "empty");
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(ref, LakeColumn.of("id", "long"));
        Map<String, Object> row = Rows.of(module, "tables", call).get(0);
        assertThat(row)
                .containsEntry("current_snapshot_id", null)
                .containsEntry("record_count", null)
                .containsEntry("schema_id", 0)
                .containsEntry("partition_spec_id", 0)
                .containsEntry("sort_order_id", 0)
                .containsEntry("snapshot_count", 0)
                .containsEntry("status", "ok");
        assertThat(Rows.of(module, "snapshots", call)).isEmpty();
    }

    /** A table is managed unless its place is declared external, or it is none. */
    @Test
    void managedFollowsTheDeclaredPlaces() {
        lake.table("sales", "mine");
        lake.table("sales", "theirs");
        SqlModule declared = new CatalogModule(
                lake.catalogs, (ref, location) -> location.endsWith("/theirs"), new StateCache(1 << 20));
        assertThat(Rows.of(declared, "tables", call))
                .extracting(row -> row.get("table_name"), row -> row.get("managed"))
                .containsExactly(tuple("mine", true), tuple("theirs", false));
    }

    /** CAT-12: secrets of a table's properties are not shown. */
    @Test
    void masksSecretsOfTables() {
        lake.table("sales", "a");
        List<Map<String, Object>> rows = Rows.of(module, "properties", call);
        assertThat(rows)
                .extracting(row -> row.get("property_key"), row -> row.get("property_value"))
                .contains(tuple("owner", "tests"), tuple("s3.secret-access-key", "***"));
        module.tables()
                .forEach(table -> assertThat(Rows.of(module, table.name(), call).toString())
                        .as(table.name())
                        .doesNotContain("canary"));
    }

    /** Case 38: names of what exists are never NULL, and one namespace alone shows its tables. */
    @Test
    void namesAreNeverNullInALakeThatAnswers() throws IOException {
        lake.table("only", "one");
        lake.loseMetadata(lake.table("only", "unreadable"));
        for (VirtualTable<?> table : module.tables()) {
            assertThat(Rows.of(module, table.name(), new TestCall()))
                    .as(table.name())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.entrySet().stream()
                                    .filter(e -> List.of("catalog_name", "namespace", "table_name")
                                            .contains(e.getKey()))
                                    .map(Map.Entry::getValue))
                            .doesNotContainNull());
        }
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private static Map<String, Object> row(List<Map<String, Object>> rows, String table) {
        return rows.stream()
                .filter(row -> table.equals(row.get("table_name")))
                .findFirst()
                .orElseThrow();
    }
}
