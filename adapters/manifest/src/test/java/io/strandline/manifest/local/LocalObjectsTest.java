package io.strandline.manifest.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestObjects.Copied;
import io.strandline.manifest.ManifestObjects.Listed;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import io.strandline.manifest.contract.Check;
import io.strandline.manifest.contract.Contract;
import io.strandline.manifest.contract.LocalWriter;
import io.strandline.manifest.contract.ManifestLab;
import io.strandline.manifest.memory.MemoryManifestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of this machine, with links and without (MAN-1, MAN-4). */
class LocalObjectsTest {
    @TempDir
    Path directory;

    static Stream<Check> checks() {
        return Contract.all().stream();
    }

    /** With links the contract is kept in memory's test. */
    @ParameterizedTest
    @MethodSource("checks")
    void theContractIsKeptWithoutLinks(Check check) {
        check.body()
                .accept(new ManifestLab(
                        new MemoryManifestStore(LocationRules.defaults()),
                        new LocalObjects(false),
                        Location.parse(directory.resolve("d").toString()),
                        LocalWriter::write));
    }

    /** MAN-2: no record names a manifest whose entry in its directory may be lost, whoever made the entry. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatADirectoryMayLoseIsNotCommitted(boolean links) {
        LocalObjects failing = new LocalObjects(links, path -> {
            if (Files.isDirectory(path)) {
                throw new IOException("a test has the disk fail");
            }
        });
        MemoryManifestStore store = new MemoryManifestStore(LocationRules.defaults());
        Dataset dataset = store.open(Location.parse(directory.resolve("d").toString()));
        ManifestVersion version = ManifestVersion.of(1);
        String path = NamingScheme.V2.name(version).path();
        String staged = path + "-" + UUID.randomUUID();
        LocalWriter.write(dataset.object(staged), new byte[5]);
        Put put = new Put(dataset, version, staged, 5, NamingScheme.V2, "one", "ada");
        for (int time = 0; time < 2; time++) {
            assertThat(store.put(put, failing)).isInstanceOf(CommitOutcome.Unknown.class);
            assertThat(failing.stat(dataset.object(path))).isPresent();
            assertThat(store.get(dataset.base(), version).orElseThrow().path()).isEqualTo(staged);
            assertThatThrownBy(() -> failing.copy(dataset.object(staged), dataset.object(path)))
                    .hasMessageContaining("disk");
        }
        assertThat(store.put(put, new LocalObjects(links))).isInstanceOf(CommitOutcome.Committed.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCopyIsWholeAndNeverOverAnother(boolean links) throws Exception {
        LocalObjects objects = new LocalObjects(links);
        Path source = Files.writeString(directory.resolve("source"), "content");
        Location from = Location.parse(source.toString());
        Location to = Location.parse("file://" + directory.resolve("target"));
        assertThat(objects.copy(from, to)).isEqualTo(Copied.DONE);
        assertThat(directory.resolve("target")).hasContent("content");
        assertThat(objects.copy(from, to)).isEqualTo(Copied.TARGET_EXISTS);
        objects.remove(from);
        assertThat(directory.resolve("target")).hasContent("content");
        assertThat(objects.copy(from, Location.parse(directory.resolve("other").toString())))
                .isEqualTo(Copied.NO_SOURCE);
        try (Stream<Listed> listed = objects.list(Location.parse(directory.toString()))) {
            assertThat(listed).containsExactly(new Listed("target", 7));
        }
    }

    /** A failed look is no absence; a place elsewhere is none of this machine's. */
    @Test
    void whatCannotBeLookedAtIsNotAbsent() throws Exception {
        LocalObjects objects = new LocalObjects();
        Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() ->
                        objects.list(Location.parse(directory.resolve("file").toString())))
                .isInstanceOf(StrandlineException.class);
        for (String elsewhere : new String[] {"s3://bucket/x", "file://host/x", "relative/x"}) {
            assertThatThrownBy(() -> objects.stat(Location.parse(elsewhere)))
                    .isInstanceOf(StrandlineException.class)
                    .hasMessageContaining(elsewhere);
        }
        assertThat(objects.stat(Location.parse(directory.resolve("none/deeper").toString())))
                .isEmpty();
        try (Stream<Listed> listed =
                objects.list(Location.parse(directory.resolve("none").toString()))) {
            assertThat(listed).isEmpty();
        }
    }
}
