package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.LoadedTable;
import io.strandline.catalog.SnapshotState;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableHistory;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.TableRef;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTableTest {
    @TempDir
    Path directory;

    private DamagedLake lake;
    private CatalogModule module;

    @BeforeEach
    void openLake() {
        ProbeFileIO.reset();
        lake = new DamagedLake(directory, "30s");
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
    }

    @AfterEach
    void closeLake() {
        lake.close();
    }

    private JdbcCatalog iceberg() {
        JdbcCatalog iceberg = new JdbcCatalog();
        iceberg.initialize(
                "lake",
                Map.of(
                        "uri", "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse", directory.resolve("warehouse").toString(),
                        "io-impl", ProbeFileIO.class.getName()));
        return iceberg;
    }

    /** The counts are those of the summary, in order of commit. */
    @Test
    void showsWhatEachSnapshotChanged() {
        TableRef ref = lake.table("sales", "orders");
        lake.writer.append(ref, List.of(List.of(3L, "c")));
        List<Map<String, Object>> rows = Rows.of(module, "snapshots", new TestCall());
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .containsEntry("added_records", 2L)
                .containsEntry("total_records", 2L)
                .containsEntry("added_data_files", 1L)
                .containsEntry("parent_id", null)
                .containsEntry("is_current", false)
                .containsEntry("is_ancestor", true)
                .containsEntry("operation", "append");
        assertThat(rows.get(1))
                .containsEntry("added_records", 1L)
                .containsEntry("total_records", 3L)
                .containsEntry("deleted_data_files", null)
                .containsEntry("parent_id", rows.get(0).get("snapshot_id"))
                .containsEntry("is_current", true)
                .containsEntry("engine", "strandline")
                .containsEntry("status", "ok");
    }

    /** The time shown takes a rollback by time to that snapshot; one that was rolled past has none. */
    @Test
    void theRollbackTimeEndsAtItsSnapshot() throws Exception {
        TableRef ref = lake.table("sales", "orders");
        for (long i = 0; i < 4; i++) {
            lake.writer.append(ref, List.of(List.of(i, "more")));
        }
        try (JdbcCatalog iceberg = iceberg()) {
            Table table = iceberg.loadTable(TableIdentifier.of("sales", "orders"));
            List<Map<String, Object>> rows = Rows.of(module, "snapshots", new TestCall());
            assertThat(rows).hasSize(5);
            for (int i = rows.size() - 2; i >= 1; i--) {
                Instant time = (Instant) rows.get(i).get("rollback_ts");
                assertThat(time).isNotNull();
                table.manageSnapshots().rollbackToTime(time.toEpochMilli()).commit();
                assertThat(table.currentSnapshot().snapshotId())
                        .isEqualTo(rows.get(i).get("snapshot_id"));
            }
            assertThat(Rows.of(module, "snapshots", new TestCall(), equal("table_name", "orders")))
                    .extracting(row -> row.get("is_ancestor"), row -> row.get("rollback_ts") == null)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(true, false),
                            org.assertj.core.groups.Tuple.tuple(true, false),
                            org.assertj.core.groups.Tuple.tuple(false, true),
                            org.assertj.core.groups.Tuple.tuple(false, true),
                            org.assertj.core.groups.Tuple.tuple(false, true));
        }
    }

    /** Of two ancestors in one millisecond the earlier cannot be reached by time. */
    @Test
    void anAncestorHiddenBehindAnotherOfItsMillisecondHasNoRollbackTime() {
        Instant time = Instant.ofEpochMilli(1000);
        SnapshotState first = snapshot(7, null, time);
        SnapshotState second = snapshot(3, 7L, time);
        SnapshotState third = snapshot(9, 3L, time.plusMillis(5));
        assertThat(SnapshotRow.of(TableRow.of(table(first, second, third))))
                .extracting(row -> row.snapshot().id(), SnapshotRow::rollbackTime)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(7L, null),
                        org.assertj.core.groups.Tuple.tuple(3L, time.plusMillis(1)),
                        org.assertj.core.groups.Tuple.tuple(9L, time.plusMillis(6)));
    }

    private static SnapshotState snapshot(long id, Long parent, Instant time) {
        return new SnapshotState(id, parent, 0, time, "append", null, 0, true, Map.of("total-records", "no number"));
    }

    private static LoadedTable table(SnapshotState... snapshots) {
        TableRef ref = new TableRef("lake", List.of("a"), "t");
        TableState state = new TableState(
                ref,
                TableType.TABLE,
                "iceberg",
                1,
                null,
                "/w/t",
                null,
                Optional.empty(),
                List.of(),
                List.of(),
                0,
                0,
                0,
                List.of(),
                List.of(),
                9L,
                Instant.EPOCH,
                Map.of(),
                List.of(snapshots),
                TableHistory.none(),
                null);
        return new LoadedTable(ref, TableType.TABLE, state, null);
    }
}
