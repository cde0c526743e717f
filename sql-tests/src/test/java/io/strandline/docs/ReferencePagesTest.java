package io.strandline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages in {@code docs/reference} say what the code says; {@code -Dstrandline.docs.write=true} makes them do so. */
class ReferencePagesTest {
    private static final String HOW = "pages differ from the code; write them with: mvn -B -pl sql-tests -am package"
            + " -Dtest=ReferencePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dstrandline.docs.write=true";

    @TempDir
    Path folder;

    @Test
    void saysWhatTheCodeSays() throws IOException, SQLException {
        Map<String, String> wanted = pages();
        Path reference = root().resolve("docs").resolve("reference");
        if (Boolean.getBoolean("strandline.docs.write")) {
            write(reference, wanted);
        }
        assertThat(read(reference)).as(HOW).containsExactlyEntriesOf(wanted);
    }

    /** What is written once, in code, is written: nothing in the pages is left without a word of explanation. */
    @Test
    void everythingHasRemarks() throws IOException, SQLException {
        List<String> unexplained = new ArrayList<>();
        pages().forEach((page, text) -> text.lines()
                .filter(line -> line.startsWith("| ") && line.endsWith("|  |"))
                .forEach(line -> unexplained.add(page + ": " + line)));
        assertThat(unexplained).isEmpty();
    }

    private Map<String, String> pages() throws SQLException {
        Map<String, String> pages = new TreeMap<>();
        try (DemoGateway gateway = DemoGateway.start(folder.resolve("lake"));
                Connection connection = gateway.connect()) {
            new SchemaPages(connection).addTo(pages);
        }
        ErrorPages.addTo(pages);
        return pages;
    }

    private static Map<String, String> read(Path reference) throws IOException {
        Map<String, String> pages = new TreeMap<>();
        if (Files.isDirectory(reference)) {
            try (Stream<Path> files = Files.walk(reference)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    pages.put(reference.relativize(file).toString().replace('\\', '/'), Files.readString(file));
                }
            }
        }
        return pages;
    }

    private static void write(Path reference, Map<String, String> wanted) throws IOException {
        for (String stale : read(reference).keySet()) {
            if (!wanted.containsKey(stale)) {
                Files.delete(reference.resolve(stale));
            }
        }
        for (Map.Entry<String, String> page : wanted.entrySet()) {
            Path file = reference.resolve(page.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, page.getValue());
        }
    }

    /** The nearest directory upwards that has a {@code .mvn}. */
    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
