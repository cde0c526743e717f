package io.strandline.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Every jar of ours that is shipped holds the licence it is under. */
class LicenceTest {
    /** Those of the class path that are modules of this project, as jars or as folders of classes. */
    private static List<Path> ours() {
        Path root = Path.of("").toAbsolutePath().getParent();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> entry.startsWith(root) && !entry.endsWith("test-classes") && Files.exists(entry))
                .toList();
    }

    private static String licence(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            Path file = entry.resolve("META-INF").resolve("LICENSE");
            return Files.exists(file) ? Files.readString(file) : "";
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            var file = jar.getEntry("META-INF/LICENSE");
            return file == null ? "" : new String(jar.getInputStream(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyModuleHoldsIt() throws IOException {
        List<Path> ours = ours();
        assertThat(ours).as("modules on the class path").hasSizeGreaterThan(8);
        for (Path entry : ours) {
            assertThat(licence(entry)).as(entry.toString()).contains("Apache License");
        }
    }
}
