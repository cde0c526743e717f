package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.local.LocalObjects;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where datasets may lie. */
class ManifestPlacesTest {
    /** Bad input: where datasets may lie is compared by segments, and no way leads out. */
    @Test
    void aBaseMustLieWhereItMay() {
        ManifestPlaces places = new ManifestPlaces(
                List.of(Location.parse("s3://lake/lance"), Location.parse("/w/l")),
                LocationRules.defaults(),
                new LocalObjects());
        for (String good : List.of("s3a://lake/lance/d", "s3://lake/lance/", "file:///w/l/a b%2F", "/w/l/d/")) {
            places.require(Location.parse(good));
        }
        for (String bad :
                List.of("s3://lake/lance2", "s3://other/lance/d", "/w/l/../x", "/w/l2", "gs://lake/lance/d", "/w")) {
            assertThatThrownBy(() -> places.require(Location.parse(bad)))
                    .as(bad)
                    .hasMessageContaining("manifests.locations");
        }
        // of files, whose directory would be several datasets
        for (String other : List.of("/w/l//d", "/w/l/d//", "/w/l/./d", "file:///w/l/d/.")) {
            assertThatThrownBy(() -> places.require(Location.parse(other)))
                    .as(other)
                    .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.REFUSED));
        }
        places.require(Location.parse("s3://lake/lance//d"));
    }
}
