package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every backend of the table catalog does, the same for each (CAT-19). */
abstract class CatalogContract {
    static final List<String> ODD_NAMES = List.of(
            "plain",
            "with.dot",
            "with space",
            "100%",
            "a_b",
            "axb",
            "a+b",
            "it's",
            "say \"hi\"",
            "Ünïcode",
            "🌊 wave",
            "A",
            "\uFB01 ligature");

    @TempDir
    Path directory;

    Lake lake;
    final TestCall call = new TestCall();

    abstract Lake open(Path directory) throws Exception;

    /** Whether a name can hold a slash. */
    boolean storesSlashes() {
        return true;
    }

    /** Whether a level of a namespace can hold a dot. */
    boolean storesDottedLevels() {
        return true;
    }

    /** Whether it lists such a level beside two levels of the same text. */
    boolean listsDottedLevelsBesideOthers() {
        return storesDottedLevels();
    }

    /** Whether the machine the test runs on lets the backend store the name. */
    boolean stores(String name) {
        return true;
    }

    @BeforeEach
    void openLake() throws Exception {
        lake = open(directory);
    }

    @AfterEach
    void closeLake() {
        lake.close();
    }

    /** CAT-1: an absent table is empty, also in an absent namespace. */
    @Test
    void describesAnAbsentTableAsEmpty() {
        lake.table("sales", "orders");
        assertThat(lake.catalog.describe(lake.ref("sales", "order"), call)).isEmpty();
        assertThat(lake.catalog.describe(lake.ref("nowhere", "orders"), call)).isEmpty();
        assertThat(lake.catalog.exists(lake.ref("sales", "order"), call)).isFalse();
        assertThat(lake.catalog.exists(lake.ref("nowhere", "orders"), call)).isFalse();
    }

    /** CAT-1: what is in the metadata is in the state. */
    @Test
    void describesATableWithItsRowsCounted() {
        TableRef ref = lake.table("sales", "orders");
        long second = lake.writer.append(ref, List.of(List.of(2L, "second"), List.of(3L, "third")));
        TableState state = lake.catalog.describe(ref, call).orElseThrow();
        assertThat(state.ref()).isEqualTo(ref);
        assertThat(state.type()).isEqualTo(TableType.TABLE);
        assertThat(state.columns()).extracting(column -> column.path()).containsExactly("id", "note");
        assertThat(state.columns()).extracting(column -> column.nullable()).containsExactly(false, true);
        assertThat(state.currentSnapshotId()).isEqualTo(second);
        assertThat(state.snapshots()).hasSize(2).allMatch(snapshot -> snapshot.ancestor());
        assertThat(state.currentSnapshot().orElseThrow().summary()).containsEntry("total-records", "3");
        assertThat(state.metadataLocation()).contains("metadata").endsWith(".json");
    }

    /** Case 22: columns that differ only by case are two, each exactly as it was named. */
    @Test
    void tellsColumnsApartByCase() {
        TableRef ref = lake.ref("sales", "letters");
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(ref, LakeColumn.of("body", "string"), LakeColumn.of("Body", "long"));
        assertThat(lake.catalog.describe(ref, call).orElseThrow().columns())
                .extracting(column -> column.name() + " " + column.formatType())
                .containsExactly("body string", "Body long");
    }

    /** CAT-14, case 28: no snapshot is no id; schema, spec and order are there. */
    @Test
    void describesATableWithoutSnapshot() {
        TableRef ref = lake.ref("sales", "empty");
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(ref, LakeColumn.of("id", "long"));
        TableState state = lake.catalog.describe(ref, call).orElseThrow();
        assertThat(state.currentSnapshotId()).isNull();
        assertThat(state.snapshots()).isEmpty();
        assertThat(state.columns()).hasSize(1);
        assertThat(state.partitionSpecId()).isZero();
        assertThat(state.sortOrderId()).isZero();
    }

    /** CAT-15: names of tables come back as they went in, and find their own table only. */
    @Test
    void roundTripsOddTableNames() {
        List<String> names =
                new ArrayList<>(ODD_NAMES.stream().filter(this::stores).toList());
        if (storesSlashes()) {
            names.add("a/b");
        }
        lake.writer.createNamespace(List.of("odd"));
        names.forEach(name ->
                lake.writer.createTable(lake.ref("odd", name), LakeColumn.of("c" + names.indexOf(name), "long")));
        List<String> sorted = names.stream().sorted(Text.BY_CODE_POINT).toList();
        assertThat(names(all("odd", 100))).isEqualTo(sorted);
        assertThat(names(all("odd", 1))).isEqualTo(sorted);
        assertThat(names(all("odd", 5))).isEqualTo(sorted);
        for (String name : names) {
            TableState state =
                    lake.catalog.describe(lake.ref("odd", name), call).orElseThrow();
            assertThat(state.columns().get(0).name()).isEqualTo("c" + names.indexOf(name));
            assertThat(lake.catalog.exists(lake.ref("odd", name), call)).isTrue();
        }
    }

    /** CAT-15, cases 18 and 19: {@code _} and {@code %} are literal in namespaces, and a namespace's tables are its own. */
    @Test
    void tellsLikeNamespacesApart() {
        lake.table("ns_1", "in_underscore");
        lake.table("nsx1", "in_x");
        lake.table(List.of("ns_1", "deep"), "in_deep");
        lake.table(List.of("nsx1", "deeper"), "in_deeper");
        lake.table("ns", "in_short");
        lake.table("ns%", "in_percent");
        assertThat(levels())
                .containsExactly(
                        List.of("ns"),
                        List.of("ns%"),
                        List.of("ns_1"),
                        List.of("ns_1", "deep"),
                        List.of("nsx1"),
                        List.of("nsx1", "deeper"));
        assertThat(names(all("ns_1", 10))).containsExactly("in_underscore");
        assertThat(names(all("ns%", 10))).containsExactly("in_percent");
        assertThat(names(all("ns", 10))).containsExactly("in_short");
    }

