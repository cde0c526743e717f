package io.strandline.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.DesiredState;
import io.strandline.catalog.DesiredState.Reconciled;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.Planner;
import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.catalog.store.StoredDesiredTables;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Grants;
import io.strandline.common.Intent;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Declared tables of a lake some of whose tables are broken. */
class DesiredStateTest {
    private static final String ONE_MORE = "{\"columns\": [{\"name\": \"one_more\", \"type\": \"int\"}]}";

    @TempDir
    Path directory;

    private DamagedLake lake;
    private StoreDatabase store;
    private DesiredState state;
    private CatalogModule module;
    private TestCall call;

    @BeforeEach
    void open() {
        ProbeFileIO.reset();
        lake = new DamagedLake(directory, "30s");
        store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")), "catalog");
        state = new DesiredState(
                lake.catalogs,
                new StoredDesiredTables(store),
                new TableReconciler(lake.catalogs, new Planner(LocationRules.defaults()), Clock.systemUTC(), 4));
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20), state);
        call = new TestCall(new TestEffects(this::resolve));
    }

    private Outcome resolve(Intent intent) {
        EffectResolver resolver = state.resolvers().get(intent.action());
        return resolver.resolve(intent);
    }

    @AfterEach
    void close() {
        ProbeFileIO.reset();
        store.close();
        lake.close();
    }

    private TableRef declare(TableRef table) {
        state.declare(table, ONE_MORE, false, call);
        return table;
    }

    /** GW-3: who is limited to some connections or catalogs changes no table and plans none, of any catalog. */
    @Test
    void aLimitedUserIsRefusedBeforeAnythingIsLookedAt() {
        TableRef table = declare(lake.table("sales", "a"));
        Grants lakeOnly = Grants.of(Set.of("sales"), Set.of(table.catalog()));
        TestCall limited = new TestCall(new TestEffects(this::resolve), new Caller("nora", Role.ADMIN, lakeOnly));
        ReconcileOptions look = new ReconcileOptions(Set.of(), true);
        ProbeFileIO.reset();
        List<ThrowingCallable> calls = List.of(
                () -> state.declare(table, ONE_MORE, true, limited),
                () -> state.undeclare(table, true, limited),
                () -> state.reconcile(table, Optional.of(ONE_MORE), look, limited),
                () -> state.reconcileAll(table.catalog(), look, limited));
        assertThat(calls)
                .allSatisfy(attempt -> assertThatThrownBy(attempt)
                        .isInstanceOfSatisfying(
                                StrandlineException.class,
                                refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_ALLOWED)));
        assertThat(ProbeFileIO.openedMetadata()).isEmpty();
    }

    /** CAT-13: a table that cannot be read is a row with its error, and the others have theirs. */
    @Test
    void aBrokenTableBreaksNoPlan() throws IOException, SQLException {
        declare(lake.table("sales", "a_good"));
        lake.cutMetadata(declare(lake.table("sales", "b_cut")));
        declare(lake.table("sales", "c_good"));
        List<Map<String, Object>> plans = Rows.of(module, "plans", call);
        assertThat(plans)
                .filteredOn(row -> "apply".equals(row.get("step_class")))
                .extracting(row -> row.get("table_name") + " " + row.get("action") + " " + row.get("column_path"))
                .containsExactlyInAnyOrder("a_good add_column one_more", "c_good add_column one_more");
        assertThat(plans)
                .filteredOn(row -> "error".equals(row.get("status")))
                .singleElement()
                .satisfies(row -> assertThat(String.valueOf(row.get("error"))).contains("b_cut"));
        assertThat(Rows.of(module, "plans", call, Rows.equal("table_name", "b_cut")))
                .singleElement()
                .satisfies(row -> assertThat(row.get("status")).isEqualTo("error"));
    }

    /** What stands against one table stops no other. */
    @Test
    void eachTableIsReconciledByItself() throws IOException, SQLException {
        TableRef good = declare(lake.table("sales", "a_good"));
        lake.cutMetadata(declare(lake.table("sales", "b_cut")));
        TableRef refused = lake.table("sales", "c_refused");
        state.declare(refused, "{\"columns\": [{\"name\": \"id\", \"type\": \"date\"}]}", false, call);
        List<Reconciled> all = state.reconcileAll(good.catalog(), new ReconcileOptions(Set.of(), false), call);
        assertThat(all).hasSize(3);
        assertThat(all.get(0).outcome()).isNotNull();
        assertThat(all.get(1).failure()).isNotNull();
        assertThat(all.get(2).plan().refusals()).hasSize(1);
        assertThat(lake.catalogs
                        .get(good.catalog())
                        .describe(good, call)
                        .orElseThrow()
                        .columns())
                .anyMatch(column -> column.name().equals("one_more"));
    }

    /** The same declaration again changes nothing; one that is gone is told so. */
    @Test
    void aDeclarationIsMadeOnce() {
        TableRef table = declare(lake.table("sales", "orders"));
        assertThat(state.declare(table, ONE_MORE, false, call).reason()).isEqualTo("unchanged");
        assertThat(state.undeclare(table, true, call).reason()).isEqualTo("dry_run");
        assertThat(state.undeclare(table, false, call).done()).isTrue();
        assertThatThrownBy(() -> state.reconcile(table, Optional.empty(), ReconcileOptions.plain(), call))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.NO_SUCH_OBJECT))
                .hasMessageContaining("catalog.desired_tables");
    }

    /** GW-1: who is asked later tells from the store, and from the table, whether a change was made. */
    @Test
    void whetherAChangeWasMadeCanBeTold() {
        TableRef table = lake.table("sales", "orders");
        Intent[] seen = new Intent[1];
        TestCall lost = new TestCall(new TestEffects(this::resolve) {
            @Override
            public Outcome carryOut(Intent intent, Change change) {
                seen[0] = intent;
                return Outcome.ofDone();
            }
        });
        state.declare(table, ONE_MORE, false, lost);
        assertThat(resolve(seen[0])).isInstanceOf(Outcome.Refused.class);
        state.declare(table, ONE_MORE, false, call);
        assertThat(resolve(seen[0])).isInstanceOf(Outcome.Done.class);

        state.undeclare(table, false, lost);
        assertThat(resolve(seen[0])).isInstanceOf(Outcome.Refused.class);
        state.undeclare(table, false, call);
        assertThat(resolve(seen[0])).isInstanceOf(Outcome.Done.class);

        state.reconcile(table, Optional.of(ONE_MORE), ReconcileOptions.plain(), lost);
        Intent change = seen[0];
        assertThat(resolve(change)).isInstanceOf(Outcome.Refused.class);
        String another = ONE_MORE.replace("one_more", "another");
        state.reconcile(table, Optional.of(another), ReconcileOptions.plain(), call);
        assertThat(resolve(change)).isInstanceOf(Outcome.Unknown.class);
        state.reconcile(table, Optional.of(ONE_MORE), ReconcileOptions.plain(), call);
        assertThat(resolve(change)).isInstanceOf(Outcome.Done.class);
    }
}
