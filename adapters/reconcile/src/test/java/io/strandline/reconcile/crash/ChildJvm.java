package io.strandline.reconcile.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Small JVMs that start fast: with the first compiler only, and with an archive of loaded classes, for which directories of
 * classes are packed into jars first.
 */
final class ChildJvm {
    private final String classPath;
    private final Path archive;

    private ChildJvm(String classPath, Path archive) {
        this.classPath = classPath;
        this.archive = archive;
    }

    /** Packs what this JVM's class path has, and keeps its files in that directory. */
    static ChildJvm in(Path directory) {
        List<Path> entries = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        String classPath = entries.stream()
                .filter(Files::exists)
                .map(entry -> Files.isDirectory(entry)
                        ? packed(entry, directory.resolve(entries.indexOf(entry) + ".jar"))
                        : entry)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        return new ChildJvm(classPath, directory.resolve("classes.jsa"));
    }

    private static Path packed(Path classes, Path jar) {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(each -> !each.equals(classes)).toList()) {
                // directories too: resources are looked for in them
                boolean isDirectory = Files.isDirectory(file);
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                entries.putNextEntry(new JarEntry(isDirectory ? name + "/" : name));
                if (!isDirectory) {
                    Files.copy(file, entries);
                }
                entries.closeEntry();
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a main class to its end, and archives the classes it had loaded by then. */
    void warmUp(Class<?> main, List<String> arguments, Path log) {
        run(command(main, arguments, "-XX:ArchiveClassesAtExit=" + archive), log, line -> false, 0);
        assertThat(archive).exists();
    }

    /**
     * Runs a main class.
     *
     * @param kill takes each line it says; from the first for which this is true, it is killed
     * @param nanos how long after that line
     * @return its exit value
     */
    int run(Class<?> main, List<String> arguments, Path log, Predicate<String> kill, long nanos) {
        return run(command(main, arguments, "-XX:SharedArchiveFile=" + archive), log, kill, nanos);
    }

    private List<String> command(Class<?> main, List<String> arguments, String archiving) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                archiving,
                "-Xshare:auto",
                "-Xlog:disable",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                classPath,
                main.getName()));
        command.addAll(arguments);
        return command;
    }

    private static int run(List<String> command, Path log, Predicate<String> kill, long nanos) {
        try {
            Process child = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            try (BufferedReader said =
                    new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = said.readLine(); line != null; line = said.readLine()) {
                    if (kill.test(line)) {
                        killLater(child, nanos);
                    }
                }
                assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            } finally {
                child.destroyForcibly();
            }
            return child.exitValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills it at a moment that nothing of it decides; what it has said stays to be read. */
    private static void killLater(Process child, long nanos) {
        long moment = System.nanoTime() + nanos;
        while (System.nanoTime() - moment < 0) {
            Thread.onSpinWait();
        }
        child.toHandle().destroyForcibly();
    }
}