    /** CAT-15, case 20: namespaces of odd names and of several levels round-trip. */
    @Test
    void roundTripsOddNamespaces() {
        List<String> names = ODD_NAMES.stream()
                .filter(name -> stores(name) && (storesDottedLevels() || !name.contains(".")))
                .toList();
        names.forEach(name -> lake.table(List.of(name), "t"));
        assertThat(levels())
                .containsExactlyElementsOf(
                        names.stream().sorted(Text.BY_CODE_POINT).map(List::of).toList());
        names.forEach(name -> assertThat(lake.catalog.exists(lake.ref(name, "t"), call))
                .as(name)
                .isTrue());
    }

    /** Case 20: one level {@code a.b} is not {@code b} in {@code a}, though both stand in one catalog. */
    @Test
    void tellsADottedLevelFromTwoLevels() {
        if (!listsDottedLevelsBesideOthers()) {
            return;
        }
        lake.table(List.of("a", "b"), "of_two");
        lake.table(List.of("a.b"), "of_one");
        assertThat(levels()).containsExactlyInAnyOrder(List.of("a"), List.of("a", "b"), List.of("a.b"));
        assertThat(names(all("a.b", 10))).containsExactly("of_one");
        assertThat(lake.catalog.describe(lake.ref("a.b", "of_one"), call)).isPresent();
        assertThat(lake.catalog.describe(lake.ref("a.b", "of_two"), call)).isEmpty();
        TableRef two = new TableRef("lake", List.of("a", "b"), "of_two");
        assertThat(lake.catalog.describe(two, call)).isPresent();
        assertThat(two.namespaceText()).isNotEqualTo(lake.ref("a.b", "of_two").namespaceText());
    }

    /** CAT-15, case 24: 255 characters are kept whole. */
    @Test
    void keepsANameOf255Characters() {
        String name = "n".repeat(255);
        lake.table("long", name);
        assertThat(names(all("long", 10))).containsExactly(name);
        assertThat(lake.catalog.describe(lake.ref("long", name), call)).isPresent();
    }

    /** CAT-15: a namespace without tables is listed, an absent one lists nothing. */
    @Test
    void listsAnEmptyNamespace() {
        lake.writer.createNamespace(List.of("empty", "inner"));
        assertThat(levels()).containsExactly(List.of("empty"), List.of("empty", "inner"));
        assertThat(lake.catalog.list(List.of("empty"), Optional.empty(), 10, call))
                .isEqualTo(new TablePage(List.of(), false));
        assertThat(lake.catalog.list(List.of("absent"), Optional.empty(), 10, call))
                .isEqualTo(new TablePage(List.of(), false));
    }

    /** A page starts after a name, also one that is not there, and says whether more follow. */
    @Test
    void pagesAfterAName() {
        List.of("a", "c", "e").forEach(name -> lake.table("p", name));
        TablePage first = lake.catalog.list(List.of("p"), Optional.empty(), 2, call);
        assertThat(names(first.entries())).containsExactly("a", "c");
        assertThat(first.more()).isTrue();
        TablePage last = lake.catalog.list(List.of("p"), Optional.of("c"), 2, call);
        assertThat(names(last.entries())).containsExactly("e");
        assertThat(last.more()).isFalse();
        assertThat(names(lake.catalog
                        .list(List.of("p"), Optional.of("b"), 1, call)
                        .entries()))
                .containsExactly("c");
        assertThat(lake.catalog.list(List.of("p"), Optional.of("e"), 2, call).entries())
                .isEmpty();
        assertThat(lake.catalog.count(List.of("p"), call)).hasValue(3);
    }

    /** A table's metadata table is nobody's table, though Iceberg loads it under a longer name. */
    @Test
    void doesNotTakeAMetadataTableForATable() {
        TableRef ref = lake.table("sales", "orders");
        TableRef files = new TableRef(ref.catalog(), List.of("sales", "orders"), "files");
        assertThat(lake.catalog.describe(files, call)).isEmpty();
        assertThat(lake.catalog.exists(files, call)).isFalse();
    }

    /** A cancelled statement asks the backend nothing (GW-5). */
    @Test
    void asksNothingForACancelledStatement() {
        TableRef ref = lake.table("sales", "orders");
        TestCall cancelled = new TestCall();
        cancelled.cancel();
        assertCode(ErrorCode.CANCELLED, () -> lake.catalog.describe(ref, cancelled));
        assertCode(ErrorCode.CANCELLED, () -> lake.catalog.namespaces(cancelled));
    }

    static void assertCode(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        assertThatThrownBy(action)
                .asInstanceOf(type(StrandlineException.class))
                .extracting(StrandlineException::code)
                .isEqualTo(code);
    }

    List<TableEntry> all(String namespace, int pageSize) {
        List<TableEntry> entries = new ArrayList<>();
        TestCall statement = new TestCall();
        Optional<String> after = Optional.empty();
        while (true) {
            TablePage page = lake.catalog.list(List.of(namespace), after, pageSize, statement);
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(pageSize);
            entries.addAll(page.entries());
            if (!page.more()) {
                return entries;
            }
            after = Optional.of(
                    page.entries().get(page.entries().size() - 1).ref().name());
        }
    }

    List<List<String>> levels() {
        return lake.catalog.namespaces(call).stream().map(Namespace::levels).toList();
    }

    static List<String> names(List<TableEntry> entries) {
        return entries.stream().map(entry -> entry.ref().name()).toList();
    }
}
