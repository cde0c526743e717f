package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.StrandlineException;
import java.math.BigDecimal;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MAN-8: names of manifests. */
class ManifestNameTest {
    private static final UUID UNIQUE = UUID.fromString("0f9e8d7c-1234-4abc-8def-0123456789ab");

    private static ManifestVersion version(String number) {
        return ManifestVersion.of(new BigDecimal(number));
    }

    @Test
    void aVersionIsNamedByItsScheme() {
        assertThat(NamingScheme.V1.name(version("7")).path()).isEqualTo("_versions/7.manifest");
        assertThat(NamingScheme.V2.name(version("7")).path()).isEqualTo("_versions/18446744073709551608.manifest");
        assertThat(NamingScheme.V1.name(version("0")).fileName()).isEqualTo("0.manifest");
        assertThat(NamingScheme.V2.name(version("0")).fileName()).isEqualTo("18446744073709551615.manifest");
        assertThat(NamingScheme.V1.name(version("9223372036854775807")).fileName())
                .isEqualTo("9223372036854775807.manifest");
        assertThat(NamingScheme.V2.name(version("9223372036854775807")).fileName())
                .isEqualTo("09223372036854775808.manifest");
        for (NamingScheme scheme : NamingScheme.values()) {
            assertThat(scheme.name(version("18446744073709551615")).fileName())
                    .isEqualTo("d18446744073709551615.manifest");
        }
        assertThat(NamingScheme.V2.name(version("7")).stagedAs(UNIQUE).fileName())
                .isEqualTo("18446744073709551608.manifest-" + UNIQUE);
    }

    /** No two names are read alike, and none is read as another's. */
    @Test
    void everyNameIsReadAsItWasWritten() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            ManifestVersion version = new ManifestVersion(random.nextLong() >>> random.nextInt(64));
            for (NamingScheme scheme : NamingScheme.values()) {
                ManifestName name = scheme.name(version);
                assertThat(ManifestName.parse(name.fileName())).contains(name);
                assertThat(ManifestName.parse(name.path())).contains(name);
                ManifestName staged = name.stagedAs(UNIQUE);
                assertThat(ManifestName.parse(staged.fileName())).contains(staged);
                assertThat(staged.finished()).isEqualTo(name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "manifest",
                ".manifest",
                "07.manifest",
                "-1.manifest",
                "+1.manifest",
                "1.manifest.tmp",
                "1.manifests",
                "d1.manifest",
                "d018446744073709551615.manifest",
                "9223372036854775808.manifest",
                "00000000000000000007.manifest",
                "18446744073709551616.manifest",
                "99999999999999999999.manifest",
                "1.manifest-",
                "1.manifest-0F9E8D7C-1234-4ABC-8DEF-0123456789AB",
                "1.manifest-0f9e8d7c-1234-4abc-8def-0123456789ab0",
                "latest_version_hint.json",
                "../1.manifest",
                "_versions/../1.manifest",
                "_versions/_versions/1.manifest",
                "١.manifest"
            })
    void whatIsNoNameIsNotRead(String text) {
        assertThat(ManifestName.parse(text)).isEmpty();
    }

    @Test
    void theSchemeIsThatOfTheHighestVersion() {
        assertThat(NamingScheme.detect(Stream.of())).isEmpty();
        assertThat(NamingScheme.detect(Stream.of(NamingScheme.V2.name(version("18446744073709551615")))))
                .isEmpty();
        assertThat(NamingScheme.detect(
                        Stream.of(NamingScheme.V2.name(version("2")), NamingScheme.V1.name(version("10")))))
                .contains(NamingScheme.V1);
        assertThat(NamingScheme.detect(
                        Stream.of(NamingScheme.V1.name(version("2")), NamingScheme.V2.name(version("2")))))
                .contains(NamingScheme.V2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "18446744073709551616", "0.5", "1e30"})
    void whatIsNoVersionIsRefused(String number) {
        assertThatThrownBy(() -> version(number)).isInstanceOf(StrandlineException.class);
    }

    @Test
    void noVersionFollowsTheLastOneOrADetachedOne() {
        assertThat(version("0").next()).isEqualTo(version("1"));
        assertThatThrownBy(() -> version("9223372036854775807").next()).isInstanceOf(StrandlineException.class);
        assertThatThrownBy(() -> version("18446744073709551615").next()).isInstanceOf(StrandlineException.class);
    }
}
