package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.TableRef;
import org.apache.iceberg.catalog.ViewCatalog;
import org.junit.jupiter.api.Test;

/** What every backend does that has views, and whose drop keeps the files. */
abstract class DroppingContract extends EntryContract {
    abstract boolean fileExists(String location);

    /** REC-10: a drop removes the entry, and no file. */
    @Test
    void dropLeavesTheFiles() {
        TableRef ref = lake.table("sales", "orders");
        TableState state = lake.catalog.describe(ref, call).orElseThrow();
        String metadata = String.valueOf(state.metadataLocation());
        String manifests = String.valueOf(state.currentSnapshot().orElseThrow().manifestList());
        assertThat(lake.catalog.dropKeepsFiles()).isTrue();
        assertThat(fileExists(metadata)).isTrue();
        assertThat(lake.catalog.drop(ref, call)).isTrue();
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertThat(lake.catalog.describe(ref, call)).isEmpty();
        assertThat(fileExists(metadata)).isTrue();
        assertThat(fileExists(manifests)).isTrue();
    }

    /** A second drop finds nothing, and a like-named table is left alone. */
    @Test
    void dropRemovesOneExactName() {
        TableRef ref = lake.table("sales", "a_b");
        TableRef other = lake.table("sales", "axb");
        assertThat(lake.catalog.drop(ref, call)).isTrue();
        assertThat(lake.catalog.drop(ref, call)).isFalse();
        assertThat(lake.catalog.exists(other, call)).isTrue();
    }

    /** GW-5: a statement that was cancelled before its change was sent sends none. */
    @Test
    void dropsNothingForACancelledStatement() {
        TableRef ref = lake.table("sales", "orders");
        TestCall cancelled = new TestCall();
        cancelled.cancel();
        assertCode(ErrorCode.CANCELLED, () -> lake.catalog.drop(ref, cancelled));
        assertThat(lake.catalog.exists(ref, call)).isTrue();
    }

    /** CAT-15, case 17: views are listed with their type, and described. */
    @Test
    void listsViewsAsViews() {
        TableRef table = lake.table("v", "a_table");
        TableRef view = lake.ref("v", "b_view");
        ((ViewCatalog) lake.writer.client())
                .buildView(ClientBackend.identifier(view))
                .withSchema(lake.writer
                        .client()
                        .loadTable(ClientBackend.identifier(table))
                        .schema())
                .withQuery("spark", "SELECT * FROM v.a_table")
                .withDefaultNamespace(ClientBackend.namespaceOf(view.namespace()))
                .create();
        assertThat(all("v", 1))
                .extracting(TableEntry::ref, TableEntry::type)
                .containsExactly(tuple(table, TableType.TABLE), tuple(view, TableType.VIEW));
        assertThat(lake.catalog.exists(view, call)).isTrue();
        TableState state = lake.catalog.describe(view, call).orElseThrow();
        assertThat(state.type()).isEqualTo(TableType.VIEW);
        assertThat(state.columns()).hasSize(2);
        assertThatThrownBy(() -> lake.catalog.drop(view, call)).hasMessageContaining("is a view");
        assertThat(lake.catalog.exists(view, call)).isTrue();
    }
}
