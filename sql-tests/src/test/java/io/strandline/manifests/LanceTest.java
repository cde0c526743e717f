package io.strandline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.fixtures.LanceServer;
import io.strandline.manifests.LanceWriter.Staged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Datasets of Lance on files: its library makes versions in a scratch copy, the manifest store commits them, and the library
 * reads them. What is damaged is what Lance cannot read, and what is mended is what it can.
 */
@EnabledOnOs({OS.LINUX, OS.MAC}) // its library is made for no other
class LanceTest {
    private static LanceServer lance;

    @TempDir
    Path directory;

    private ManifestGateway gateway;
    private Path dataset;
    private String base;

    @BeforeAll
    static void startLance() throws IOException {
        lance = LanceServer.start(Map.of());
    }

    @AfterAll
    static void stopLance() {
        lance.close();
    }

    @BeforeEach
    void start() throws IOException, SQLException {
        dataset = directory.resolve("lance").resolve("trips");
        base = dataset.toString();
        gateway = ManifestGateway.start(
                directory, Files.createDirectories(dataset.getParent()).toString());
    }

    @AfterEach
    void stop() throws SQLException {
        gateway.close();
    }

    private LanceWriter writer(String name) throws IOException {
        return LanceWriter.to(dataset, lance, directory.resolve(name)).after(dataset);
    }

