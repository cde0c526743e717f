package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where datasets may lie, as it is configured. */
class ManifestSettingsTest {
    @TempDir
    Path directory;

    private List<Location> locations(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("strandline.yaml"), yaml);
        return ManifestSettings.locations(new ConfigReader(name -> null).read(file));
    }

    @Test
    void placesAreReadAsTheyAreWritten() throws IOException {
        assertThat(locations("server: { listen: \"127.0.0.1:0\" }\n")).isEmpty();
        assertThat(locations("manifests: { locations: [\"s3://lake/a b%2F\", \"file:///w\", /w/l] }\n"))
                .extracting(Location::text)
                .containsExactly("s3://lake/a b%2F", "file:///w", "/w/l");
    }

    @Test
    void howManyObjectsAreExaminedIsRead() throws IOException {
        assertThat(mostObjects("manifests: { most_objects: 7 }\n")).isEqualTo(7);
        assertThat(mostObjects("server: { listen: \"127.0.0.1:0\" }\n")).isEqualTo(500_000);
        assertThatThrownBy(() -> mostObjects("manifests: { most_objects: 0 }\n"))
                .hasMessageContaining("manifests.most_objects");
    }

    private int mostObjects(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("most.yaml"), yaml);
        return ManifestSettings.mostObjects(new ConfigReader(name -> null).read(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative/x", "file:x", "s3:///x", " "})
    void whatNamesNoCertainPlaceIsWrong(String place) {
        assertThatThrownBy(() -> locations("manifests: { locations: [\"" + place + "\"] }\n"))
                .hasMessageContaining("manifests.locations")
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.CONFIGURATION));
    }
}
