package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.CredentialVending.Credential;
import io.strandline.catalog.CredentialVending.Minted;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** CAT-11: only what is the table's is handed out, and only for a while. */
class CredentialNarrowingTest {
    private static final TableRef TABLE = new TableRef("lake", List.of("db"), "table");
    private static final String ROOT = "s3://lake/db/table";
    private static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");
    private static final Instant LATEST = NOW.plus(Duration.ofHours(1));

    private final List<String> warnings = new ArrayList<>();
    private final CredentialNarrowing narrowing =
            new CredentialNarrowing(TABLE, Access.READ, LocationRules.defaults(), NOW, LATEST, warnings::add);

    /** Case 10, LOC-3: by whole segments, nothing outside of the table's places is handed out, and nothing else is left out. */
    @Property(tries = 1000)
    void exactlyWhatLiesInTheTablesPlacesIsHandedOut(
            @ForAll("places") String root,
            @ForAll("places") String data,
            @ForAll @Size(min = 1, max = 4) List<@net.jqwik.api.From("places") String> prefixes) {
        Minted minted = minted(root, Map.of("write.data.path", data), prefixes);
        List<String> own = prefixes.stream()
                .filter(each -> isIn(root, each) || isIn(data, each))
                .toList();
        if (own.isEmpty()) {
            assertRefused(ErrorCode.REFUSED, () -> narrowing.of(minted, Optional.empty()));
            return;
        }
        List<VendedCredentials> vended = narrowing.of(minted, Optional.empty());
        assertThat(vended).extracting(VendedCredentials::prefix).containsExactlyInAnyOrderElementsOf(own);
        // the first that holds a file is the one for it: none lies in one that comes before
        for (int i = 0; i < vended.size(); i++) {
            String before = vended.get(i).prefix();
            assertThat(vended.subList(i + 1, vended.size()))
                    .extracting(VendedCredentials::prefix)
                    .noneMatch(after -> isIn(before, after) && !isIn(after, before));
        }
        assertThat(vended).allMatch(each -> !each.expiresAt().isAfter(LATEST));
    }

    /** Case 11: a file gets the credential whose prefix is the longest of those that hold it, or none. */
    @Property(tries = 1000)
    void aFileGetsTheLongestPrefixThatHoldsIt(
            @ForAll("places") String root,
            @ForAll("places") String file,
            @ForAll @Size(min = 1, max = 4) List<@net.jqwik.api.From("places") String> prefixes) {
        Minted minted = minted(root, Map.of(), prefixes);
        Optional<Location> wanted = Optional.of(Location.parse(file));
        if (!isIn(root, file)) {
            assertRefused(ErrorCode.NOT_ALLOWED, () -> narrowing.of(minted, wanted));
            return;
        }
        Optional<Integer> longest = prefixes.stream()
                .filter(each -> isIn(root, each) && isIn(each, file))
                .map(each -> segments(each).size())
                .max(Integer::compare);
        if (longest.isEmpty()) {
            assertThatThrownBy(() -> narrowing.of(minted, wanted)).isInstanceOf(StrandlineException.class);
            return;
        }
        assertThat(narrowing.of(minted, wanted)).singleElement().satisfies(one -> {
            assertThat(isIn(one.prefix(), file)).isTrue();
            assertThat(segments(one.prefix())).hasSize(longest.orElseThrow());
        });
    }

    @Provide
    Arbitrary<String> places() {
        Arbitrary<List<String>> path =
                Arbitraries.of("a", "ab", "a2").list().ofMinSize(1).ofMaxSize(3);
        return Combinators.combine(
                        Arbitraries.of("s3://", "s3a://"), Arbitraries.of("b", "b2"), path, Arbitraries.of("", "/"))
                .as((scheme, bucket, parts, end) -> scheme + bucket + "/" + String.join("/", parts) + end);
    }

    private static List<String> segments(String place) {
        return Arrays.asList(place.replaceFirst("^s3a?://", "").split("/"));
    }

    private static boolean isIn(String directory, String place) {
        List<String> above = segments(directory);
        List<String> below = segments(place);
        return below.size() >= above.size() && below.subList(0, above.size()).equals(above);
    }

