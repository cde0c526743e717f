package io.strandline.manifest.contract;

import static io.strandline.manifest.contract.CommitChecks.claim;
import static io.strandline.manifest.contract.CommitChecks.committed;
import static io.strandline.manifest.contract.ManifestLab.assertRefused;
import static io.strandline.manifest.contract.ManifestLab.finished;
import static io.strandline.manifest.contract.ManifestLab.staged;
import static io.strandline.manifest.contract.ManifestLab.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.CommitOutcome.Committed;
import io.strandline.manifest.CommitOutcome.Conflict;
import io.strandline.manifest.CommitOutcome.Unknown;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestLocation;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import java.util.List;
import java.util.UUID;

/** What a commit keeps to that is asked again, or goes on late. */
final class RetryChecks {
    private RetryChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("a lost answer that was heard is done", RetryChecks::aLostAnswerThatWasHeardIsDone),
                new Check("a lost answer that was not heard is asked", RetryChecks::aLostAnswerThatWasNotHeard),
                new Check("what is never answered is unknown", RetryChecks::whatIsNeverAnsweredIsUnknown),
                new Check("any call of an object store may fail", RetryChecks::anyCallOfAnObjectStoreMayFail),
                new Check("the same commit again is the same", RetryChecks::theSameCommitAgainIsTheSame),
                new Check("a commit id is of one manifest", RetryChecks::aCommitIdIsOfOneManifest),
                new Check("a commit outlives a rename", RetryChecks::aCommitOutlivesARename),
                new Check("a writer with an old identity is refused", RetryChecks::aWriterWithAnOldIdentityIsRefused));
    }

    /** MAN-7: also when a helper finished it meanwhile. */
    private static void aLostAnswerThatWasHeardIsDone(ManifestLab lab) {
        Put first = lab.staged(lab.open(), 1, "first");
        committed(lab.over(index -> new Faults.ClaimAnswersLost(index, 1, true)).put(first));
        Put second = lab.staged(lab.open(), 2, "second");
        committed(lab.over(index -> new Faults.ClaimAnswersLost(index, 1, true) {
                    @Override
                    void heard() {
                        lab.store().location(lab.base(), version(2), lab.objects());
                    }
                })
                .put(second));
        assertThat(lab.read(finished(2))).isEqualTo("second");
        Put third = lab.staged(lab.open(), 3, "third");
        Put winner = lab.staged(lab.open(), 3, "winner");
        lab.store().putIfNotExists(claim(winner));
        assertThat(lab.over(index -> new Faults.ClaimAnswersLost(index, 1, true))
                        .put(third))
                .isInstanceOf(Conflict.class);
    }

    /** MAN-7. */
    private static void aLostAnswerThatWasNotHeard(ManifestLab lab) {
        Put put = lab.staged(lab.open(), 1, "first");
        committed(
                lab.over(index -> new Faults.ClaimAnswersLost(index, 2, false)).put(put));
        assertThat(lab.read(finished(1))).isEqualTo("first");
    }

    /** MAN-7: nothing is removed, since the claim may be heard yet; asked again the same commit is decided. */
    private static void whatIsNeverAnsweredIsUnknown(ManifestLab lab) {
        for (boolean heard : List.of(false, true)) {
            Put put = lab.staged(lab.open(), heard ? 2 : 1, "first");
            assertThat(lab.over(index -> new Faults.ClaimAnswersLost(index, 9, heard))
                            .put(put))
                    .isInstanceOf(Unknown.class);
            assertThat(lab.read(put.staging())).isEqualTo("first");
            committed(lab.put(put));
        }
    }

    /** MAN-2, MAN-7: each in turn, whether it was heard or not; the same commit again decides what came of it. */
    private static void anyCallOfAnObjectStoreMayFail(ManifestLab lab) {
        boolean failed = true;
        for (int call = 1; failed; call++) {
            for (boolean heard : List.of(false, true)) {
                long version = 2L * call + (heard ? 1 : 0);
                Put put = lab.staged(lab.open(), version, "first");
                Faults.CallFails faulty = new Faults.CallFails(lab.objects(), call, heard);
                if (!isCommitted(lab.onto(objects -> faulty), put)) {
                    committed(lab.put(put));
                }
                failed = faulty.hasFailed();
                ManifestLocation location = lab.store().location(lab.base(), version(version), lab.objects());
                assertThat(location.path()).isEqualTo(finished(version));
                assertThat(lab.read(finished(version))).isEqualTo("first");
                assertThat(lab.recorded(version)).isEqualTo(finished(version));
            }
        }
        assertThat(lab.names()).hasSizeGreaterThan(8);
    }

    private static boolean isCommitted(ManifestLab lab, Put put) {
        try {
            return lab.put(put) instanceof Committed;
        } catch (StrandlineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BACKEND);
            return false;
        }
    }

    /** MAN-7. */
    private static void theSameCommitAgainIsTheSame(ManifestLab lab) {
        Put put = lab.staged(lab.open(), 1, "first");
        lab.store().putIfNotExists(claim(put));
        committed(lab.put(put));
        if (lab.store().keepsCommitIds()) {
            committed(lab.put(put));
            Put other = new Put(
                    put.dataset(),
                    put.version(),
                    put.staging(),
                    5,
                    put.scheme(),
                    UUID.randomUUID().toString(),
                    "ada");
            assertThat(lab.put(other)).isInstanceOf(Conflict.class);
        }
    }

    /** MAN-7: it is told by size and content while both are there, and changes nothing. */
    private static void aCommitIdIsOfOneManifest(ManifestLab lab) {
        Put first = lab.commit(1, "first");
        for (String content : List.of("other", "longer one", "first")) {
            String staging = staged(1);
            lab.write(staging, content);
            Put again = new Put(
                    first.dataset(),
                    first.version(),
                    staging,
                    content.length(),
                    first.scheme(),
                    first.commitId(),
                    "ada");
            if (!lab.store().keepsCommitIds()) {
                assertThat(lab.put(again)).isInstanceOf(content.equals("first") ? Committed.class : Conflict.class);
            } else if (content.equals("first")) {
                committed(lab.put(again));
            } else {
                assertRefused(ErrorCode.BAD_ARGUMENT, () -> lab.put(again));
                assertThat(lab.read(staging)).isEqualTo(content);
            }
            assertThat(lab.read(finished(1))).isEqualTo("first");
        }
    }

    /** MAN-8, MAN-7: a commit is not lost to its writer because its manifest got its other name. */
    private static void aCommitOutlivesARename(ManifestLab lab) {
        if (lab.store().keepsCommitIds()) {
            Put put = lab.commit(1, "first");
            lab.objects().copy(lab.base().resolve(finished(1)), lab.base().resolve("_versions/1.manifest"));
            lab.objects().remove(lab.base().resolve(finished(1)));
            assertThat(committed(lab.put(put)).location().path()).isEqualTo("_versions/1.manifest");
        }
        lab.store().setScheme(lab.open(), NamingScheme.V1);
        String staging =
                NamingScheme.V1.name(version(2)).stagedAs(UUID.randomUUID()).path();
        lab.write(staging, "second");
        Put second = new Put(lab.open(), version(2), staging, 6, NamingScheme.V1, "second", "ada");
        // a helper finishes it and a migration renames it before its writer goes on
        Committed done = committed(lab.over(index -> new Faults.AfterClaim(index, () -> {
                    lab.store().location(lab.base(), version(2), lab.objects());
                    lab.objects()
                            .copy(
                                    lab.base().resolve("_versions/2.manifest"),
                                    lab.base().resolve(finished(2)));
                    lab.store().putIfExists(lab.open(), version(2), finished(2), 6);
                    lab.objects().remove(lab.base().resolve("_versions/2.manifest"));
                }))
                .put(second));
        assertThat(done.location().path()).isEqualTo(finished(2));
        assertThat(lab.read("_versions/2.manifest")).isNull();
    }

    /** MAN-9: a dataset dropped and made again under a live writer. */
    private static void aWriterWithAnOldIdentityIsRefused(ManifestLab lab) {
        Dataset old = lab.open();
        committed(lab.put(lab.staged(old, 1, "first")));
        lab.delete();
        Put gone = lab.staged(old, 2, "second");
        assertRefused(ErrorCode.REFUSED, () -> lab.put(gone));
        Dataset young = lab.open();
        assertRefused(ErrorCode.REFUSED, () -> lab.put(gone));
        // what the old one left is in nobody's way in silence
        assertRefused(ErrorCode.REFUSED, () -> lab.put(lab.staged(young, 1, "young")));
        assertThat(lab.read(finished(1))).isEqualTo("first");
        lab.write("_versions/2.manifest", "left too");
        assertRefused(ErrorCode.REFUSED, () -> lab.put(lab.staged(young, 2, "young")));
        committed(lab.put(lab.staged(young, 3, "young")));
        // nor is the old one told of the young one's commits, or of its own that nobody has any more
        Put late = lab.staged(old, 3, "late");
        assertRefused(ErrorCode.REFUSED, () -> lab.put(late));
        assertThat(lab.read(late.staging())).isEqualTo("late");
        Put paused = lab.staged(young, 4, "paused");
        assertRefused(
                ErrorCode.REFUSED,
                () -> lab.over(index -> new Faults.AfterClaim(index, () -> {
                            lab.delete();
                            lab.open();
                        }))
                        .put(paused));
        assertThat(lab.recorded(4)).isNull();
    }
}
