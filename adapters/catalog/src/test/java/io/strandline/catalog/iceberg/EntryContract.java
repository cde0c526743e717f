package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.CatalogEntries.Entry;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What every backend does with entries that are no directories (CAT-19). */
abstract class EntryContract extends OrphanContract {
    private TestEffects changes;

    final CatalogEntries entries() {
        return new CatalogEntries(
                new Catalogs(List.of(lake.catalog)),
                new StateCache(1 << 20),
                LocationRules.defaults(),
                Clock.systemUTC());
    }

    final TestCall entryCall() {
        changes = new TestEffects(
                intent -> entries().resolvers().get(intent.action()).resolve(intent));
        return new TestCall(changes);
    }

    private void assertRefused(String reason, ThrowingCallable attempt) {
        assertRefused(() -> changes, reason, attempt);
    }

    /** An entry goes and comes back with everything the table had; the files stay all the while. */
    @Test
    void unregistersAndRegistersATable() {
        TableRef ref = lake.table("sales", "orders");
        TableState before = state(ref);
        assertThat(entries().unregister(ref, true, entryCall()).reason()).isEqualTo("dry_run");
        assertThat(lake.catalog.exists(ref, call)).isTrue();
        assertThat(entries().unregister(ref, false, entryCall()).done()).isTrue();
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertCode(ErrorCode.NO_SUCH_TABLE, () -> entries().unregister(ref, false, entryCall()));

        String file = before.metadataLocation();
        assertThat(entries().register(ref, file, true, entryCall()).reason()).isEqualTo("dry_run");
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        Entry registered = entries().register(ref, file, false, entryCall());
        assertThat(registered.done()).isTrue();
        assertThat(registered.state().currentSnapshotId()).isEqualTo(before.currentSnapshotId());
        TableState after = state(ref);
        assertThat(after.uuid()).isEqualTo(before.uuid());
        assertThat(after.snapshots()).isEqualTo(before.snapshots());
        Entry again = entries().register(ref, after.metadataLocation(), false, entryCall());
        assertThat(again.reason()).isEqualTo("unchanged");
        assertThat(changes.outcomes()).isEmpty();
    }

    /** Cases 9 and 23: what is taken, what differs by case alone, and a place that another table has are refused. */
    @Test
    void registersNothingOverAnother() {
        TableRef ref = lake.table("sales", "orders");
        TableRef other = lake.table("sales", "returns");
        String file = state(ref).metadataLocation();
        assertRefused("target_exists", () -> entries().register(other, file, false, entryCall()));
        assertRefused(
                "case_collision", () -> entries().register(lake.ref("sales", "Orders"), file, false, entryCall()));
        assertRefused("shared_location", () -> entries().register(lake.ref("sales", "twin"), file, false, entryCall()));
        assertCode(
                ErrorCode.METADATA_MISSING,
                () -> entries().register(lake.ref("sales", "new"), file + ".gone", false, entryCall()));
        assertThat(names(all("sales", 10))).containsExactly("orders", "returns");
    }

    /** Case 23: a table is renamed, also to another case of its own name, and never onto another. */
    @Test
    void renamesATable() {
        TableRef ref = lake.table("sales", "orders");
        TableRef other = lake.table("sales", "returns");
        TableState before = state(ref);
        TableRef renamed = lake.ref("sales", "orders_2025");
        assertThat(entries().rename(ref, renamed, true, entryCall()).reason()).isEqualTo("dry_run");
        assertThat(entries().rename(ref, renamed, false, entryCall()).done()).isTrue();
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertThat(state(renamed).uuid()).isEqualTo(before.uuid());
        assertThat(state(renamed).location()).isEqualTo(before.location());

        assertRefused("target_exists", () -> entries().rename(renamed, other, false, entryCall()));
        assertRefused(
                "case_collision", () -> entries().rename(renamed, lake.ref("sales", "RETURNS"), false, entryCall()));
        TableRef upper = lake.ref("sales", "ORDERS_2025");
        assertThat(entries().rename(renamed, upper, false, entryCall()).done()).isTrue();
        assertThat(entries().rename(upper, upper, false, entryCall()).reason()).isEqualTo("unchanged");
        assertCode(ErrorCode.NO_SUCH_TABLE, () -> entries().rename(renamed, ref, false, entryCall()));
        assertThat(names(all("sales", 10))).containsExactly("ORDERS_2025", "returns");
    }

    /** Case 2: a neighbour whose name only begins alike, and one that lies in the other. */
    @Test
    void comparesPlacesBySegments() {
        TableRef ref = lake.ref("sales", "my_table");
        lake.writer.createNamespace(ref.namespace());
        String root = place("my_table");
        lake.writer.createTable(ref, List.of(LakeColumn.of("id", "long")), Optional.of(root), Map.of());
        String file = state(ref).metadataLocation();
        lake.tableAt("sales", "my_table_2", root + "_2");
        entries().unregister(ref, false, entryCall());
        assertThat(entries().register(ref, file, true, entryCall()).reason()).isEqualTo("dry_run");
        lake.tableAt("sales", "inner", root + "/inner");
        assertRefused("nested_location", () -> entries().register(ref, file, false, entryCall()));
    }

    /** A place for a table, of the kind the backend keeps files in. */
    String place(String name) {
        return directory.resolve(name).toString();
    }
}
