package io.strandline.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ColumnState;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TestCall;
import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Grants;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A JDBC catalog over a namespace of ten thousand tables: a name costs one load, and is never looked for in a list. */
class LakeCatalogTest {
    private final Counting counting = new Counting();
    private final SqlCatalog lake = new CatalogModule(
                    new Catalogs(List.of(counting)), ExternalLocations.none(), new StateCache(1 << 20))
            .catalogs()
            .get(0);

    /** Case 40. */
    @Test
    void aTableIsFoundByOneLoad() {
        assertThat(lake.find("ns", "t7777", null, new TestCall())).isPresent();
        assertThat(counting.asked).containsExactly("describe t7777");
    }

    @Test
    void aTableThatIsNotThereIsOneLookUp() {
        assertThat(lake.find("ns", "nothing", null, new TestCall())).isEmpty();
        assertThat(lake.find("no such.text", "t1", null, new TestCall())).isEmpty();
        assertThat(counting.asked).containsExactly("describe nothing");
    }

    /** Case 40. */
    @Test
    void theColumnsOfOneTableAreOneLoad() {
        assertThat(lake.described(named("t12"), new TestCall()).toList())
                .singleElement()
                .satisfies(table -> assertThat(table.table().table()).isEqualTo("t12"));
        assertThat(counting.asked).containsExactly("describe t12");
    }

    /** CAT-13, case 15: two are complete, and the third is told. */
    @Test
    void aTableThatCannotBeReadHidesNoOther() {
        TestCall call = new TestCall();
        assertThat(lake.described(named("t1", "bad", "t2"), call)
                        .map(table -> table.table().table())
                        .toList())
                .containsExactly("t1", "t2");
        assertThat(call.warnings()).singleElement().asString().contains("bad", "it is damaged");
        assertThatThrownBy(() -> lake.find("ns", "bad", null, new TestCall())).hasMessageContaining("it is damaged");
    }

    /** What stands beside a table fails as the table does: a state that is gone is a conflict, and may be tried again. */
    @Test
    void whatStandsBesideATableFailsAsItDoes() {
        Map.of("bad", ErrorCode.METADATA_UNREADABLE, "moved", ErrorCode.CONFLICT)
                .forEach((name, code) -> {
                    TestCall call = new TestCall();
                    SqlCatalog.Found found =
                            lake.find("ns", name + "$snapshots", null, call).orElseThrow();
                    assertThatThrownBy(() -> Rows.read(found.table(), Wanted.all(Set.of("snapshot_id")), call))
                            .isInstanceOfSatisfying(
                                    StrandlineException.class,
                                    e -> assertThat(e.code()).as(name).isEqualTo(code));
                });
    }

    @Test
    void aHintLooksAtFewNames() {
        assertThat(lake.namesLike("ns", "t77777", new TestCall()))
                .contains("t7777")
                .hasSizeLessThan(1001);
        assertThat(counting.asked).allMatch(question -> question.startsWith("list"));
    }

    /** GW-7: also where a schema's id was given again. */
    @Test
    void whatWasPlannedHoldsForTheSameColumnsOnly() {
        Object planned =
                lake.find("ns", "t1", null, new TestCall()).orElseThrow().version();
        assertThat(lake.find("ns", "t2", null, new TestCall()).orElseThrow().version())
                .isEqualTo(planned);
        assertThat(lake.find("ns", "typed", null, new TestCall()).orElseThrow().version())
                .isNotEqualTo(planned);
    }

    /** GW-3: at each execution, whatever was planned for whom. */
    @Test
    void rowsAreNotForWhoMayNotLookAtTheCatalog() {
        SqlCatalog.Found found = lake.find("ns", "t1", null, new TestCall()).orElseThrow();
        TestCall limited = new TestCall(null, new Caller("gail", Role.ADMIN, Grants.of(Set.of(), Set.of("other"))));
        assertThatThrownBy(() -> found.table().rows().read(Wanted.all(Set.of("id")), limited))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_CATALOG));
    }

    private static Wanted named(String... names) {
        return new Wanted(
                Set.of(),
                List.of(
                        new Condition("table_schema", Condition.Operator.EQUAL, List.of("ns")),
                        new Condition("table_name", Condition.Operator.IN, List.of((Object[]) names))),
                List.of(),
                OptionalLong.empty());
    }

    /** Ten thousand tables, and what was asked for them. */
    private static final class Counting implements TableCatalog {
        private final List<String> asked = java.util.Collections.synchronizedList(new ArrayList<>());

        @Override
        public String name() {
            return "big";
        }

        @Override
        public String type() {
            return "test";
        }

        @Override
        public Map<String, String> properties() {
            return Map.of();
        }

        @Override
        public boolean dropKeepsFiles() {
            return true;
        }

        @Override
        public void probe(CallContext call) {}

        @Override
        public List<Namespace> namespaces(CallContext call) {
            asked.add("namespaces");
            return List.of(new Namespace(List.of("ns"), Map.of()));
        }

        @Override
        public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
            asked.add("list after " + after.orElse(""));
            List<TableEntry> page = IntStream.range(0, 10_000)
                    .mapToObj(i -> "t" + i)
                    .sorted()
                    .filter(name -> after.isEmpty() || name.compareTo(after.orElseThrow()) > 0)
                    .limit(limit)
                    .map(name -> new TableEntry(new TableRef("big", namespace, name), TableType.TABLE))
                    .toList();
            return new TablePage(page, page.size() == limit);
        }

        @Override
        public Optional<TableState> describe(TableRef table, CallContext call) {
            asked.add("describe " + table.name());
            if (table.name().equals("bad")) {
                throw new StrandlineException(ErrorCode.METADATA_UNREADABLE, table + ": it is damaged");
            }
            if (table.name().equals("moved")) {
                throw new StrandlineException(ErrorCode.CONFLICT, table + ": its first state is gone");
            }
            return table.name().startsWith("t") ? Optional.of(state(table)) : Optional.empty();
        }

        private static TableState state(TableRef table) {
            TableState state = TableState.outline(table, TableType.TABLE, "iceberg", null, "/t");
            String type = table.name().equals("typed") ? "date" : "int";
            return new TableState(
                    state.ref(),
                    state.type(),
                    state.format(),
                    state.formatVersion(),
                    state.uuid(),
                    state.location(),
                    state.metadataLocation(),
                    state.external(),
                    List.of(new ColumnState(1, null, "id", "id", 1, type, type, true, null, null, null)),
                    state.identifierFieldIds(),
                    state.schemaId(),
                    state.partitionSpecId(),
                    state.sortOrderId(),
                    state.partitionFields(),
                    state.sortFields(),
                    state.currentSnapshotId(),
                    state.lastUpdated(),
                    state.properties(),
                    state.snapshots(),
                    state.history(),
                    state.comment());
        }

        @Override
        public boolean exists(TableRef table, CallContext call) {
            return true;
        }

        @Override
        public boolean drop(TableRef table, CallContext call) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
