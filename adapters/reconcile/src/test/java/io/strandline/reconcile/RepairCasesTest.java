package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.local.LocalFileLocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repairs of lakes that are not as the report said, or not as one would think. */
class RepairCasesTest {
    @TempDir
    Path directory;

    private Lab lab;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** REC-10: where a table lies does not follow from its name; a rename makes no managed table external. */
    @Test
    void aRenamedManagedTableStaysManaged() {
        TableRef managed = lab.table("managed", null);
        lab.writer.renameTable(managed, Lab.ref("other_name"));
        assertThat(lab.drop("other_name").reason()).isEqualTo("managed_table");
        assertThat(lab.findings("scratch")).isEmpty();
    }

    /** REC-10: what the report named is not there any more; nothing else is taken for it. */
    @Test
    void aTableThatIsRenamedSinceTheReportIsNotDroppedUnderItsOldName() {
        TableRef stray = lab.tableOverFile("stray", "f1");
        assertThat(lab.findings("scratch")).extracting(Finding::action).containsExactly("drop");
        lab.writer.renameTable(stray, Lab.ref("kept"));
        assertThat(lab.drop("stray").reason()).isEqualTo("no_such_table");
        assertThat(lab.exists(Lab.ref("kept"))).isTrue();
    }

    /** REC-10: another table under the old name lies elsewhere, and is judged by where it lies. */
    @Test
    void aTableThatTookTheNameSinceTheReportIsProvedByItself() {
        TableRef stray = lab.tableOverFile("stray", "f1");
        lab.writer.renameTable(stray, Lab.ref("kept"));
        lab.table("stray", null);
        assertThat(lab.drop("stray").reason()).isEqualTo("managed_table");
    }

    /** Case 22: {@code body} and {@code Body} are two tables; a drop of one is a drop of that one. */
    @Test
    void namesThatDifferOnlyByCaseAreTwoTables() {
        TableRef lower = lab.tableOverFile("body", "f1");
        TableRef upper = lab.tableOverFile("Body", "f2");
        assertThat(lab.drop("Body").done()).isTrue();
        assertThat(lab.exists(lower)).isTrue();
        assertThat(lab.exists(upper)).isFalse();
    }

    /** Case 21: quotes and dots in a name are parts of it. */
    @Test
    void aQuotedNameIsTheNameAsItStands() {
        TableRef odd = lab.tableOverFile("\"my.database\".\"my.table\"", "f1");
        lab.tableOverFile("my.table", "f2");
        assertThat(lab.drop(odd.name()).done()).isTrue();
        assertThat(lab.exists(Lab.ref("my.table"))).isTrue();
    }

    /** Case 35: of several items one is denied; its row says so, and the others are made. */
    @Test
    void anItemThatIsDeniedDoesNotStopTheOthers() {
        lab.tableOverFile("a", "f1");
        lab.tableOverFile("denied", "f2");
        lab.tableOverFile("z", "f3");
        lab.catalog.beforeDescribe = table -> {
            if (table.name().equals("denied")) {
                throw new StrandlineException(ErrorCode.BACKEND, "access denied");
            }
        };
        List<RepairItem> items = RepairItems.parse("""
                [{"action": "drop", "table_name": "a"},
                 {"action": "drop", "table_name": "denied"},
                 {"action": "drop", "table_name": "z"}]""");
        try (Statement call = lab.statement(Role.ADMIN)) {
            assertThat(lab.repairs.carryOut("scratch", items, false, call))
                    .extracting(RepairOutcome::done, RepairOutcome::reason)
                    .containsExactly(tuple(true, null), tuple(false, "lookup_failed"), tuple(true, null));
        }
    }

    /** LOC-2: only a missing host tells whether it is external; that is never acted on. */
    @Test
    void aTableWhosePrefixMismatchesIsNotDropped() {
        TableRef table = lab.tableOverFile("stray", "f1");
        String hosted = "file://nas" + lab.at("uploads").path();
        assertThat(drop(lab.catalog, hosted, "stray").reason()).isEqualTo("not_provable");
        assertThat(lab.exists(table)).isTrue();
        assertThat(drop(lab.catalog, lab.at("uploads").text(), "stray").done()).isTrue();
    }

    /** REC-10: a real catalog whose drop deletes the directory. */
    @Test
    void aTableOfAHadoopCatalogIsNotDropped() throws Exception {
        Path warehouse = directory.resolve("hadoop");
        try (IcebergCatalog hadoop =
                        CatalogFactory.create("prod", Map.of("type", "hadoop", "warehouse", warehouse.toString()));
                LakeWriter writer = LakeWriter.on(hadoop);
                Statement call = lab.statement(Role.ADMIN)) {
            TableRef table = Lab.ref("stray");
            writer.createNamespace(Lab.SCRATCH);
            writer.createTable(table, List.of(LakeColumn.of("id", "long")), Optional.empty(), Map.of());
            TableState state = hadoop.describe(table, call).orElseThrow();
            Location place = Location.parse(state.location());
            Location object = place.resolve("rows.csv");
            Lab.write(object, "1\n");
            lab.sources.insert(new Source(SourceKind.FILE, "f1", object, place, "ada", Lab.NOW));
            assertThat(drop(hadoop, warehouse.toString(), "stray").reason()).isEqualTo("drop_deletes_files");
            assertThat(hadoop.exists(table, call)).isTrue();
            assertThat(Files.exists(Path.of(object.path()))).isTrue();
        }
    }

    private RepairOutcome drop(TableCatalog catalog, String external, String table) {
        Connection connection = new Connection(
                "c", "prod", Lab.SCRATCH, false, List.of(Location.parse(external)), null, null, "for this test");
        Connections connections = new Connections(List.of(connection));
        Evidence evidence = new Evidence(
                new Catalogs(List.of(catalog)),
                lab.registrations,
                lab.sources,
                new LocalFileLocator(),
                LocationRules.defaults());
        Reconciler reconciler = new Reconciler(connections, evidence, new NoScans(), Runnable::run, 1, Lab.CLOCK);
        try (Statement call = lab.statement(Role.ADMIN)) {
            return new Repairs(connections, evidence, reconciler, Lab.CLOCK)
                    .carryOut("c", List.of(new RepairItem("drop", table, null)), false, call)
                    .get(0);
        }
    }
}
