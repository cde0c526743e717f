package io.strandline.manifest.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestName;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * An index and an object store to try a rule on.
 *
 * @param base of a dataset that nobody knows; others may be made beside it
 * @param writer puts an object there, as a writer of manifests does
 */
public record ManifestLab(
        ManifestStore store, ManifestObjects objects, Location base, BiConsumer<Location, byte[]> writer) {
    /** This place, with an index that does something else. */
    public ManifestLab over(UnaryOperator<ManifestStore> other) {
        return new ManifestLab(other.apply(store), objects, base, writer);
    }

    /** This place, with objects that do something else. */
    ManifestLab onto(UnaryOperator<ManifestObjects> other) {
        return new ManifestLab(store, other.apply(objects), base, writer);
    }

    static ManifestVersion version(long number) {
        return ManifestVersion.of(number);
    }

    Dataset open() {
        return store.open(base);
    }

    boolean delete() {
        return store.find(base).filter(store::delete).isPresent();
    }

    void write(String path, String content) {
        writer.accept(base.resolve(path), content.getBytes(StandardCharsets.UTF_8));
    }

    @Nullable
    String read(String path) {
        try (InputStream bytes = objects.read(base.resolve(path)).orElse(null)) {
            return bytes == null ? null : new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String finished(long version) {
        return NamingScheme.V2.name(version(version)).path();
    }

    static String staged(long version) {
        return NamingScheme.V2
                .name(version(version))
                .stagedAs(UUID.randomUUID())
                .path();
    }

    /** Writes a staged manifest and says how it is to be committed. */
    Put staged(Dataset dataset, long version, String content) {
        String path = staged(version);
        write(path, content);
        return put(dataset, version, path, content.length());
    }

    static Put put(Dataset dataset, long version, String path, long size) {
        return new Put(
                dataset,
                version(version),
                path,
                size,
                NamingScheme.V2,
                UUID.randomUUID().toString(),
                "ada");
    }

    CommitOutcome put(Put put) {
        return store.put(put, objects);
    }

    /** Commits a version that nobody is in the way of. */
    Put commit(long version, String content) {
        Put put = staged(open(), version, content);
        assertThat(put(put)).isInstanceOf(CommitOutcome.Committed.class);
        return put;
    }

    List<String> names() {
        try (Stream<ManifestObjects.Listed> listed = objects.list(base.resolve(ManifestName.DIRECTORY))) {
            return listed.map(ManifestObjects.Listed::name).sorted().toList();
        }
    }

    static String fileName(String path) {
        return path.substring(ManifestName.DIRECTORY.length());
    }

    /** What the index has of the version; null if nothing. */
    @Nullable
    String recorded(long version) {
        return store.get(base, version(version)).map(entry -> entry.path()).orElse(null);
    }

    static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThat(Objects.requireNonNull(
                        org.assertj.core.api.Assertions.catchThrowableOfType(StrandlineException.class, call),
                        "it was not refused"))
                .extracting(StrandlineException::code)
                .isEqualTo(code);
    }
}
