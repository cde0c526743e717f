package io.strandline.house;

import static java.util.stream.Collectors.toUnmodifiableSet;

import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A checkout of the project as it lies on disk.
 *
 * @param root directory of the parent {@code pom.xml}
 */
record Repository(Path root) {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** The checkout this test runs in: the nearest directory upwards that has a {@code .mvn}. */
    static Repository here() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve(".mvn"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "no .mvn directory above " + Path.of("").toAbsolutePath());
            }
            directory = parent;
        }
        return new Repository(directory);
    }

    /** Directories of the modules, as the parent names them. */
    List<Path> modules() {
        return MODULE.matcher(read(root.resolve("pom.xml")))
                .results()
                .map((MatchResult match) -> root.resolve(match.group(1)))
                .toList();
    }

    /** Package names of the adapters, below {@code io.strandline}. */
    Set<String> adapters() {
        return modules().stream()
                .filter(module -> module.startsWith(root.resolve("adapters")))
                .map(module -> module.getFileName().toString().replace("-", ""))
                .collect(toUnmodifiableSet());
    }

    /** Leaves out classes that a module generates, by the sources it generated them from. */
    ImportOption handwritten() {
        Set<String> generated = modules().stream()
                .map(module -> module.resolve("target/generated-sources"))
                .flatMap(folder -> javaFiles(folder).stream())
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(toUnmodifiableSet());
        return location -> generated.stream()
                .noneMatch(name -> location.contains("/" + name + ".class") || location.contains("/" + name + "$"));
    }

    /** Java files of a module's {@code src/main/java} or another folder; empty if it has none. */
    static List<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
