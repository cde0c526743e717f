package io.strandline.reconcile;

import static io.strandline.reconcile.FindingKind.UNKNOWN_WRITER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.TableState;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Sink;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-10, REC-17: a table that has sinks and is written by others is a finding. */
class UnknownWritersTest {
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

    /** A table of the catalog's own, which has one snapshot of the engine "strandline". */
    private TableRef written(String name) {
        return lab.table(name, null);
    }

    private long append(TableRef table, Map<String, String> summary) {
        return lab.writer.append(table, List.of(List.of(2L)), summary);
    }

    private TableState state(TableRef table) {
        try (Statement call = lab.statement(Role.READER)) {
            return lab.real.describe(table, call).orElseThrow();
        }
    }

    private void sink(String id, TableRef table, @Nullable String engine, @Nullable String application, Instant at) {
        lab.sinks.insert(new Sink(id, table, state(table).uuid(), engine, application, "", "ada", at));
    }

    private void sink(String id, TableRef table) {
        sink(id, table, null, null, Instant.EPOCH);
    }

    private List<Finding> found() {
        return lab.findings("scratch").stream()
                .filter(finding -> finding.kind() == UNKNOWN_WRITER)
                .toList();
    }

    /** A lake nobody registers sinks in has no such finding. */
    @Test
    void aTableWithoutSinksIsNotJudged() {
        written("orders");
        sink("s", written("prices"), "strandline", null, Instant.EPOCH);
        assertThat(lab.findings("scratch")).isEmpty();
    }

    @Test
    void aWriterIsTheSinkElseEngineAndApplication() {
        TableRef orders = written("orders");
        sink("loads", orders, "strandline", null, Instant.EPOCH);
        append(orders, Map.of("strandline.sink-id", "loads", "engine-name", "anything"));
        assertThat(found()).isEmpty();
        sink("job", orders, "spark", "app-1", Instant.EPOCH);
        append(orders, Map.of("engine-name", "spark", "app-id", "app-1"));
        sink("flink", orders);
        append(orders, Map.of("engine-name", "flink", "app-id", "whatever"));
        assertThat(found()).isEmpty();
        long other = append(orders, Map.of("engine-name", "spark", "app-id", "app-2"));
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.table()).isEqualTo("orders");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.provable()).isFalse();
            assertThat(finding.action()).isEqualTo("register_sink");
            assertThat(finding.detail())
                    .contains("1 snapshot is", "engine \"spark\" (application \"app-2\")", "snapshot " + other + ".");
            assertThat(finding.fixSql())
                    .isEqualTo("CALL registry.register_sink(table_name => 'prod.scratch.orders', engine => 'spark')");
        });
    }

    /** All of a table are one finding, the newest first; its fix is of the newest that can be registered. */
    @Test
    void severalWritersAreNamedTogether() {
        TableRef orders = written("orders");
        sink("loads", orders);
        long application = append(orders, Map.of("app-id", "it's"));
        append(orders, Map.of("strandline.sink-id", "stray"));
        long stray = append(orders, Map.of("strandline.sink-id", "stray"));
        lab.writer.deleteAll(orders);
        long unnamed = Objects.requireNonNull(state(orders).currentSnapshotId());
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.detail())
                    .contains(
                            "5 snapshots are",
                            "a writer without a name, last in snapshot " + unnamed + "; sink"
                                    + " \"stray\", last in snapshot " + stray
                                    + "; application \"it's\", last in snapshot "
                                    + application + "; engine \"strandline\"");
            assertThat(finding.fixSql()).endsWith("sink_id => 'stray')");
        });
        sink("stray", orders);
        assertThat(found())
                .singleElement()
                .satisfies(finding -> assertThat(finding.fixSql()).endsWith("application => 'it''s')"));
    }

    @Test
    void whoSaysNothingOfItselfCannotBeRegistered() {
        TableRef orders = written("orders");
        sink("loads", orders, "strandline", null, Instant.EPOCH);
        append(orders, Map.of());
        append(orders, Map.of("engine-name", " "));
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.detail()).contains("a writer without a name");
            assertThat(finding.fixSql()).isNull();
            assertThat(finding.action()).isNull();
        });
    }

    /** A sink's id is of one table: what writes under another's is not mended by registering it again. */
    @Test
    void theSinkOfAnotherTableHasNoFix() {
        TableRef orders = written("orders");
        sink("loads", orders, "strandline", null, Instant.EPOCH);
        sink("of-prices", written("prices"), "strandline", null, Instant.EPOCH);
        append(orders, Map.of("strandline.sink-id", "of-prices"));
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.detail()).contains("sink \"of-prices\"");
            assertThat(finding.fixSql()).isNull();
        });
    }

    /** What was written before anybody registered a sink is history; the current snapshot is judged all the same. */
    @Test
    void snapshotsBeforeTheFirstSinkAreNotJudged() {
        TableRef orders = written("orders");
        append(orders, Map.of("engine-name", "old"));
        append(orders, Map.of("engine-name", "current"));
        Instant after =
                state(orders).currentSnapshot().orElseThrow().committedAt().plusMillis(1);
        sink("loads", orders, null, null, after);
        assertThat(found())
                .singleElement()
                .satisfies(finding -> assertThat(finding.detail())
                        .contains("1 snapshot is", "\"current\"")
                        .doesNotContain("\"old\""));
        append(orders, Map.of("strandline.sink-id", "loads"));
        assertThat(found()).isEmpty();
    }

    /** Sinks of a table that was replaced are not those of the one that has its name now. */
    @Test
    void aReplacedTableHasNoSinks() {
        TableRef orders = written("orders");
        sink("loads", orders);
        assertThat(found()).hasSize(1);
        lab.dropBehindTheScenes(orders);
        assertThat(found()).isEmpty();
        written("orders");
        assertThat(found()).isEmpty();
    }

    @Test
    void aTableWithoutSnapshotsHasNoWriter() {
        TableRef empty = Lab.ref("empty");
        lab.writer.createTable(empty, LakeColumn.of("id", "long"));
        sink("loads", empty);
        assertThat(found()).isEmpty();
    }

    @Test
    void aReadOnlyConnectionHasNoFix() {
        sink("loads", written("orders"));
        assertThat(lab.findings("frozen"))
                .filteredOn(finding -> finding.kind() == UNKNOWN_WRITER)
                .singleElement()
                .satisfies(finding -> assertThat(finding.fixSql()).isNull());
    }

    /** REC-5: a failed look says nothing, and is told once of a table. */
    @Test
    void aTableThatCannotBeLookedAtIsOneRow() {
        sink("loads", written("orders"));
        lab.catalog.beforeDescribe = table -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table)
                .containsExactly(tuple(null, "orders"));
    }
}
