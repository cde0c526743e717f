package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The list of properties, and the page that shows it. */
class ConnectionPropertyTest {
    /** The page, found from wherever below the project the tests are run. */
    private static Path page() {
        Path page = Path.of("docs", "connect.md");
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve(page))) {
            folder = folder.getParent();
        }
        assertThat(folder).as("a folder with " + page + " in it").isNotNull();
        return folder.resolve(page);
    }

    private static String row(ConnectionProperty property) {
        String otherwise = property.defaultValue() == null ? "" : "`" + property.defaultValue() + "`";
        return "| `" + property.key() + "` | " + otherwise + " | " + property.description() + " |";
    }

    /** The page has every property, as the enum has it, and no other. */
    @Test
    void thePageShowsTheListAsItIs() throws Exception {
        String page = Files.readString(page());
        List<String> shown = page.substring(page.indexOf("## Properties"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .collect(Collectors.toList());
        assertThat(shown)
                .containsExactlyElementsOf(List.of(ConnectionProperty.values()).stream()
                        .map(ConnectionPropertyTest::row)
                        .collect(Collectors.toList()));
    }
}
