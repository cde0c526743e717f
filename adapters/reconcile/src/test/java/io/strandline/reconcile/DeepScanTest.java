package io.strandline.reconcile;

import static io.strandline.reconcile.FindingKind.FILES_MISSING;
import static io.strandline.reconcile.FindingKind.ORPHAN_FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** REC-17: with {@code deep => true}, what tables name is compared with the files there are. */
class DeepScanTest {
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

    private List<Finding> deep(String connection, Statement call) {
        return lab.reconciler.reconcile(connection, true, call);
    }

    private List<Finding> deep() {
        try (Statement call = lab.statement(Role.OPERATOR)) {
            return deep("scratch", call);
        }
    }

    /** A table beside the declared places, whose files are its own. */
    private TableRef own(String name) {
        return lab.table(name, "own/" + name);
    }

    private Path file(String table, String name) {
        return Path.of(lab.at("own/" + table).path()).resolve(name);
    }

    private Path stray(String table, String name) {
        Path stray = file(table, name);
        try {
            Files.createDirectories(stray.getParent());
            return Files.writeString(stray, "12345");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Path lose(String table, String directory, String ending) throws IOException {
        try (var files = Files.list(file(table, directory))) {
            Path lost = files.filter(path -> path.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
            Files.delete(lost);
            return lost;
        }
    }

    @Test
    void aLakeWhoseFilesAreThereHasNoSuchFinding() {
        own("orders");
        lab.writer.append(Lab.ref("orders"), List.of(List.of(2L)));
        lab.writer.deleteAll(Lab.ref("orders"));
        TableRef empty = Lab.ref("empty");
        lab.writer.createTable(empty, LakeColumn.of("id", "long"));
        assertThat(deep()).isEmpty();
    }

    @Test
    void aFileThatIsGoneIsNamed() throws IOException {
        own("fine");
        own("orders");
        Path lost = lose("orders", "data", ".parquet");
        assertThat(deep()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FILES_MISSING);
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.table()).isEqualTo("orders");
            assertThat(finding.detail()).contains("1 file (1 data) that is not there", lost.toString());
            assertThat(finding.fixSql()).isNull();
            assertThat(finding.provable()).isFalse();
            assertThat(finding.location()).isEqualTo(lab.at("own/orders"));
        });
    }

