package io.strandline.registry.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileLocatorTest {
    private final LocalFileLocator locator = new LocalFileLocator();

    @TempDir
    Path directory;

    private boolean exists(String location) {
        return locator.exists(Location.parse(location), new SystemCall(Instant.EPOCH));
    }

    /** LOC-1, LOC-4: three ways to write a file, and nothing in its name is decoded. */
    @Test
    void aFileIsFoundByTheNameItHas() throws IOException {
        Files.writeString(directory.resolve("p=a%2Fb c"), "x");
        String path = directory + "/p=a%2Fb c";
        assertThat(exists(path)).isTrue();
        assertThat(exists("file:" + path)).isTrue();
        assertThat(exists("file://" + path)).isTrue();
        assertThat(exists(directory + "/p=a%2fb c")).isFalse();
        assertThat(exists(directory + "/")).isTrue();
        assertThat(exists(directory + "/none/below")).isFalse();
    }

    /** REC-6: what cannot be found out is an error, never absence. */
    @Test
    void whatCannotBeLookedAtIsAnErrorAndNotAbsence() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertFails(file + "/below", ErrorCode.BACKEND);
        assertFails("relative/file", ErrorCode.BACKEND);
        assertFails("s3://bucket/key", ErrorCode.NOT_SUPPORTED);
        assertFails("file://host/share/file", ErrorCode.NOT_SUPPORTED);
    }

    private void assertFails(String location, ErrorCode code) {
        assertThatThrownBy(() -> exists(location))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
