package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.OpenTable;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableWrites;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.NotFoundException;
import org.junit.jupiter.api.Test;

/** How others write the tables of every backend by Iceberg's own library (CAT-19, CAT-20). */
abstract class WritesContract extends OneStateContract {
    private TableWrites writes() {
        return lake.catalog.writes().orElseThrow();
    }

    private Table open(TableRef ref) {
        return writes().open(ref, call).orElseThrow().unwrap(Table.class);
    }

    private static boolean appendNothing(OpenTable table, String summary) {
        table.unwrap(Table.class).newAppend().set("told", summary).commit();
        return true;
    }

    /** Two snapshots and a property, in one commit of the catalog. */
    @Test
    void allThatAnEditCommitsIsOneCommit() {
        TableRef ref = lake.table("sales", "written");
        TableState before = lake.catalog.describe(ref, call).orElseThrow();
        boolean made = writes().commit(
                        ref,
                        table -> {
                            appendNothing(table, "first");
                            table.unwrap(Table.class)
                                    .updateProperties()
                                    .set("p", "1")
                                    .commit();
                            return appendNothing(table, "second");
                        },
                        call);
        assertThat(made).isTrue();
        TableState after = lake.catalog.describe(ref, call).orElseThrow();
        assertThat(after.properties()).containsEntry("p", "1");
        assertThat(after.snapshots()).hasSize(before.snapshots().size() + 2);
        assertThat(after.history().metadataFiles())
                .hasSize(before.history().metadataFiles().size() + 1);
        assertThat(open(ref).currentSnapshot().summary()).containsEntry("told", "second");
    }

    /** An edit that has nothing to commit sends nothing. */
    @Test
    void anEditOfNothingLeavesTheTable() {
        TableRef ref = lake.table("sales", "untouched");
        String before = lake.catalog.describe(ref, call).orElseThrow().metadataLocation();
        assertThat(writes().commit(ref, table -> false, call)).isFalse();
        assertThat(lake.catalog.describe(ref, call).orElseThrow().metadataLocation())
                .isEqualTo(before);
    }

    /** Somebody commits between making ready and sending: CONFLICT, and the manifests of the lost commit are gone. */
    @Test
    void aCommitThatComesTooLateIsAConflictAndLeavesNoFile() {
        TableRef ref = lake.table("sales", "contended");
        List<String> manifests = new ArrayList<>();
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> writes().commit(
                                ref,
                                table -> {
                                    appendNothing(table, "slow");
                                    Table staged = table.unwrap(Table.class);
                                    manifests.add(staged.currentSnapshot().manifestListLocation());
                                    lake.writer.append(ref, List.of(List.of(2L, "fast")));
                                    return true;
                                },
                                call))
                .satisfies(conflict -> assertThat(conflict.code()).isEqualTo(ErrorCode.CONFLICT));
        Table now = open(ref);
        assertThat(now.currentSnapshot().summary()).doesNotContainKey("told");
        assertThat(isThere(now, manifests.get(0))).isFalse();
        Set<String> live = now.currentSnapshot().allManifests(now.io()).stream()
                .map(ManifestFile::path)
                .collect(Collectors.toSet());
        assertThat(live).isNotEmpty().allMatch(path -> isThere(now, path));
    }

    private static boolean isThere(Table table, String file) {
        try {
            return table.io().newInputFile(file).exists();
        } catch (NotFoundException e) {
            return false; // files in memory say it at once
        }
    }

    /** What the edit throws comes out, and nothing was changed. */
    @Test
    void anEditThatFailsChangesNothing() {
        TableRef ref = lake.table("sales", "failing");
        TableState before = lake.catalog.describe(ref, call).orElseThrow();
        assertThatThrownBy(() -> writes().commit(
                                ref,
                                table -> {
                                    appendNothing(table, "never");
                                    throw new StrandlineException(ErrorCode.BAD_VALUE, "no");
                                },
                                call))
                .isInstanceOfSatisfying(
                        StrandlineException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_VALUE));
        assertThat(lake.catalog.describe(ref, call).orElseThrow().metadataLocation())
                .isEqualTo(before.metadataLocation());
    }

    /** A table given to look at takes no commit of its own. */
    @Test
    void anOpenedTableCommitsNothingItself() {
        TableRef ref = lake.table("sales", "opened");
        Table table = open(ref);
        assertThatThrownBy(() -> table.newAppend().commit()).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Absent is empty to look at, and an error to change. */
    @Test
    void anAbsentTableIsEmptyAndNoneToChange() {
        lake.table("sales", "there");
        TableRef absent = lake.ref("sales", "absent");
        assertThat(writes().open(absent, call)).isEmpty();
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> writes().commit(absent, table -> true, call))
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.NO_SUCH_TABLE));
    }
}
