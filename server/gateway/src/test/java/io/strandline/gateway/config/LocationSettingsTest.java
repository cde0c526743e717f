package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the configuration declares to be one place. */
class LocationSettingsTest {
    @TempDir
    Path folder;

    private LocationRules rules(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("strandline.yaml"), yaml);
        return LocationSettings.of(new ConfigReader(name -> null).read(file));
    }

    private static boolean same(LocationRules rules, String one, String other) {
        return rules.same(Location.parse(one), Location.parse(other));
    }

    /** LOC-1, LOC-2; case 5: equal where it is declared, and only there. */
    @Test
    void whatIsDeclaredEqualIsOnePlace() throws IOException {
        LocationRules rules = rules("""
                locations:
                  equal_schemes: [[s3, oss, cos]]
                  equal_authorities:
                    hdfs: [[ns1, ""]]
                    s3a: [[old-bucket, new-bucket]]
                """);
        assertThat(same(rules, "cos://old-bucket/t", "s3n://new-bucket/t/")).isTrue();
        assertThat(same(rules, "hdfs:/t", "hdfs://ns1/t")).isTrue();
        assertThat(same(rules, "hdfs:/t", "hdfs://ns2/t")).isFalse();
        assertThat(same(rules, "gs://old-bucket/t", "gs://new-bucket/t")).isFalse();
        assertThat(same(rules("connections: {}\n"), "oss://b/t", "s3://b/t")).isFalse();
        assertThat(same(rules("connections: {}\n"), "s3a://b/t", "s3://b/t")).isTrue();
    }

    @Test
    void aGroupOfOneJoinsNothing() {
        assertThatThrownBy(() -> rules("locations: { equal_schemes: [[s3]] }\n"))
                .hasMessageContaining("locations.equal_schemes");
    }
}
