package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tables show of catalogs and files that do not answer. */
class UnansweringCatalogTest {
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

    /** CAT-1, CAT-13: a catalog that is down is a row beside those of the others, and a warning. */
    @Test
    void aCatalogThatIsDownIsARowWithItsError() {
        lake.table("sales", "a");
        SqlModule both = new CatalogModule(
                new Catalogs(List.of(lake.catalog, down())), ExternalLocations.none(), new StateCache(1 << 20));
        for (String table : List.of("tables", "columns", "properties", "snapshots", "namespaces")) {
            TestCall statement = new TestCall();
            List<Map<String, Object>> rows = Rows.of(both, table, statement);
            assertThat(rows).as(table).hasSizeGreaterThan(1).last().satisfies(row -> {
                Map<?, ?> values = (Map<?, ?>) row;
                assertThat(values.get("catalog_name")).isEqualTo("zdown");
                assertThat(values.get("namespace")).isNull();
                assertThat(values.get("status")).isEqualTo("error");
                assertThat(values.get("error")).asString().contains("zdown");
            });
            assertThat(rows.get(0)).containsEntry("status", "ok");
            assertThat(statement.warnings()).anyMatch(warning -> warning.contains("zdown"));
            assertThat(rows.subList(0, rows.size() - 1))
                    .isEqualTo(Rows.of(both, table, new TestCall(), equal("catalog_name", "lake")));
        }
        assertThat(Rows.of(both, "catalogs", call))
                .extracting(row -> row.get("catalog_name"), row -> row.get("reachable"), row -> row.get("status"))
                .containsExactly(tuple("lake", true, "ok"), tuple("zdown", false, "error"));
    }

    /** CAT-1: where a condition would hide the row that tells of the failure, the statement fails. */
    @Test
    void nothingFoundNeverMeansThatNobodyLooked() {
        lake.table("sales", "a");
        SqlModule both = new CatalogModule(
                new Catalogs(List.of(lake.catalog, down())), ExternalLocations.none(), new StateCache(1 << 20));
        List<List<Condition>> hiding = List.of(
                List.of(equal("table_name", "a")),
                List.of(equal("namespace", "sales"), equal("table_name", "a")),
                List.of(equal("catalog_name", "zdown"), equal("namespace", "sales"), equal("table_name", "a")));
        for (List<Condition> conditions : hiding) {
            assertThatThrownBy(() -> Rows.of(both, "tables", new TestCall(), conditions.toArray(Condition[]::new)))
                    .as(conditions.toString())
                    .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND));
        }
        assertThatThrownBy(() -> Rows.of(both, "namespaces", new TestCall(), equal("namespace", "sales")))
                .hasMessageContaining("zdown");
        assertThat(Rows.of(both, "tables", new TestCall(), equal("catalog_name", "zdown"), equal("namespace", "sales")))
                .hasSize(1)
                .first()
                .satisfies(row -> assertThat(row).containsEntry("status", "error"));
    }

    /** A table whose file never answers is a row with the error; those around it are complete. */
    @Test
    void aFileThatNeverAnswersCostsOneTable() {
        lake.table("sales", "a");
        lake.table("sales", "b_silent");
        lake.table("sales", "c");
        lake.close();
        lake = new DamagedLake(directory, "300ms");
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
        ProbeFileIO.silence("/b_silent/");
        assertThat(Rows.of(module, "tables", call))
                .extracting(row -> row.get("table_name"), row -> row.get("status"))
                .containsExactly(tuple("a", "ok"), tuple("b_silent", "error"), tuple("c", "ok"));
        assertThat(Rows.of(module, "tables", new TestCall(), equal("table_name", "b_silent"))
                        .get(0)
                        .get("error"))
                .asString()
                .contains("did not answer within 0.3 s");
    }

    /** A catalog that stops answering in the middle of a scan does not hold the statement for every table's limit. */
    @Test
    void aScanEndsThoughNothingAnswers() throws ExecutionException, InterruptedException, TimeoutException {
        IntStream.range(0, 60).forEach(i -> lake.table("sales", "t" + i));
        lake.close();
        lake = new DamagedLake(directory, "500ms");
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
        ProbeFileIO.silence("/sales/");
        ProbeFileIO.deafen();
        List<Map<String, Object>> rows = CompletableFuture.supplyAsync(() -> Rows.of(module, "tables", call))
                .get(8, TimeUnit.SECONDS);
        assertThat(rows).hasSize(60).allSatisfy(row -> assertThat(row).containsEntry("status", "error"));
    }

    /** GW-5: a cancel stops a scan within a second, also while it waits for a backend that hears nothing. */
    @Test
    void cancelStopsAScanThatWaits() {
        IntStream.range(0, 5).forEach(i -> lake.table("sales", "t" + i));
        ProbeFileIO.reset();
        ProbeFileIO.silence("/sales/");
        ProbeFileIO.deafen();
        CompletableFuture<List<Map<String, Object>>> scan =
                CompletableFuture.supplyAsync(() -> Rows.of(module, "tables", call));
        org.awaitility.Awaitility.await()
                .until(() -> !ProbeFileIO.openedMetadata().isEmpty());
        call.cancel();
        assertThat(scan)
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("cancelled by the test");
    }

    /** A database that is removed while the catalog is in use is an error, never an empty lake. */
    @Test
    void aRemovedDatabaseIsAnErrorForANewCatalog() throws IOException {
        lake.table("sales", "a");
        lake.close();
        Files.delete(directory.resolve("catalog.db"));
        IcebergCatalog again = CatalogFactory.create(
                "lake",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse",
                        directory.toString()));
        assertThatThrownBy(() -> again.namespaces(call)).hasMessageContaining("is not there");
        assertThat(Files.exists(directory.resolve("catalog.db"))).isFalse();
        again.close();
    }

    private IcebergCatalog down() {
        return CatalogFactory.create(
                "zdown",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("not-there.db"),
                        "warehouse",
                        directory.toString()));
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }
}
