package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The jar that applications get: self-contained, small, and nothing in it under a name that is not ours. */
class BuiltJarIT {
    private static final long MAX_BYTES = 8L * 1024 * 1024;
    private static final int JAVA_11 = 55;
    private static final Set<String> BESIDE_OURS = Set.of(
            "META-INF/MANIFEST.MF",
            "META-INF/LICENSE",
            "META-INF/NOTICE",
            "META-INF/FastDoubleParser-LICENSE",
            "META-INF/FastDoubleParser-ThirdParty-LICENSE",
            "META-INF/Schubfach-LICENSE",
            "META-INF/services/java.sql.Driver",
            "META-INF/services/io.strandline.jdbc.shaded.org.slf4j.spi.SLF4JServiceProvider");

    private static Path jar() throws URISyntaxException {
        Path jar = Path.of(
                Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        assertThat(jar.getFileName().toString())
                .as("the driver is loaded from its jar")
                .endsWith(".jar");
        return jar;
    }

    /** Case 52: beside any other slf4j, Jackson or protobuf nothing clashes, as nothing has their names. */
    @Test
    void onlyOurPackagesAndTheServiceFileAreInIt() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            List<String> foreign = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("io/strandline/jdbc/") && !BESIDE_OURS.contains(name))
                    .collect(Collectors.toList());
            assertThat(foreign).isEmpty();
        }
    }

    /** Case 52: loaded beside an old slf4j, Jackson and protobuf it works, and they stay what they are. */
    @Test
    void itWorksBesideOldLibraries() throws Exception {
        Path old = jar().resolveSibling("old-libraries");
        List<URL> urls = new ArrayList<>();
        try (Stream<Path> jars = Files.list(old)) {
            for (Path library : jars.collect(Collectors.toList())) {
                urls.add(library.toUri().toURL());
            }
        }
        assertThat(urls).hasSize(4);
        urls.add(jar().toUri().toURL());
        try (FixtureGateway gateway = FixtureGateway.start();
                URLClassLoader application =
                        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            gateway.answer(
                    "SELECT 1",
                    Answer.rows().column("one", Types.INTEGER, "INTEGER").row(1));
            java.sql.Driver driver = ServiceLoader.load(java.sql.Driver.class, application).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(found -> found.getClass().getClassLoader() == application)
                    .collect(Collectors.toList())
                    .get(0);
            try (Connection connection = driver.connect(gateway.url(), new Properties());
                    ResultSet rows = connection.createStatement().executeQuery("SELECT 1")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isOne();
            }
            for (String name : List.of(
                    "org.slf4j.LoggerFactory",
                    "com.fasterxml.jackson.databind.ObjectMapper",
                    "com.google.protobuf.ByteString")) {
                assertThat(application
                                .loadClass(name)
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString())
                        .as(name)
                        .contains("old-libraries");
            }
        }
    }

    /** One driver is found through it, and that is ours. */
    @Test
    void theServiceFileNamesOurDriverAlone() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile());
                InputStream file = jar.getInputStream(jar.getEntry("META-INF/services/java.sql.Driver"))) {
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8).trim())
                    .isEqualTo("io.strandline.jdbc.Driver");
        }
    }

    /** It stays under 8 MB. */
    @Test
    void itIsUnderEightMegabytes() throws Exception {
        assertThat(Files.size(jar())).isLessThan(MAX_BYTES);
    }

    /** Every class loads on Java 11. */
    @Test
    void everyClassIsJava11ByteCodeOrOlder() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            List<String> newer = jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .filter(entry -> major(jar, entry) > JAVA_11)
                    .map(ZipEntry::getName)
                    .collect(Collectors.toList());
            assertThat(newer).isEmpty();
        }
    }

    private static int major(JarFile jar, ZipEntry entry) {
        try (InputStream file = jar.getInputStream(entry)) {
            byte[] head = file.readNBytes(8);
            return ((head[6] & 0xff) << 8) | (head[7] & 0xff);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
