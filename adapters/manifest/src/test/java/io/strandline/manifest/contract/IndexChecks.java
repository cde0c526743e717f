package io.strandline.manifest.contract;

import static io.strandline.manifest.contract.ManifestLab.assertRefused;
import static io.strandline.manifest.contract.ManifestLab.finished;
import static io.strandline.manifest.contract.ManifestLab.staged;
import static io.strandline.manifest.contract.ManifestLab.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What an index keeps to, call by call. */
final class IndexChecks {
    private IndexChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("a base is one place however it is written", IndexChecks::aBaseIsOnePlace),
                new Check("an identity outlives no delete", IndexChecks::anIdentityOutlivesNoDelete),
                new Check("a delete takes exactly one base", IndexChecks::aDeleteTakesExactlyOneBase),
                new Check("a deleted dataset is not taken in again", IndexChecks::aDeletedDatasetIsNotTakenIn),
                new Check("what is unknown is not there", IndexChecks::whatIsUnknownIsNotThere),
                new Check("the latest is the highest", IndexChecks::theLatestIsTheHighest),
                new Check("the latest is never detached", IndexChecks::theLatestIsNeverDetached),
                new Check("a version is given once", IndexChecks::aVersionIsGivenOnce),
                new Check("what is not there is not pointed", IndexChecks::whatIsNotThereIsNotPointed),
                new Check("a commit below the latest is refused", IndexChecks::aCommitBelowTheLatestIsRefused),
                new Check("a dataset has one scheme", IndexChecks::aDatasetHasOneScheme),
                new Check("what was put is read as it was", IndexChecks::whatWasPutIsReadAsItWas),
                new Check("entries come in order", IndexChecks::entriesComeInOrder));
    }

    private static Claim claim(Dataset dataset, ManifestVersion version, String path) {
        return new Claim(dataset, version, path, 7, UUID.randomUUID().toString(), "ada");
    }

    private static ClaimAnswer claim(ManifestLab lab, long version) {
        return lab.store().putIfNotExists(claim(lab.open(), version(version), staged(version)));
    }

    /** LOC-1, LOC-3, LOC-4: a slash at the end and an equal scheme change nothing, what is encoded and what is near does. */
    private static void aBaseIsOnePlace(ManifestLab lab) {
        String text = lab.base().text();
        Dataset dataset = lab.open();
        assertThat(lab.store().open(Location.parse(text + "/")).identity()).isEqualTo(dataset.identity());
        String other = text.startsWith("s3://")
                ? "s3a" + text.substring(2)
                : "file://" + lab.base().path();
        assertThat(lab.store().open(Location.parse(other)).identity()).isEqualTo(dataset.identity());
        claim(lab, 1);
        assertThat(lab.store().get(Location.parse(other + "/"), version(1))).isPresent();
        for (String near : List.of("b", "%2F", "/b", " ", "//")) {
            assertThat(lab.store().find(Location.parse(text + near))).as(near).isEmpty();
            assertThat(lab.store().latest(Location.parse(text + near))).isEmpty();
        }
    }

    /** MAN-9: dropped and made again it is another; whoever holds the old one changes nothing. */
    private static void anIdentityOutlivesNoDelete(ManifestLab lab) {
        Dataset old = lab.open();
        assertThat(lab.open()).isEqualTo(old);
        lab.store().putIfNotExists(claim(old, version(1), staged(1)));
        lab.delete();
        assertThat(lab.store().putIfNotExists(claim(old, version(1), staged(1))))
                .isEqualTo(new ClaimAnswer.Gone());
        Dataset young = lab.open();
        assertThat(young.identity()).isNotEqualTo(old.identity());
        assertThat(lab.store().get(lab.base(), version(1))).isEmpty();
        assertThat(lab.store().putIfNotExists(claim(old, version(1), staged(1))))
                .isEqualTo(new ClaimAnswer.Gone());
        String mine = staged(1);
        lab.store().putIfNotExists(claim(young, version(1), mine));
        assertThat(lab.store().putIfExists(old, version(1), finished(1), 7)).isFalse();
        assertThat(lab.store().delete(old)).isFalse();
        assertThat(lab.recorded(1)).isEqualTo(mine);
    }

    /** MAN-10, LOC-3: of exactly that base, no object, and again it is nothing. */
    private static void aDeleteTakesExactlyOneBase(ManifestLab lab) {
        Location near = Location.parse(lab.base().text() + "b");
        Location below = lab.base().resolve("b");
        for (Location base : List.of(lab.base(), near, below)) {
            lab.store().putIfNotExists(claim(lab.store().open(base), version(1), staged(1)));
        }
        lab.write(finished(1), "content");
        assertThat(lab.delete()).isTrue();
        assertThat(lab.delete()).isFalse();
        assertThat(lab.store().find(lab.base())).isEmpty();
        assertThat(lab.store().latest(lab.base())).isEmpty();
        assertThat(lab.store().get(near, version(1))).isPresent();
        assertThat(lab.store().get(below, version(1))).isPresent();
        assertThat(lab.read(finished(1))).isEqualTo("content");
    }

    /** MAN-10, MAN-5. */
    private static void aDeletedDatasetIsNotTakenIn(ManifestLab lab) {
        assertThat(lab.open().takesIn()).isTrue();
        lab.write(finished(1), "content");
        lab.delete();
        assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> lab.store().location(lab.base(), version(1), lab.objects()));
        assertThat(lab.store().find(lab.base())).isEmpty();
        assertThat(lab.open().takesIn()).isFalse();
        assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> lab.store().location(lab.base(), version(1), lab.objects()));
        assertThat(lab.store().latest(lab.base())).isEmpty();
    }

    /** MAN-12. */
    private static void whatIsUnknownIsNotThere(ManifestLab lab) {
        assertThat(lab.store().get(lab.base(), version(1))).isEmpty();
        assertThat(lab.store().latest(lab.base())).isEmpty();
        assertThat(lab.store().find(lab.base())).isEmpty();
        assertThat(lab.store().latestLocation(lab.base(), lab.objects())).isEmpty();
        assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> lab.store().location(lab.base(), version(1), lab.objects()));
        lab.open();
        assertThat(lab.store().get(lab.base(), version(1))).isEmpty();
        assertThat(lab.store().latest(lab.base())).isEmpty();
        try (Stream<ManifestEntry> none = lab.store().entries(lab.base())) {
            assertThat(none).isEmpty();
        }
    }

    /** MAN-12: as numbers, not as text; the path as it was stored. */
    private static void theLatestIsTheHighest(ManifestLab lab) {
        for (long version : List.of(0L, 9L, 10L, Long.MAX_VALUE)) {
            String path = staged(version);
            lab.store().putIfNotExists(claim(lab.open(), version(version), path));
            ManifestEntry latest = lab.store().latest(lab.base()).orElseThrow();
            assertThat(latest.version()).isEqualTo(version(version));
            assertThat(latest.path()).isEqualTo(path);
        }
    }

    /** MAN-8. */
    private static void theLatestIsNeverDetached(ManifestLab lab) {
        ManifestVersion detached = new ManifestVersion(-1);
        String path = "_versions/d18446744073709551615.manifest";
        assertThat(lab.store().putIfNotExists(claim(lab.open(), detached, path)))
                .isEqualTo(new ClaimAnswer.Claimed());
        assertThat(lab.store().latest(lab.base())).isEmpty();
        assertThat(claim(lab, 1)).isEqualTo(new ClaimAnswer.Claimed());
        assertThat(lab.store().latest(lab.base()).orElseThrow().version()).isEqualTo(version(1));
        assertThat(lab.store().get(lab.base(), detached).orElseThrow().path()).isEqualTo(path);
    }

    /** MAN-1, MAN-13: the first has it, the second is told who, and nothing changes. */
    private static void aVersionIsGivenOnce(ManifestLab lab) {
        String path = staged(1);
        assertThat(lab.store().putIfNotExists(claim(lab.open(), version(1), path)))
                .isEqualTo(new ClaimAnswer.Claimed());
        ManifestEntry entry = lab.store().get(lab.base(), version(1)).orElseThrow();
        assertThat(claim(lab, 1)).isEqualTo(new ClaimAnswer.Taken(entry));
        assertThat(lab.recorded(1)).isEqualTo(path);
    }

    /** MAN-13. */
    private static void whatIsNotThereIsNotPointed(ManifestLab lab) {
        assertThat(lab.store().putIfExists(lab.open(), version(1), finished(1), 7))
                .isFalse();
        assertThat(lab.recorded(1)).isNull();
        claim(lab, 1);
        assertThat(lab.store().putIfExists(lab.open(), version(1), finished(1), 7))
                .isTrue();
        assertThat(lab.recorded(1)).isEqualTo(finished(1));
    }

    /** MAN-12: nobody would look for it there. A manifest that is found there is taken in (MAN-5). */
    private static void aCommitBelowTheLatestIsRefused(ManifestLab lab) {
        claim(lab, 7);
        assertThat(claim(lab, 3)).isEqualTo(new ClaimAnswer.BelowLatest(version(7)));
        assertThat(lab.recorded(3)).isNull();
        Claim found = new Claim(lab.open(), version(3), finished(3), 7, null, "");
        assertThat(lab.store().putIfNotExists(found)).isEqualTo(new ClaimAnswer.Claimed());
    }

    /** MAN-8: that of the first commit, until another is set; detached versions and what is found have any. */
    private static void aDatasetHasOneScheme(ManifestLab lab) {
        Dataset dataset = lab.open();
        assertThat(lab.store().scheme(lab.base())).isEmpty();
        ManifestVersion detached = new ManifestVersion(-1);
        lab.store()
                .putIfNotExists(
                        claim(dataset, detached, "_versions/d18446744073709551615.manifest-" + UUID.randomUUID()));
        assertThat(lab.store().scheme(lab.base())).isEmpty();
        String older = "_versions/2.manifest-" + UUID.randomUUID();
        assertThat(lab.store().putIfNotExists(claim(dataset, version(1), older.replace("/2.", "/1."))))
                .isEqualTo(new ClaimAnswer.Claimed());
        assertThat(lab.store().scheme(lab.base())).contains(NamingScheme.V1);
        assertThat(claim(lab, 2)).isEqualTo(new ClaimAnswer.OtherScheme(NamingScheme.V1));
        assertThat(lab.store().setScheme(dataset, NamingScheme.V2)).isTrue();
        assertThat(lab.store().putIfNotExists(claim(dataset, version(2), older)))
                .isEqualTo(new ClaimAnswer.OtherScheme(NamingScheme.V2));
        assertThat(lab.recorded(2)).isNull();
        Claim found = new Claim(dataset, version(2), "_versions/2.manifest", 7, null, "");
        assertThat(lab.store().putIfNotExists(found)).isEqualTo(new ClaimAnswer.Claimed());
        assertThat(claim(lab, 3)).isEqualTo(new ClaimAnswer.Claimed());
        lab.delete();
        assertThat(lab.store().setScheme(dataset, NamingScheme.V1)).isFalse();
        lab.open();
        assertThat(lab.store().setScheme(dataset, NamingScheme.V1)).isFalse();
        assertThat(lab.store().scheme(lab.base())).isEmpty();
    }

    /** MAN-1: by whatever reads it. */
    private static void whatWasPutIsReadAsItWas(ManifestLab lab) {
        Claim claim = claim(lab.open(), version(1), staged(1));
        lab.store().putIfNotExists(claim);
        boolean keeps = lab.store().keepsCommitIds();
        ManifestEntry entry = lab.store().get(lab.base(), version(1)).orElseThrow();
        assertThat(entry.dataset()).isEqualTo(lab.open());
        assertThat(entry.path()).isEqualTo(claim.path());
        assertThat(entry.commitId()).isEqualTo(keeps ? claim.commitId() : null);
        assertThat(lab.store().latest(lab.base())).contains(entry);
        lab.store().putIfExists(lab.open(), version(1), finished(1), 7);
        assertThat(lab.store().get(lab.base(), version(1)).orElseThrow().commitId())
                .isEqualTo(entry.commitId());
    }

    /** MAN-12: as unsigned numbers. */
    private static void entriesComeInOrder(ManifestLab lab) {
        List<ManifestVersion> versions = List.of(version(2), version(10), new ManifestVersion(-5));
        versions.forEach(version -> lab.store()
                .putIfNotExists(
                        claim(lab.open(), version, NamingScheme.V2.name(version).path())));
        try (Stream<ManifestEntry> entries = lab.store().entries(lab.base())) {
            assertThat(entries).extracting(ManifestEntry::version).containsExactlyElementsOf(versions);
        }
    }
}