    /** The fix is the call that deletes what was found, and nothing else. */
    @Test
    void aFileThatNothingReachesIsNamedWithItsFix() {
        own("orders");
        Path stray = stray("orders", "data/stray.parquet");
        stray("orders", "data/_temporary/under_way.parquet");
        assertThat(deep()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(ORPHAN_FILES);
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.detail()).contains("1 file of 5 bytes", stray.toString());
            assertThat(finding.action()).isEqualTo("remove_orphan_files");
            assertThat(finding.fixSql())
                    .isEqualTo("CALL catalog.remove_orphan_files(table_name => 'prod.scratch.orders', dry_run =>"
                            + " false)");
        });
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThat(deep("frozen", call)).singleElement().satisfies(finding -> {
                assertThat(finding.fixSql()).isNull();
                assertThat(finding.detail()).endsWith("The connection is read only.");
            });
        }
    }

    /** What lies in another place of the table is looked at there, and what it names outside of all is looked for. */
    @Test
    void placesThatPropertiesNameAreLookedAtToo() throws IOException {
        TableRef ref = Lab.ref("orders");
        lab.writer.createTable(
                ref,
                List.of(LakeColumn.required("id", "long")),
                Optional.of(lab.at("own/orders").text()),
                Map.of("write.data.path", lab.at("own/else").text()));
        lab.writer.append(ref, List.of(List.of(1L)));
        assertThat(deep()).isEmpty();
        Path stray = stray("else", "stray.parquet");
        assertThat(deep()).singleElement().satisfies(finding -> {
            assertThat(finding.detail()).contains(stray.toString());
            assertThat(finding.fixSql())
                    .contains("location => '" + lab.at("own/else").text() + "'");
        });
        Files.delete(stray);
        lab.writer.moveTable(ref, lab.at("own/moved").text());
        assertThat(deep()).isEmpty();
        lose("else", ".", ".parquet");
        assertThat(deep()).extracting(Finding::kind).containsExactly(FILES_MISSING);
    }

    /** A manifest that is gone hides what it names: nothing is said of other files. One that is damaged is a failed look. */
    @Test
    void aManifestThatCannotBeReadIsToldOfItsTableAlone() throws IOException {
        own("damaged");
        own("fine");
        own("hollow");
        stray("damaged", "data/stray.parquet");
        stray("fine", "data/stray.parquet");
        stray("hollow", "data/stray.parquet");
        Path lost = lose("hollow", "metadata", "-m0.avro");
        Files.writeString(lose("damaged", "metadata", "-m0.avro"), "no avro");
        assertThat(deep())
                .extracting(Finding::table, Finding::kind)
                .containsExactly(tuple("damaged", null), tuple("fine", ORPHAN_FILES), tuple("hollow", FILES_MISSING));
        assertThat(deep().get(2).detail()).contains(lost.getFileName().toString());
    }

    /** Cases 1 and 3: what may be another table's is not said to be an orphan; only the meeting is told. */
    @Test
    void filesOfAnotherTableAreNoOrphans() {
        own("outer");
        lab.table("inner", "own/outer/inner");
        stray("outer", "data/stray.parquet");
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThat(deep("scratch", call))
                    .extracting(Finding::kind)
                    .containsExactly(FindingKind.NESTED_LOCATION, FindingKind.NESTED_LOCATION);
            assertThat(call.warnings).anyMatch(warning -> warning.contains("prod.scratch.outer are orphans cannot be"));
        }
    }

    /** What was declared external is not the table's alone: the source of its rows lies there. */
    @Test
    void whatLiesInAnExternalPlaceIsNoOrphan() throws IOException {
        lab.tableOverFile("orders", "f1");
        lab.register("r1", "orders", lab.at("uploads/f1"));
        assertThat(deep()).isEmpty();
        try (var files = Files.list(Path.of(lab.at("uploads/f1/data").path()))) {
            Files.delete(files.findFirst().orElseThrow());
        }
        assertThat(deep()).extracting(Finding::kind).containsExactly(FILES_MISSING);
    }

    /** REC-5, REC-18: a scan that does not look at files resolves nothing of them; the next deep one does. */
    @Test
    void onlyADeepScanResolvesWhatOneFound() throws IOException {
        own("orders");
        Path stray = stray("orders", "data/stray.parquet");
        deep();
        Files.delete(stray);
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThat(lab.reconciler.reconcile("scratch", false, call)).isEmpty();
        }
        assertThat(resolvedOf("ORPHAN_FILES")).isNull();
        deep();
        assertThat(resolvedOf("ORPHAN_FILES")).isNotNull();
    }

    @Test
    void whatNobodyCouldTellIsNotResolved() {
        own("orders");
        stray("orders", "data/stray.parquet");
        deep();
        lab.table("twin", "own/orders");
        assertThat(deep()).extracting(Finding::kind).doesNotContain(ORPHAN_FILES);
        assertThat(resolvedOf("ORPHAN_FILES")).isNull();
    }

    private @Nullable Object resolvedOf(String kind) {
        try (Statement call = lab.statement(Role.READER)) {
            return lab.history
                    .findings(Wanted.all(Set.of()), call)
                    .filter(past -> past.kind().equals(kind))
                    .findFirst()
                    .orElseThrow()
                    .resolvedAt();
        }
    }

    @Test
    void aCatalogThatDoesNotTellOfFilesRefusesADeepScan() {
        own("orders");
        lab.catalog.tellsOfFiles = false;
        assertThatThrownBy(this::deep)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining("Leave deep out");
    }

    /** GW-5: it tells how far it is, and ends when it is told to. */
    @Test
    void tellsHowFarItIsAndStops() {
        own("a");
        own("b");
        try (Statement call = lab.statement(Role.OPERATOR)) {
            deep("scratch", call);
            assertThat(call.progress).contains("2 of 2 tables compared by their files");
        }
        Statement call = lab.statement(Role.OPERATOR);
        lab.catalog.beforeCount = () -> call.cancelled = true;
        assertThatThrownBy(() -> deep("scratch", call))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
}
