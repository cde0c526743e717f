package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-1, CAT-13, REC-5: metadata files that cannot be read are rows that say so, and hide nothing else. */
class BrokenMetadataTest {
    @TempDir
    Path folder;

    private TwoLakes lakes;
    private Client client;

    @BeforeEach
    void start() throws IOException, SQLException {
        lakes = TwoLakes.start(folder, "cut", "empty", "fine", "noise");
        client = lakes.connect();
        byte[] whole = Files.readAllBytes(lakes.metadata("cut"));
        Files.write(lakes.metadata("cut"), java.util.Arrays.copyOf(whole, whole.length / 2));
        Files.write(lakes.metadata("empty"), new byte[0]);
        Files.write(lakes.metadata("noise"), "\u0000\u0001<html>".getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        lakes.close();
    }

    /** CAT-13: a filtered and an unfiltered query agree. */
    @Test
    void oneRowEachWithTheReasonAndTheOthersWhole() throws SQLException {
        String columns = "SELECT table_name, status, format_version FROM catalog.tables ";
        List<String> all = client.rows(columns + "WHERE catalog_name = 'bad' ORDER BY table_name");
        assertThat(all).containsExactly("cut|error|null", "empty|error|null", "fine|ok|2", "noise|error|null");
        for (String table : List.of("cut", "empty", "fine", "noise")) {
            assertThat(client.rows(columns + "WHERE catalog_name = 'bad' AND namespace = 'pad' AND table_name = '"
                            + table + "'"))
                    .as(table)
                    .containsExactlyElementsOf(
                            all.stream().filter(row -> row.startsWith(table)).toList());
        }
        assertThat(client.rows("SELECT error FROM catalog.tables WHERE status = 'error'"))
                .hasSize(3)
                .allSatisfy(error -> assertThat(error)
                        .contains("metadata")
                        .doesNotContain("Exception", "\tat ", "io.strandline.", "com.fasterxml"));
        assertThat(client.rows("SELECT table_name, column_name FROM catalog.columns WHERE catalog_name = 'bad'"
                        + " AND status = 'ok'"))
                .containsExactly("fine|id");
        client.assertAlive();
    }

    @Test
    void areFindingsOfTheirOwnKindAndNeverDropped() throws SQLException {
        assertThat(client.rows(
                        "SELECT connection_name, table_name, kind, provable FROM reconcile.findings ORDER BY 1, 2"))
                .containsExactly(
                        "bad|cut|CORRUPT_METADATA|false",
                        "bad|empty|CORRUPT_METADATA|false",
                        "bad|fine|ORPHAN|false",
                        "bad|noise|CORRUPT_METADATA|false",
                        "good|one|ORPHAN|false",
                        "good|two|ORPHAN|false");
        for (String table : List.of("cut", "empty", "noise")) {
            assertThat(client.rows("CALL repair(connection => 'bad', action => 'drop', table_name => '" + table + "')"))
                    .singleElement()
                    .satisfies(row -> assertThat(row).contains("|false|"));
        }
        assertThat(client.rows("SELECT count(*) FROM catalog.tables WHERE catalog_name = 'bad'"))
                .containsExactly("4");
    }

    @Test
    void registeringOneIsRefusedWithACode() throws SQLException {
        SQLException error = client.errorAtOnce("CALL register(connection => 'bad', table_name => 'noise')");
        assertThat(error.getErrorCode())
                .as(error.getMessage())
                .isIn(ErrorCode.METADATA_UNREADABLE.vendorCode(), ErrorCode.REFUSED.vendorCode());
        assertThat(client.rows("SELECT count(*) FROM registry.registrations")).containsExactly("0");
        client.assertAlive();
    }
}
