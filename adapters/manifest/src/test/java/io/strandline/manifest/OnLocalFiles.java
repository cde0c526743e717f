package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.manifest.contract.LocalWriter;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.memory.MemoryManifestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of local files and an index in memory, and what an examination finds of it. */
abstract class OnLocalFiles {
    final MemoryManifestStore store = new MemoryManifestStore(LocationRules.defaults());
    final LocalObjects objects = new LocalObjects();

    @TempDir
    Path directory;

    Dataset dataset;

    @BeforeEach
    void open() {
        dataset = store.open(Location.parse(directory.resolve("d").toString()));
    }

    void write(String path, String content) {
        LocalWriter.write(dataset.object(path), content.getBytes(StandardCharsets.UTF_8));
    }

    static String finished(long version) {
        return NamingScheme.V2.name(ManifestVersion.of(version)).path();
    }

    static String old(long version) {
        return NamingScheme.V1.name(ManifestVersion.of(version)).path();
    }

    static String staged(long version) {
        return NamingScheme.V2
                .name(ManifestVersion.of(version))
                .stagedAs(UUID.randomUUID())
                .path();
    }

    /** Whatever names the dataset's other versions have. */
    void record(long version, String path, long size) {
        ManifestName.parse(path).ifPresent(name -> store.setScheme(dataset, name.scheme()));
        assertThat(store.putIfNotExists(new Claim(dataset, ManifestVersion.of(version), path, size, path, "ada")))
                .isEqualTo(new ClaimAnswer.Claimed());
    }

    List<ManifestFinding> findings() {
        return new Examination(store, objects, dataset, () -> {}).all(ManifestUpkeep.DEFAULT_MOST);
    }

    List<String> kinds() {
        return findings().stream()
                .map(finding -> finding.kind() + " " + finding.version() + (finding.fixable() ? " fixable" : ""))
                .toList();
    }

    /** As a process that dies. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
