package io.strandline.manifests;

import io.strandline.fixtures.LanceServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Lets Lance make a version in a scratch copy of a dataset, and brings what is new to the dataset itself: data files as they
 * are named, the manifest as a staged one. What Lance keeps beside its manifests is of its own commits, and stays behind.
 */
final class LanceWriter {
    private static final String VERSIONS = "_versions/";

    /** A manifest that is to be committed. */
    record Staged(long version, String path, long size) {}

    /** Where the dataset lies. */
    @FunctionalInterface
    interface Target {
        void write(String path, byte[] content) throws IOException;
    }

    private final LanceServer lance;
    private final Path scratch;
    private final Target target;
    private final Set<String> known = new HashSet<>();

    LanceWriter(LanceServer lance, Path scratch, Target target) {
        this.lance = lance;
        this.scratch = scratch;
        this.target = target;
    }

    /** To a dataset on files. */
    static LanceWriter to(Path dataset, LanceServer lance, Path scratch) {
        return new LanceWriter(lance, scratch, (path, content) -> {
            Path file = dataset.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        });
    }

    /** Begins with a copy of the dataset as it is now. */
    LanceWriter after(Path dataset) throws IOException {
        if (Files.exists(scratch)) {
            try (Stream<Path> old = Files.walk(scratch)) {
                for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        known.clear();
        for (String path : files(dataset)) {
            Path copy = scratch.resolve(path);
            Files.createDirectories(copy.getParent());
            Files.copy(dataset.resolve(path), copy);
            known.add(path);
        }
        return this;
    }

    private static List<String> files(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    /** Makes the next version with these rows more. */
    Staged stage(int... rows) throws IOException {
        return staged(lance.append(scratch, rows));
    }

    /** As {@link #stage}, the first version of a dataset whose manifests have their older names. */
    Staged stageByOlderNames(int... rows) throws IOException {
        return staged(lance.appendByOlderNames(scratch, rows));
    }

    private Staged staged(long version) throws IOException {
        Set<String> made = new HashSet<>(files(scratch));
        made.removeAll(known);
        Staged staged = null;
        for (String path : made) {
            byte[] content = Files.readAllBytes(scratch.resolve(path));
            if (!path.startsWith(VERSIONS)) {
                target.write(path, content);
            } else if (path.endsWith(".manifest")) {
                staged = new Staged(version, path + "-" + UUID.randomUUID(), content.length);
                target.write(staged.path(), content);
            }
        }
        known.addAll(made);
        if (staged == null) {
            throw new IOException("Lance made no manifest of version " + version + ", but " + made);
        }
        return staged;
    }
}
