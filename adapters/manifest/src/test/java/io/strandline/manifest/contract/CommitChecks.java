package io.strandline.manifest.contract;

import static io.strandline.manifest.contract.ManifestLab.assertRefused;
import static io.strandline.manifest.contract.ManifestLab.fileName;
import static io.strandline.manifest.contract.ManifestLab.finished;
import static io.strandline.manifest.contract.ManifestLab.put;
import static io.strandline.manifest.contract.ManifestLab.staged;
import static io.strandline.manifest.contract.ManifestLab.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.manifest.Claim;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.CommitOutcome.Committed;
import io.strandline.manifest.CommitOutcome.Conflict;
import io.strandline.manifest.CommitOutcome.Unknown;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestLocation;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What commits and readers keep to, over any index. */
final class CommitChecks {
    private CommitChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("a commit ends with the final manifest", CommitChecks::aCommitEndsWithTheFinalManifest),
                new Check("what fails after the copy undoes nothing", CommitChecks::whatFailsAfterTheCopyUndoesNothing),
                new Check("a loser removes its own and nothing else", CommitChecks::aLoserRemovesItsOwn),
                new Check("what a helper did is taken", CommitChecks::whatAHelperDidIsTaken),
                new Check("another object is never overwritten", CommitChecks::anotherObjectIsNeverOverwritten),
                new Check("a reader finishes a commit", CommitChecks::aReaderFinishesACommit),
                new Check("a reader checks sizes", CommitChecks::aReaderChecksSizes),
                new Check("a manifest without a record is taken in", CommitChecks::aManifestWithoutARecordIsTakenIn),
                new Check("a manifest with its other name is found", CommitChecks::aManifestWithItsOtherNameIsFound),
                new Check("an ETag is what was just seen", CommitChecks::anETagIsWhatWasJustSeen),
                new Check("a lost answer that was heard is done", CommitChecks::aLostAnswerThatWasHeardIsDone),
                new Check("a lost answer that was not heard is asked", CommitChecks::aLostAnswerThatWasNotHeard),
                new Check("what is never answered is unknown", CommitChecks::whatIsNeverAnsweredIsUnknown),
                new Check("the same commit again is the same", CommitChecks::theSameCommitAgainIsTheSame),
                new Check("a commit id is of one manifest", CommitChecks::aCommitIdIsOfOneManifest),
                new Check("a commit outlives a rename", CommitChecks::aCommitOutlivesARename),
                new Check("a writer with an old identity is refused", CommitChecks::aWriterWithAnOldIdentityIsRefused),
                new Check("a wrong size commits nothing", CommitChecks::aWrongSizeCommitsNothing),
                new Check("a staged manifest that is gone commits nothing", CommitChecks::aGoneManifestCommitsNothing));
    }

    private static Committed committed(CommitOutcome outcome) {
        assertThat(outcome).isInstanceOf(Committed.class);
        return (Committed) outcome;
    }

    /** MAN-1. */
    private static void aCommitEndsWithTheFinalManifest(ManifestLab lab) {
        Put put = lab.staged(lab.open(), 1, "first");
        Committed committed = committed(lab.put(put));
        assertThat(committed.left()).isNull();
        assertThat(committed.location().path()).isEqualTo(finished(1));
        assertThat(committed.location().size()).isEqualTo(5);
        assertThat(lab.names()).containsExactly(fileName(finished(1)));
        assertThat(lab.read(finished(1))).isEqualTo("first");
        assertThat(lab.recorded(1)).isEqualTo(finished(1));
        ManifestLocation seen = lab.store().location(lab.base(), version(1), lab.objects());
        assertThat(seen.size()).isEqualTo(5);
        assertThat(lab.store().latestLocation(lab.base(), lab.objects())).contains(seen);
    }

    /** MAN-2. */
    private static void whatFailsAfterTheCopyUndoesNothing(ManifestLab lab) {
        Put first = lab.staged(lab.open(), 1, "first");
        assertThat(committed(lab.over(Faults.PointFails::new).put(first)).left())
                .isNotNull();
        Put second = lab.staged(lab.open(), 2, "second");
        assertThat(committed(lab.onto(Faults.RemovalFails::new).put(second)).left())
                .isNotNull();
        assertThat(lab.read(first.staging())).isEqualTo("first");
        assertThat(lab.read(second.staging())).isEqualTo("second");
        assertThat(lab.store().location(lab.base(), version(1), lab.objects()).path())
                .isEqualTo(finished(1));
        assertThat(lab.recorded(1)).isEqualTo(finished(1));
        assertThat(lab.read(finished(2))).isEqualTo("second");
    }

    /** MAN-3. */
    private static void aLoserRemovesItsOwn(ManifestLab lab) {
        lab.commit(1, "first");
        String other = staged(1);
        lab.write(other, "of somebody");
        Put late = lab.staged(lab.open(), 1, "later");
        assertThat(lab.put(late)).isInstanceOf(Conflict.class);
        assertThat(lab.read(finished(1))).isEqualTo("first");
        assertThat(lab.read(late.staging())).isNull();
        assertThat(lab.read(other)).isEqualTo("of somebody");
        // and where the winner is not finished
        Put winner = lab.staged(lab.open(), 2, "winner");
        lab.store().putIfNotExists(claim(winner));
        Put loser = lab.staged(lab.open(), 2, "loser");
        assertThat(lab.put(loser)).isInstanceOf(Conflict.class);
        assertThat(lab.read(finished(2))).isNull();
        assertThat(lab.read(loser.staging())).isNull();
        assertThat(lab.read(winner.staging())).isEqualTo("winner");
    }

    static Claim claim(Put put) {
        return new Claim(put.dataset(), put.version(), put.staging(), put.size(), put.commitId(), put.committer());
    }

    /** MAN-4. */
    private static void whatAHelperDidIsTaken(ManifestLab lab) {
        Put put = lab.staged(lab.open(), 1, "first");
        lab.store().putIfNotExists(claim(put));
        ManifestEntry seen = lab.store().get(lab.base(), version(1)).orElseThrow();
        lab.store().location(lab.base(), version(1), lab.objects());
        // whoever read the record before that goes on with it
        ManifestLab late = lab.over(index -> new Faults.OldRecord(index, seen));
        assertThat(late.store().location(lab.base(), version(1), lab.objects()).size())
                .isEqualTo(5);
        lab.objects().remove(lab.base().resolve(finished(1)));
        assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> late.store().location(lab.base(), version(1), lab.objects()));
    }

    /** MAN-4: whatever its size is. */
    private static void anotherObjectIsNeverOverwritten(ManifestLab lab) {
        for (String other : List.of("other", "longer one")) {
            long version = other.length();
            Put put = lab.staged(lab.open(), version, "first");
            lab.store().putIfNotExists(claim(put));
            lab.write(finished(version), other);
            if (lab.store().latest(lab.base()).orElseThrow().size() == null && other.length() != 5) {
                // an index that keeps no size learns it from the object
                continue;
            }
            assertRefused(ErrorCode.CORRUPT, () -> lab.store().location(lab.base(), version(version), lab.objects()));
            assertThat(lab.read(finished(version))).isEqualTo(other);
            assertThat(lab.read(put.staging())).isEqualTo("first");
            assertThat(lab.recorded(version)).isEqualTo(put.staging());
        }
    }

    /** MAN-5: also the latest one. */
    private static void aReaderFinishesACommit(ManifestLab lab) {
        Put put = lab.staged(lab.open(), 1, "first");
        lab.store().putIfNotExists(claim(put));
        ManifestLocation location =
                lab.store().latestLocation(lab.base(), lab.objects()).orElseThrow();
        assertThat(location.path()).isEqualTo(finished(1));
        assertThat(lab.read(finished(1))).isEqualTo("first");
        assertThat(lab.read(put.staging())).isNull();
        assertThat(lab.recorded(1)).isEqualTo(finished(1));
        // and the writer that comes back
        assertThat(lab.put(put)).isInstanceOf(lab.store().keepsCommitIds() ? Committed.class : Unknown.class);
    }

    /** MAN-5. */
    private static void aReaderChecksSizes(ManifestLab lab) {
        lab.commit(1, "first");
        assertThat(lab.store().location(lab.base(), version(1), lab.objects()).size())
                .isEqualTo(5);
        lab.objects().remove(lab.base().resolve(finished(1)));
        assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> lab.store().location(lab.base(), version(1), lab.objects()));
        lab.write(finished(1), "fir");
        Optional<Long> size = Optional.ofNullable(
                lab.store().get(lab.base(), version(1)).orElseThrow().size());
        if (size.isPresent()) {
            assertRefused(ErrorCode.CORRUPT, () -> lab.store().location(lab.base(), version(1), lab.objects()));
        }
    }

    /** MAN-5: by readers, and by writers who find it in their way. */
    private static void aManifestWithoutARecordIsTakenIn(ManifestLab lab) {
        Dataset dataset = lab.open();
        lab.write("_versions/1.manifest", "foreign");
        lab.write(finished(2), "foreign too");
        ManifestLocation old = lab.store().location(lab.base(), version(1), lab.objects());
        assertThat(old.path()).isEqualTo("_versions/1.manifest");
        assertThat(lab.recorded(1)).isEqualTo("_versions/1.manifest");
        Put put = lab.staged(dataset, 2, "mine");
        assertThat(lab.put(put)).isInstanceOf(Conflict.class);
        assertThat(lab.read(finished(2))).isEqualTo("foreign too");
        assertThat(lab.read(put.staging())).isNull();
        assertThat(lab.recorded(2)).isEqualTo(finished(2));
        // whichever its name is
        lab.write("_versions/3.manifest", "foreign");
        assertThat(lab.put(lab.staged(dataset, 3, "mine"))).isInstanceOf(Conflict.class);
        assertThat(lab.read(finished(3))).isNull();
        assertThat(lab.recorded(3)).isEqualTo("_versions/3.manifest");
    }

    /** MAN-5. */
    private static void aManifestWithItsOtherNameIsFound(ManifestLab lab) {
        lab.commit(1, "first");
        lab.objects().copy(lab.base().resolve(finished(1)), lab.base().resolve("_versions/1.manifest"));
        lab.objects().remove(lab.base().resolve(finished(1)));
        assertThat(lab.store().location(lab.base(), version(1), lab.objects()).path())
                .isEqualTo("_versions/1.manifest");
    }

    /** MAN-6: the same bytes written again are the same manifest. */
    private static void anETagIsWhatWasJustSeen(ManifestLab lab) {
        lab.commit(1, "first");
        lab.objects().remove(lab.base().resolve(finished(1)));
        lab.write(finished(1), "first");
        ManifestLocation location = lab.store().location(lab.base(), version(1), lab.objects());
        assertThat(location.etag())
                .isEqualTo(lab.objects()
                        .stat(lab.base().resolve(finished(1)))
                        .orElseThrow()
                        .etag());
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

    /** MAN-1: nothing is changed. */
    private static void aWrongSizeCommitsNothing(ManifestLab lab) {
        String path = staged(1);
        lab.write(path, "first");
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> lab.put(put(lab.open(), 1, path, 6)));
        assertThat(lab.recorded(1)).isNull();
        assertThat(lab.names()).containsExactly(fileName(path));
    }

    /** MAN-1: nothing is changed. */
    private static void aGoneManifestCommitsNothing(ManifestLab lab) {
        assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> lab.put(put(lab.open(), 1, staged(1), 5)));
        assertThat(lab.recorded(1)).isNull();
        assertThat(lab.names()).isEmpty();
    }
}
