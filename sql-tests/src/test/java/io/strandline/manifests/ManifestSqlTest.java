package io.strandline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifest store through the driver: commits, findings before and after their fix_sql, and what is refused. */
class ManifestSqlTest {
    @TempDir
    Path directory;

    private ManifestGateway gateway;
    private String base;

    @BeforeEach
    void start() throws IOException, SQLException {
        Path places = Files.createDirectories(directory.resolve("lance"));
        base = places.resolve("it's one").toString();
        Files.createDirectories(Path.of(base, "_versions"));
        gateway = ManifestGateway.start(directory, places.toString());
    }

    @AfterEach
    void stop() throws SQLException {
        gateway.close();
    }

    private List<List<@Nullable String>> rows(String sql, Object... arguments) throws SQLException {
        return gateway.rows(sql, arguments);
    }

    private String finished(long version) {
        return "_versions/" + Long.toUnsignedString(~version) + ".manifest";
    }

    private String write(String path, String content) throws IOException {
        Files.writeString(Path.of(base, path), content);
        return path;
    }

    private String stage(long version, String content) throws IOException {
        return write(finished(version) + "-" + UUID.randomUUID(), content);
    }

    private List<List<@Nullable String>> commit(String staging, long size) throws SQLException {
        return gateway.commit(base, staging, size);
    }

    /** MAN-1, GW-1: committed once, shown, audited; the next one with the same version is a conflict that changes nothing. */
    @Test
    void aCommitIsShownAndAudited() throws Exception {
        String first = stage(1, "first");
        assertThat(commit(first, 5)).containsExactly(Arrays.asList(base, "commit", "1", finished(1), "true", null, ""));
        assertThat(Path.of(base, finished(1))).hasContent("first");
        assertThat(Path.of(base, first)).doesNotExist();
        String second = stage(1, "second");
        assertThatThrownBy(() -> commit(second, 6))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
        assertThat(Path.of(base, second)).doesNotExist();
        assertThat(rows(
                        "SELECT version, path, size_bytes, state, committer FROM manifest.versions WHERE base_uri = ?"
                                + " AND version >= 1 ORDER BY version",
                        base))
                .containsExactly(List.of("1", finished(1), "5", "FINAL", "anonymous"));
        assertThat(rows("SELECT base_uri, latest_version, version_count, takes_in FROM manifest.datasets"))
                .containsExactly(List.of(base, "1", "1", "true"));
        assertThat(rows("SELECT * FROM manifest.findings")).isEmpty();
        assertThat(rows("SELECT state FROM runtime.audit WHERE action = 'manifest.commit' ORDER BY state"))
                .containsExactly(List.of("DONE"), List.of("REFUSED"));
    }

    /** MAN-1, MAN-9, LOC-3: refused with the reason, and nothing is changed. */
    @Test
    void whatIsWrongIsRefused() throws Exception {
        String staging = stage(1, "first");
        assertRefused("22023", "CALL commit_manifest(?, ?, 5)", base, "_versions/../x");
        assertRefused("22023", "CALL commit_manifest(?, ?, 5)", base, finished(1));
        assertRefused("55000", "CALL commit_manifest(?, ?, 6)", base, staging);
        assertRefused("55000", "CALL commit_manifest(?, ?, 5)", base, finished(1) + "-" + UUID.randomUUID());
        assertRefused("55000", "CALL commit_manifest(?, ?, 5)", directory.toString(), staging);
        assertRefused("55000", "CALL commit_manifest(?, ?, 5)", base + "/../../x", staging);
        assertRefused("55000", "CALL commit_manifest(?, ?, 5, dataset_id => 'of somebody')", base, staging);
        assertRefused("42704", "CALL finalize_manifests(?)", base + "2");
        assertThat(rows(
                        "CALL commit_manifest(base_uri => ?, staging_path => ?, size_bytes => 5, dry_run => true)",
                        base,
                        staging))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("dry_run"));
        assertRefused("55000", "CALL commit_manifest(?, ?, 5)", base + "//", staging);
        assertThat(rows("SELECT * FROM manifest.datasets")).isEmpty();
        assertThat(Path.of(base, staging)).exists();
    }

    private void assertRefused(String state, String sql, Object... arguments) {
        String named = sql.contains("dataset_id")
                ? sql.replace("?, ?, 5", "base_uri => ?, staging_path => ?, size_bytes => 5")
                : sql;
        assertThatThrownBy(() -> rows(named, arguments))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
    }

    /** MAN-2, MAN-5: a damaged dataset, before and after its fix_sql. */
    @Test
    void aDamagedDatasetIsMendedByItsFixes() throws Exception {
        commit(stage(1, "first"), 5);
        commit(stage(2, "second"), 6);
        // a process that died after its claim, one that lost and died, a commit past the index, and a cut manifest
        gateway.claim(3, stage(3, "third"), 5);
        String lost = stage(2, "loser");
        write(finished(4), "fourth");
        write(finished(1), "cut");
        assertThat(
                        rows(
                                "SELECT version, kind, severity, expected, actual FROM manifest.findings ORDER BY version, kind"))
                .containsExactly(
                        List.of("1", "SIZE_MISMATCH", "ERROR", "5", "3"),
                        Arrays.asList("2", "STAGING_LEFT", "INFO", null, null),
                        Arrays.asList("3", "NOT_FINISHED", "WARNING", null, null),
                        Arrays.asList("4", "ABOVE_LATEST", "ERROR", null, null));
        assertThat(rows("CALL finalize_manifests(?)", base))
                .allSatisfy(row -> assertThat(row.get(4)).isEqualTo("false"));
        for (List<@Nullable String> fix :
                rows("SELECT fix_sql FROM manifest.findings WHERE fix_sql IS NOT NULL ORDER BY version")) {
            assertThat(rows(String.valueOf(fix.get(0))))
                    .singleElement()
                    .satisfies(row -> assertThat(row.get(4)).isEqualTo("true"));
        }
        assertThat(rows("SELECT version, kind FROM manifest.findings")).containsExactly(List.of("1", "SIZE_MISMATCH"));
        assertThat(Path.of(base, lost)).doesNotExist();
        assertThat(Path.of(base, finished(3))).hasContent("third");
        assertThat(rows("SELECT version FROM manifest.versions WHERE state = 'FINAL' ORDER BY version DESC LIMIT 2"))
                .containsExactly(List.of("4"), List.of("3"));
    }

    /** MAN-8, MAN-10: names are changed, records forgotten, objects stay. */
    @Test
    void namesChangeAndRecordsAreForgotten() throws Exception {
        commit(write("_versions/1.manifest-" + UUID.randomUUID(), "first"), 5);
        assertThat(rows("CALL migrate_manifests(?)", base)).hasSize(1);
        assertThat(Path.of(base, "_versions/1.manifest")).exists();
        assertThat(rows("CALL migrate_manifests(?, dry_run => false)".replace("?", "base_uri => ?"), base))
                .singleElement()
                .satisfies(row -> assertThat(row.get(4)).isEqualTo("true"));
        assertThat(Path.of(base, "_versions/1.manifest")).doesNotExist();
        assertThat(rows("SELECT path FROM manifest.versions")).containsExactly(List.of(finished(1)));
        for (String reason : new String[] {null, "unchanged"}) {
            assertThat(rows("CALL delete_manifests(?)", base + "/").get(0).get(5))
                    .isEqualTo(reason);
        }
        assertThat(rows("SELECT * FROM manifest.versions")).isEmpty();
        assertThat(Path.of(base, finished(1))).hasContent("first");
    }
}
