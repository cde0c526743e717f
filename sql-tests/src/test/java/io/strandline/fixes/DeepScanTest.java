package io.strandline.fixes;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** REC-17: the whole way of a deep scan by SQL: what it finds of files, the fix that goes with it, and that it is gone then. */
class DeepScanTest {
    private static final String DEEP = "CALL reconcile(connection => 'scratch', deep => true)";

    @TempDir
    Path folder;

    /** Kind, fix and detail of what is about the files of that table. */
    private static List<List<String>> ofFiles(Statement statement, String sql) throws SQLException {
        List<List<String>> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String kind = String.valueOf(rows.getString("kind"));
                if (kind.contains("FILES")) {
                    found.add(List.of(kind, String.valueOf(rows.getString("fix_sql")), rows.getString("detail")));
                }
            }
        }
        return found;
    }

    private static String one(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return String.valueOf(rows.getString(1));
        }
    }

    @Test
    void whatItFindsIsMendedByItsFix() throws SQLException, IOException {
        // ten days on, so that what the demo has made is old
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(10));
        try (DemoGateway gateway = DemoGateway.start(folder.resolve("lake"), later);
                Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            String root = one(
                            statement,
                            "SELECT location FROM catalog.tables WHERE catalog_name = 'lake' AND namespace = 'scratch'"
                                    + " AND table_name = 'working_set'")
                    .replaceFirst("^file:/*", "/");
            assertThat(ofFiles(statement, DEEP)).isEmpty();
            Path stray = Files.writeString(Path.of(root, "data", "stray.parquet"), "12345");
            List<List<String>> found = ofFiles(statement, DEEP);
            assertThat(found).singleElement().satisfies(finding -> {
                assertThat(finding.get(0)).isEqualTo("ORPHAN_FILES");
                assertThat(finding.get(2)).contains("1 file of 5 bytes", "stray.parquet");
            });
            assertThat(one(statement, "SELECT COUNT(*) FROM reconcile.findings WHERE kind = 'ORPHAN_FILES'"))
                    .isEqualTo("0");
            assertThat((Throwable) statement.getWarnings()).hasMessageContaining("deep => true");
            statement.execute(found.get(0).get(1));
            assertThat(stray).doesNotExist();
            assertThat(ofFiles(statement, DEEP)).isEmpty();
            assertThat(one(statement, "SELECT resolved_at FROM reconcile.findings_history WHERE kind = 'ORPHAN_FILES'"))
                    .isNotEqualTo("null");
            try (var files = Files.list(Path.of(root, "data"))) {
                Files.delete(files.filter(file -> file.toString().endsWith(".parquet"))
                        .findFirst()
                        .orElseThrow());
            }
            assertThat(ofFiles(statement, DEEP)).singleElement().satisfies(finding -> {
                assertThat(finding.get(0)).isEqualTo("FILES_MISSING");
                assertThat(finding.get(1)).isEqualTo("null");
            });
        }
    }
}
