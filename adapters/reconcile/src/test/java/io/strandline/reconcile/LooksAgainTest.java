package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.SourceKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registrations near a dropped table are looked at again (REC-15). */
class LooksAgainTest {
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

    private TableRef registered(String name, String place) {
        TableRef table = lab.table(name, place);
        lab.register("id of " + name, name, lab.at(place));
        return table;
    }

    private List<RepairOutcome> drop(String... tables) {
        try (Statement call = lab.statement(Role.ADMIN)) {
            return lab.repairs.carryOut(
                    "scratch",
                    List.of(tables).stream()
                            .map(table -> new RepairItem("drop", table, null))
                            .toList(),
                    false,
                    call);
        }
    }

    /** Removes what a store that lists by raw prefix would: all files whose path begins so. */
    private void loseByPrefix(String place) {
        Path files = Path.of(lab.at("").path());
        String prefix = lab.at(place).path();
        try (var all = Files.walk(files)) {
            all.filter(path -> path.toString().startsWith(prefix))
                    .sorted(Comparator.reverseOrder())
                    .forEach(path -> {
                        try {
                            Files.delete(path);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A drop that takes {@code x_pinned} with {@code x}, whatever the catalog promises: the row says so, and so do the findings. */
    @Test
    void aDropThatLosesASiblingsFilesSaysSo() {
        lab.tableOverFile("x", "x");
        registered("x_pinned", "uploads/x_pinned");
        lab.catalog.afterDrop = table -> loseByPrefix("uploads/x");
        List<RepairOutcome> rows = drop("x");
        assertThat(rows)
                .extracting(row -> row.item().action(), RepairOutcome::done, RepairOutcome::reason)
                .containsExactly(tuple("drop", true, null), tuple("look", false, null));
        RepairOutcome look = rows.get(1);
        assertThat(look.item().tableName()).isEqualTo("x_pinned");
        assertThat(look.item().registrationId()).isEqualTo("id of x_pinned");
        assertThat(look.detail()).contains("the files of prod.scratch.x_pinned are gone", "shares a prefix");
        assertThat(lab.findings("scratch"))
                .filteredOn(finding -> "x_pinned".equals(finding.table()))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.METADATA_MISSING);
    }

    /** Those that begin alike are looked at once for all drops, whatever lies between them in order; others are not. */
    @Test
    void whatSharesAPrefixIsLookedAtOnceAndNothingElse() {
        lab.tableOverFile("x", "x");
        lab.tableOverFile("xa", "xa");
        registered("x_pinned", "uploads/x_pinned");
        registered("xz", "uploads/xa/z");
        registered("inner", "uploads/x/inner");
        registered("other", "uploads/y");
        registered("above", "uploads");
        lab.register("r9", "twin", "elsewhere", lab.at("uploads/x_2"), SourceKind.FILE);
        assertThat(drop("x", "xa"))
                .extracting(row -> row.item().action(), row -> row.item().tableName(), RepairOutcome::done)
                .containsExactly(
                        tuple("drop", "x", true),
                        tuple("drop", "xa", true),
                        tuple("look", "above", true),
                        tuple("look", "inner", true),
                        tuple("look", "x_pinned", true),
                        tuple("look", "xz", true));
    }

    @Test
    void aLookThatFailsSaysSoAndAMissingTableToo() {
        lab.tableOverFile("x", "x");
        registered("x_pinned", "uploads/x_pinned");
        lab.register("r2", "x_gone", lab.at("uploads/x_gone"));
        lab.catalog.afterDrop = dropped -> lab.catalog.beforeDescribe = table -> {
            if (table.name().equals("x_pinned")) {
                throw new StrandlineException(ErrorCode.BACKEND, "access denied");
            }
        };
        assertThat(drop("x"))
                .extracting(row -> row.item().tableName(), RepairOutcome::done, RepairOutcome::reason)
                .containsExactly(
                        tuple("x", true, null),
                        tuple("x_gone", false, "no_such_table"),
                        tuple("x_pinned", false, "lookup_failed"));
    }

    /** The drop is made and its row must come back, even if the looks cannot be made. */
    @Test
    void aCancelDuringTheLooksStillGivesTheRowsOfTheDrops() {
        lab.tableOverFile("x", "x");
        registered("x_pinned", "uploads/x_pinned");
        try (Statement call = lab.statement(Role.ADMIN)) {
            lab.catalog.afterDrop = table -> call.cancelled = true;
            assertThat(lab.repairs.carryOut("scratch", List.of(new RepairItem("drop", "x", null)), false, call))
                    .extracting(RepairOutcome::done)
                    .containsExactly(true);
            assertThat(call.warnings).singleElement().asString().contains("could be looked at again");
        }
    }

    @Test
    void nothingIsLookedAtIfNothingWasDropped() {
        lab.table("mystery", "uploads/x");
        registered("x_pinned", "uploads/x_pinned");
        assertThat(drop("mystery")).hasSize(1);
    }
}
