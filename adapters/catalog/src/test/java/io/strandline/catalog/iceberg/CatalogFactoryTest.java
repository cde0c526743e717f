package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogFactoryTest {
    private static final Map<String, String> JDBC =
            Map.of("type", "jdbc", "uri", "jdbc:sqlite:/nowhere/x.db", "warehouse", "/nowhere/w");

    @TempDir
    Path directory;

    private static Map<String, String> with(String key, String value) {
        Map<String, String> properties = new HashMap<>(JDBC);
        properties.put(key, value);
        return properties;
    }

    private static Map<String, String> without(String key) {
        Map<String, String> properties = new HashMap<>(JDBC);
        properties.remove(key);
        return properties;
    }

    private static void assertRefused(Map<String, String> properties, String message) {
        assertThatThrownBy(() -> CatalogFactory.create("prod", properties))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageStartingWith("catalogs.prod: ")
                .hasMessageContaining(message);
    }

    /** Each mistake is named, with what would be right. */
    @Test
    void namesWhatIsWrong() {
        assertRefused(with("type", "jbdc"), "did you mean \"jdbc\"");
        assertRefused(without("type"), "one of jdbc, hadoop, rest, in-memory");
        assertRefused(without("uri"), "needs the property uri");
        assertRefused(with("warehouse", " "), "needs the property warehouse");
        assertRefused(with("strandline.timeot", "1s"), "did you mean \"strandline.timeout\"");
        assertRefused(with("strandline.timeout", "soon"), "write it like 30s");
        assertRefused(with("strandline.timeout", "0s"), "longer than nothing");
        assertRefused(with("catalog-impl", "x.Y"), "keep one");
    }

    /** Classes come from the class path and are what they must be; nothing loads code from elsewhere (case 53). */
    @Test
    void loadsNoCodeFromElsewhere() {
        assertRefused(with("io-impl", "com.example.NoSuchFileIO"), "not on the class path");
        assertRefused(with("io-impl", "https://example.com/evil.jar"), "not the name of a class");
        assertRefused(with("io-impl", "java.lang.String"), "is no FileIO");
        assertRefused(with("metrics-reporter-impl", "com.example.Reporter"), "not on the class path");
        assertRefused(with("jdbc.enable_load_extension", "true"), "loads code");
        assertRefused(with("classpath", "/tmp/evil.jar"), "loads code");
        assertRefused(with("uri", "jdbc:h2:mem:x?INIT=RUNSCRIPT FROM 'http://example.com/x'"), "loads code");
        assertRefused(with("uri", "jdbc:postgresql://h/d?socketFactory=com.example.X"), "loads code");
        assertRefused(with("uri", "jdbc:sqlite:x.db?enable_load_extension=true"), "loads code");
        assertRefused(Map.of("catalog-impl", "java.util.HashMap"), "is no Catalog");
        CatalogFactory.create("prod", with("io-impl", LocalFileIO.class.getName()))
                .close();
    }

    @ParameterizedTest
    @CsvSource({"30s,PT30S", "500ms,PT0.5S", "2m,PT2M", "PT1M30S,PT1M30S", "'5 s',PT5S"})
    void readsTimeLimits(String text, String duration) {
        assertThat(CatalogFactory.configure("prod", with("strandline.timeout", text))
                        .timeLimit())
                .isEqualTo(Duration.parse(duration));
    }

    /** CAT-12: a secret in properties or URL is neither shown nor told. */
    @Test
    void showsAndTellsNoSecret() throws IOException {
        int unused;
        try (ServerSocket socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        Map<String, String> properties = Map.of(
                "type", "jdbc",
                "uri", "jdbc:postgresql://127.0.0.1:" + unused + "/lake?user=u&password=canary%2Bone&connectTimeout=1",
                "warehouse", "/nowhere/w",
                "jdbc.sslpassword", "canary-two",
                "strandline.timeout", "2s");
        try (IcebergCatalog catalog = CatalogFactory.create("prod", properties)) {
            assertThat(catalog.properties().toString()).doesNotContain("canary").contains("***");
            assertThat(catalog.toString()).doesNotContain("canary");
            assertThat(catalog.config().properties())
                    .containsEntry("jdbc.password", "canary+one")
                    .satisfies(all -> assertThat(all.get("uri")).doesNotContain("canary"));
            assertThatThrownBy(() -> catalog.probe(new TestCall()))
                    .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND))
                    .satisfies(e -> assertThat(stackOf(e)).doesNotContain("canary"))
                    .hasMessageContaining("catalog prod");
        }
    }

    private static String stackOf(Throwable failure) {
        java.io.StringWriter text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    /** A JDBC catalog is not made by asking for it; with the property it is. */
    @Test
    void createsACatalogOnlyWhenTold() {
        Path file = directory.resolve("new.db");
        Map<String, String> properties =
                Map.of("type", "jdbc", "uri", "jdbc:sqlite:" + file, "warehouse", directory.toString());
        try (IcebergCatalog catalog = CatalogFactory.create("prod", properties)) {
            assertThatThrownBy(() -> catalog.probe(new TestCall())).hasMessageContaining("is not there");
            assertThat(Files.exists(file)).isFalse();
        }
        Map<String, String> creating = new HashMap<>(properties);
        creating.put("jdbc.init-catalog-tables", "true");
        try (IcebergCatalog catalog = CatalogFactory.create("prod", creating)) {
            assertThat(catalog.namespaces(new TestCall())).isEmpty();
        }
        try (IcebergCatalog catalog = CatalogFactory.create("prod", properties)) {
            assertThat(catalog.namespaces(new TestCall())).isEmpty();
        }
    }

    /** Iceberg's words for catalogs of other modules: those whose class is there open or say what they miss; others name the jar. */
    @Test
    void takesTheTypesOfOtherModules() {
        assertRefused(
                Map.of("type", "hive", "uri", "thrift://127.0.0.1:1"),
                "org.apache.iceberg.hive.HiveCatalog is not on the class path; add its jar");
        assertRefused(Map.of("type", "glu"), "did you mean");
        try (IcebergCatalog glue = CatalogFactory.create("prod", Map.of("type", "glue", "warehouse", "s3://lake/"))) {
            assertThat(glue.properties()).containsEntry("type", "glue");
            CatalogContract.assertCode(ErrorCode.BACKEND, () -> glue.probe(new TestCall()));
        }
    }

    /** Any catalog class of the class path can be named; whether its drop keeps files is not known, so it does not drop. */
    @Test
    void opensACatalogByItsClass() {
        try (IcebergCatalog catalog =
                CatalogFactory.create("prod", Map.of("catalog-impl", "org.apache.iceberg.inmemory.InMemoryCatalog"))) {
            assertThat(catalog.namespaces(new TestCall())).isEmpty();
            assertThat(catalog.type()).isEqualTo("custom");
            assertThat(catalog.dropKeepsFiles()).isFalse();
        }
    }
}