    /** A credential that opens more than the table cannot be made less by words: it stays here. */
    @Test
    void aWiderCredentialIsNotHandedOut() {
        for (String wider :
                List.of("s3://lake/db", "s3://lake", "s3", "", "s3://lake/db/table2", ROOT + "/../table2")) {
            assertRefused(
                    ErrorCode.REFUSED, () -> narrowing.of(minted(ROOT, Map.of(), List.of(wider)), Optional.empty()));
        }
        assertThat(narrowing.of(minted(ROOT, Map.of(), List.of("s3://lake", ROOT)), Optional.empty()))
                .extracting(VendedCredentials::prefix)
                .containsExactly(ROOT);
        assertThat(warnings).singleElement().asString().contains("s3://lake,");
    }

    /** What an older server gives for the table as a whole is for each of its places, and for none twice. */
    @Test
    void aCredentialWithoutAPrefixIsForAllPlacesOfTheTable() {
        Map<String, String> properties =
                Map.of("write.data.path", "s3://other/data", "write.metadata.path", ROOT + "/metadata");
        Minted minted = new Minted(ROOT, properties, List.of(new Credential(null, lasting(60))));
        assertThat(narrowing.of(minted, Optional.empty()))
                .extracting(VendedCredentials::prefix)
                .containsExactlyInAnyOrder(ROOT, "s3://other/data");
    }

    @Test
    void aPlaceWithoutCredentialsIsToldOf() {
        narrowing.of(minted(ROOT, Map.of("write.data.path", "s3://other/data"), List.of(ROOT)), Optional.empty());
        assertThat(warnings).singleElement().asString().contains("s3://other/data");
    }

    @Test
    void theEndIsTheCredentialsOwnWithinTheMost() {
        assertThat(end(lasting(60))).isEqualTo(NOW.plusSeconds(60));
        assertThat(warnings).isEmpty();
        assertThat(end(lasting(7200))).isEqualTo(LATEST);
        assertThat(warnings).singleElement().asString().contains("strandline.credentials-max-age");
    }

    /** Whatever the store: the first of several ends counts, and a token that does not tell its end gets the most. */
    @Test
    void theEndIsReadFromTheStoresOwnProperty() {
        String millis = String.valueOf(NOW.plusSeconds(60).toEpochMilli());
        String later = String.valueOf(NOW.plusSeconds(90).toEpochMilli());
        for (String key :
                List.of("gcs.oauth2.token-expires-at", "adls.sas-token-expires-at-ms.one", "expiration-time")) {
            assertThat(end(Map.of(key, millis))).as(key).isEqualTo(NOW.plusSeconds(60));
        }
        assertThat(end(Map.of("adls.sas-token-expires-at-ms.one", later, "adls.sas-token-expires-at-ms.two", millis)))
                .isEqualTo(NOW.plusSeconds(60));
        assertThat(end(Map.of("s3.session-token", "x"))).isEqualTo(LATEST);
    }

    @Test
    void whatEndedOrNeverEndsIsNotHandedOut() {
        assertRefused(ErrorCode.BACKEND, () -> end(lasting(-1)));
        assertRefused(ErrorCode.REFUSED, () -> end(Map.of("s3.access-key-id", "a", "s3.secret-access-key", "b")));
        assertThatThrownBy(() -> end(Map.of("s3.session-token-expires-at-ms", "canary-5a")))
                .hasMessageContaining("s3.session-token-expires-at-ms")
                .hasMessageNotContaining("canary-5a");
    }

    /** CAT-12. */
    @Test
    void secretsAreInNoText() {
        Credential credential = new Credential(ROOT, Map.of("s3.session-token", "canary-5a"));
        Minted minted = new Minted(ROOT, Map.of(), List.of(credential));
        assertThat(List.of(minted, credential, narrowing.of(minted, Optional.empty()))
                        .toString())
                .contains(ROOT)
                .doesNotContain("canary-5a");
    }

    private Instant end(Map<String, String> properties) {
        Minted minted = new Minted(ROOT, Map.of(), List.of(new Credential(ROOT, properties)));
        return narrowing.of(minted, Optional.empty()).get(0).expiresAt();
    }

    private static Minted minted(String root, Map<String, String> properties, List<String> prefixes) {
        return new Minted(
                root,
                properties,
                prefixes.stream().map(each -> new Credential(each, lasting(60))).toList());
    }

    private static Map<String, String> lasting(int seconds) {
        return Map.of(
                "s3.session-token-expires-at-ms",
                String.valueOf(NOW.plusSeconds(seconds).toEpochMilli()));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
