package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many writers evolve one table: each change lands once, or is refused as a conflict (CAT-9). Two processes of four threads; with
 * the profile {@code faults} eight of eight, and on PostgreSQL too, whose commits race.
 */
class ManyWritersTest {
    private static final boolean LONG = Integer.getInteger("strandline.crashRounds", 4) >= 100;
    private static final int PROCESSES = LONG ? 8 : 2;
    private static final int THREADS = LONG ? 8 : 4;
    private static final int COLUMNS = LONG ? 4 : 2;

    @TempDir
    Path directory;

    private final Set<String> done = new HashSet<>();
    private final Map<String, String> refused = new HashMap<>();

    @Test
    void eachChangeLandsOnceOrIsRefused() throws Exception {
        assertEachLandsOnceOrIsRefused("jdbc:sqlite:" + directory.resolve("catalog.db"));
        if (LONG) {
            done.clear();
            refused.clear();
            try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
                assertEachLandsOnceOrIsRefused(postgres.getJdbcUrl("postgres", "postgres"));
            }
        }
    }

    private void assertEachLandsOnceOrIsRefused(String uri) throws Exception {
        String warehouse = directory
                .resolve(uri.startsWith("jdbc:sqlite:") ? "one" : "two")
                .toString();
        try (Lake lake = Writer.lake(uri, warehouse)) {
            lake.writer.createNamespace(List.of("sales"));
            lake.writer.createTable(
                    Writer.REF,
                    List.of(LakeColumn.of("id", "long")),
                    Optional.empty(),
                    Map.of("write.metadata.previous-versions-max", "10000"));
            writeAll(uri, warehouse);

            assertThat(done).as("somebody is the first in each round").hasSizeGreaterThanOrEqualTo(THREADS);
            assertThat(refused.values()).as("states of refusals").allMatch("40001"::equals);
            assertThat(done.size() + refused.size()).isEqualTo(PROCESSES * THREADS * COLUMNS);
            TableState state = lake.catalog.describe(Writer.REF, new TestCall()).orElseThrow();
            Set<String> columns = new HashSet<>(done);
            columns.add("id");
            assertThat(state.columns()).extracting(ColumnState::name).containsExactlyInAnyOrderElementsOf(columns);
            assertThat(state.columns()).extracting(ColumnState::fieldId).doesNotHaveDuplicates();
            int commits = ((HasTableOperations) lake.writer.client().loadTable(ClientBackend.identifier(Writer.REF)))
                    .operations()
                    .current()
                    .previousFiles()
                    .size();
            assertThat(commits).as("commits").isEqualTo(done.size());
            assertThat(metadataFiles(state))
                    .as("files of commits that were refused are gone")
                    .isEqualTo(commits + 1);
        }
    }

    private static long metadataFiles(TableState state) throws IOException {
        try (Stream<Path> files = Files.list(
                LocalPaths.of(String.valueOf(state.metadataLocation())).getParent())) {
            return files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .count();
        }
    }

    private void writeAll(String uri, String warehouse) throws Exception {
        List<Process> processes = new ArrayList<>();
        try {
            for (int process = 0; process < PROCESSES; process++) {
                processes.add(new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Writer.class.getName(),
                                uri,
                                warehouse,
                                String.valueOf(process),
                                String.valueOf(THREADS),
                                String.valueOf(COLUMNS))
                        .redirectError(ProcessBuilder.Redirect.appendTo(
                                directory.resolve("writers.log").toFile()))
                        .start());
            }
            for (Process process : processes) {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            }
            for (Process process : processes) {
                read(process);
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue())
                        .as(() -> text(directory.resolve("writers.log")))
                        .isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private void read(Process process) throws IOException {
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("DONE")) {
                    done.add(words[1]);
                } else {
                    assertThat(words[0]).isEqualTo("REFUSED");
                    refused.put(words[1], words[2]);
                }
            }
        }
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
