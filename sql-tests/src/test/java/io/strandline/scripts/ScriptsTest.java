package io.strandline.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.hydromatic.quidem.Quidem;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every script over every way to connect, each on a lake of its own. A script is its own expectation: what it prints must be
 * what it is. {@code -Dstrandline.scripts=repare} runs those whose name has that in it; {@code
 * -Dstrandline.scripts.write=true} writes what was printed over our driver into the source.
 */
class ScriptsTest {
    private static final Pattern RANDOM_ID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private static final Pattern SNAPSHOT_ID = Pattern.compile("(?<![\\w.-])[1-9]\\d{16,18}\\b");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicNode> eachScriptPrintsTheSameOverEachWay() throws IOException, URISyntaxException {
        return scripts().stream()
                .flatMap(script -> Stream.of(Way.values())
                        .map(way -> DynamicTest.dynamicTest(script.getFileName() + " " + way, () -> run(script, way))));
    }

    private static List<Path> scripts() throws IOException, URISyntaxException {
        String wanted = System.getProperty("strandline.scripts", "");
        try (Stream<Path> files =
                Files.list(Path.of(ScriptsTest.class.getResource("/scripts").toURI()))) {
            return files.filter(file -> file.toString().endsWith(".iq"))
                    .filter(file -> file.getFileName().toString().contains(wanted))
                    .sorted()
                    .toList();
        }
    }

    private void run(Path script, Way way) throws IOException {
        String expected = Files.readString(script);
        StringWriter printed = new StringWriter();
        Path lake = folder.resolve(script.getFileName() + "-" + way);
        try (DemoGateway gateway = DemoGateway.start(lake)) {
            new Quidem(Quidem.configBuilder()
                            .withReader(new StringReader(expected))
                            .withWriter(printed)
                            .withConnectionFactory((name, reference) -> reference ? null : way.connect(gateway))
                            .build())
                    .execute();
        }
        String same = withoutWhatChanges(printed.toString(), lake);
        if (way == Way.DRIVER && Boolean.getBoolean("strandline.scripts.write")) {
            Files.writeString(
                    Path.of("src", "test", "resources", "scripts")
                            .resolve(script.getFileName().toString()),
                    same);
        }
        assertThat(same).isEqualTo(expected);
    }

    /** What is printed, with the lake's folder as {@code /lake}, random ids as {@code ID} and those of snapshots as {@code SNAPSHOT}. */
    private static String withoutWhatChanges(String printed, Path lake) {
        String same =
                RANDOM_ID.matcher(printed.replace(lake.toString(), "/lake")).replaceAll("ID");
        return SNAPSHOT_ID.matcher(same).replaceAll("SNAPSHOT");
    }
}