    private void commit(Staged staged) throws SQLException {
        assertThat(gateway.commit(base, staged.path(), staged.size()))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("commit", String.valueOf(staged.version()), "true"));
    }

    private void assertRefused(String state, String words, Staged staged, long size) {
        assertThatThrownBy(() -> gateway.commit(base, staged.path(), size))
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    private List<List<@Nullable String>> findings() throws SQLException {
        return gateway.rows("SELECT version, kind, expected, actual FROM manifest.findings ORDER BY version, kind");
    }

    private void mend() throws SQLException {
        for (List<@Nullable String> fix :
                gateway.rows("SELECT fix_sql FROM manifest.findings WHERE fix_sql IS NOT NULL ORDER BY version")) {
            assertThat(gateway.rows(String.valueOf(fix.get(0))))
                    .singleElement()
                    .satisfies(row -> assertThat(row.get(4)).isEqualTo("true"));
        }
    }

    private Path manifest(long version) {
        return dataset.resolve("_versions/" + Long.toUnsignedString(~version) + ".manifest");
    }

    /** MAN-1: what was committed is opened, appended to the same way, and read as it was. */
    @Test
    void committedVersionsAreOpenedAppendedToAndReadAsTheyWere() throws Exception {
        for (int version = 1; version <= 3; version++) {
            Staged staged = writer("scratch").stage(10 * version, 10 * version + 1);
            assertThat(staged.version()).isEqualTo(version);
            commit(staged);
            assertThat(manifest(version)).exists();
            assertThat(dataset.resolve(staged.path())).doesNotExist();
        }
        assertThat(lance.rows(base)).containsExactly(10, 11, 20, 21, 30, 31);
        assertThat(lance.rows(base, 1)).containsExactly(10, 11);
        assertThat(lance.rows(base, 2)).containsExactly(10, 11, 20, 21);
        assertThat(lance.versions(base)).containsExactly(1, 2, 3);
        assertThat(findings()).isEmpty();
    }

    /** MAN-3: whoever lost makes its version anew after the winner's, and no row of either is lost. */
    @Test
    void aLoserCommitsItsRowsAfterTheWinners() throws Exception {
        commit(writer("first").stage(1));
        Staged winner = writer("winner").stage(2);
        Staged loser = writer("loser").stage(3);
        commit(winner);
        assertRefused("40001", "is another commit's", loser, loser.size());
        assertThat(lance.rows(base)).containsExactly(1, 2);
        commit(writer("loser").stage(3));
        assertThat(lance.rows(base)).containsExactly(1, 2, 3);
        assertThat(findings()).isEmpty();
    }

    /** A wrong size and a manifest that is not there change nothing, neither here nor for Lance. */
    @Test
    void whatCannotBeCommittedIsRefusedAndReadByNobody() throws Exception {
        commit(writer("scratch").stage(1));
        Staged staged = writer("scratch").stage(2);
        assertRefused("55000", "bytes, not", staged, staged.size() + 1);
        Path hidden = Files.move(dataset.resolve(staged.path()), directory.resolve("hidden"));
        assertRefused("55000", "is not there; nothing was committed", staged, staged.size());
        assertThat(lance.rows(base)).containsExactly(1);
        Files.move(hidden, dataset.resolve(staged.path()));
        commit(staged);
        assertThat(lance.rows(base)).containsExactly(1, 2);
    }

    /** MAN-1, MAN-5: a commit whose process died, and one that Lance made itself, before and after their fix_sql. */
    @Test
    void whatTheDeadAndStrangersLeftIsThereForLanceOnceItIsMended() throws Exception {
        commit(writer("scratch").stage(1));
        Staged claimed = writer("scratch").stage(2);
        gateway.claim(2, claimed.path(), claimed.size());
        assertThat(findings()).containsExactly(Arrays.asList("2", "NOT_FINISHED", null, null));
        assertThat(lance.rows(base)).as("before").containsExactly(1);
        mend();
        assertThat(lance.rows(base)).as("after").containsExactly(1, 2);
        assertThat(findings()).isEmpty();

        assertThat(lance.append(dataset, 3)).isEqualTo(3);
        assertThat(findings()).containsExactly(Arrays.asList("3", "ABOVE_LATEST", null, null));
        assertThat(gateway.rows("SELECT latest_version FROM manifest.datasets")).containsExactly(List.of("2"));
        mend();
        assertThat(findings()).isEmpty();
        assertThat(gateway.rows("SELECT latest_version FROM manifest.datasets")).containsExactly(List.of("3"));
        commit(writer("scratch").stage(4));
        assertThat(lance.rows(base)).containsExactly(1, 2, 3, 4);
    }

    /** MAN-4: a manifest that was cut, or is gone, is found as what Lance stumbles over, until it is brought back. */
    @Test
    void aDamagedManifestIsFoundAndReadAgainOnceItIsBroughtBack() throws Exception {
        commit(writer("scratch").stage(1));
        commit(writer("scratch").stage(2));
        byte[] backup = Files.readAllBytes(manifest(2));
        Files.write(manifest(2), Arrays.copyOf(backup, backup.length / 2));
        assertThat(findings())
                .containsExactly(List.of(
                        "2", "SIZE_MISMATCH", String.valueOf(backup.length), String.valueOf(backup.length / 2)));
        assertThatThrownBy(() -> lance.rows(base, 2)).isInstanceOf(IOException.class);
        Files.delete(manifest(2));
        assertThat(findings()).containsExactly(Arrays.asList("2", "FINAL_MISSING", null, null));
        assertThat(gateway.rows("SELECT fix_sql FROM manifest.findings")).containsExactly(Arrays.asList((String) null));
        Files.write(manifest(2), backup);
        assertThat(findings()).isEmpty();
        assertThat(lance.rows(base, 2)).containsExactly(1, 2);
    }

    /** MAN-8: Lance reads a dataset by its older names, and by its newer ones once they are changed. */
    @Test
    void aDatasetIsReadByItsOlderAndItsNewerNames() throws Exception {
        Staged first = writer("scratch").stageByOlderNames(1);
        assertThat(first.path()).startsWith("_versions/1.manifest-");
        commit(first);
        commit(writer("scratch").stage(2));
        assertThat(lance.rows(base)).containsExactly(1, 2);
        assertThat(gateway.rows("CALL migrate_manifests(base_uri => ?, dry_run => false)", base))
                .hasSize(2);
        assertThat(manifest(2)).exists();
        assertThat(lance.rows(base)).containsExactly(1, 2);
        assertThat(lance.rows(base, 1)).containsExactly(1);
        commit(writer("scratch").stage(3));
        assertThat(lance.rows(base)).containsExactly(1, 2, 3);
        assertThat(findings()).isEmpty();
    }
}
