package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.sql.CatalogModule;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What one statement shows of a table is of one state, that it saw first, whatever is committed meanwhile; on every backend. */
abstract class OneStateContract extends VendingContract {
    /** Every way to look at a table, and the snapshot that it shows as the current one. */
    private final Map<String, BiFunction<Seen, TestCall, Long>> looks = looks();

    private static Map<String, BiFunction<Seen, TestCall, Long>> looks() {
        Map<String, BiFunction<Seen, TestCall, Long>> looks = new LinkedHashMap<>();
        looks.put("tables", (seen, statement) -> seen.snapshot("tables", "current_snapshot_id", statement));
        for (String name : List.of("snapshots", "files", "manifests", "partitions")) {
            looks.put(name, (seen, statement) -> seen.snapshot(name, "snapshot_id", statement));
        }
        looks.put("rows", Seen::ofRows);
        looks.put("rows as of now", Seen::ofRowsNow);
        return looks;
    }

    private final class Seen {
        final TableRef ref = lake.table("sales", "orders");
        /** By the number of rows of each. */
        final Map<Long, Long> snapshots = new LinkedHashMap<>(Map.of(1L, current()));

        final CatalogModule module = new CatalogModule(
                new Catalogs(List.of(lake.catalog)), ExternalLocations.none(), new StateCache(1 << 20));

        private long current() {
            return lake.catalog
                    .describe(ref, new TestCall())
                    .orElseThrow()
                    .currentSnapshot()
                    .orElseThrow()
                    .id();
        }

        long commit() {
            long id = lake.writer.append(ref, List.of(List.of(7L, "more")));
            snapshots.put(1L + snapshots.size(), id);
            return id;
        }

        Long snapshot(String table, String column, TestCall statement) {
            return last(table, column, statement, equal("namespace", "sales"), equal("table_name", "orders"));
        }

        Long inListing(TestCall statement) {
            return last("tables", "current_snapshot_id", statement);
        }

        private Long last(String name, String column, TestCall statement, Condition... conditions) {
            VirtualTable<?> table = module.tables().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            // of snapshots the newest: the last that is listed
            List<Object> values = values(table, column, statement, conditions);
            return (Long) values.get(values.size() - 1);
        }

        private <R> List<Object> values(
                VirtualTable<R> table, String column, TestCall statement, Condition... conditions) {
            Column<R> shown = table.columns().stream()
                    .filter(each -> each.name().equals(column))
                    .findFirst()
                    .orElseThrow();
            Wanted wanted = new Wanted(Set.of(column), List.of(conditions), List.of(), OptionalLong.empty());
            try (Stream<R> rows = table.rows().read(wanted, statement)) {
                return rows.<Object>map(shown.value()).collect(Collectors.toList());
            }
        }

        Long ofRows(TestCall statement) {
            return ofRows(null, statement);
        }

        Long ofRowsNow(TestCall statement) {
            return ofRows(new SqlCatalog.AsOf.Time(Instant.now().plusSeconds(3600)), statement);
        }

        private Long ofRows(SqlCatalog.AsOf asOf, TestCall statement) {
            VirtualTable<?> table = module.catalogs()
                    .get(0)
                    .find("sales", "orders", asOf, statement)
                    .orElseThrow()
                    .table();
            return snapshots.get((long) values(table, "id", statement).size());
        }
    }

    private static Condition equal(String column, String value) {
        return new Condition(column, Condition.Operator.EQUAL, List.of(value));
    }

    /** No statement mixes two states of a table, and none shows one older than its own start. */
    @Test
    void oneStatementSeesOneStateOfATable() {
        Seen seen = new Seen();
        List<String> order = new ArrayList<>(looks.keySet());
        for (int turn = 0; turn < order.size(); turn++) {
            TestCall statement = new TestCall();
            String first = order.get(0);
            Long before = looks.get(first).apply(seen, statement);
            assertThat(before).as(first).isEqualTo(seen.current());
            Long after = seen.commit();
            for (String next : order) {
                assertThat(looks.get(next).apply(seen, statement))
                        .as("%s, and after a commit %s", first, next)
                        .isEqualTo(before);
            }
            assertThat(seen.inListing(statement)).isEqualTo(before);
            assertThat(looks.get(first).apply(seen, new TestCall())).as(first).isEqualTo(after);
            Collections.rotate(order, 1);
        }
    }

    /** Of a listed table too that was looked at by its name before. */
    @Test
    void aListingShowsTheStateThatWasSeenByName() {
        Seen seen = new Seen();
        TestCall statement = new TestCall();
        Long before = seen.inListing(statement);
        seen.commit();
        looks.forEach(
                (name, look) -> assertThat(look.apply(seen, statement)).as(name).isEqualTo(before));
    }

    /** Also where the statement does not hold it any more: the metadata file is read again. */
    @Test
    void anEarlierStateIsReadFromItsFile() {
        TableRef ref = lake.table("sales", "orders");
        TableState before = lake.catalog.describe(ref, call).orElseThrow();
        lake.writer.append(ref, List.of(List.of(2L, "second")));
        TableEntry seen = new TableEntry(ref, TableType.TABLE, null, String.valueOf(before.metadataLocation()));
        assertThat(lake.catalog.describe(seen, call)).contains(before);
        assertThat(lake.catalog.describe(ref, call).orElseThrow().snapshots()).hasSize(2);
    }
}
