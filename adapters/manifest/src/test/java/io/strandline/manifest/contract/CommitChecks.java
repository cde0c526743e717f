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
import io.strandline.manifest.ManifestName;
import io.strandline.manifest.ManifestVersion;
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
                new Check("0 and 2^64-1 are versions", CommitChecks::theFirstAndTheLastAreVersions),
                new Check("what fails after the copy undoes nothing", CommitChecks::whatFailsAfterTheCopyUndoesNothing),
                new Check("a loser removes its own and nothing else", CommitChecks::aLoserRemovesItsOwn),
                new Check("what a helper did is taken", CommitChecks::whatAHelperDidIsTaken),
                new Check("another object is never overwritten", CommitChecks::anotherObjectIsNeverOverwritten),
                new Check("a reader finishes a commit", CommitChecks::aReaderFinishesACommit),
                new Check("a reader checks sizes", CommitChecks::aReaderChecksSizes),
                new Check("a manifest without a record is taken in", CommitChecks::aManifestWithoutARecordIsTakenIn),
                new Check("a manifest with its other name is found", CommitChecks::aManifestWithItsOtherNameIsFound),
                new Check("an ETag is what was just seen", CommitChecks::anETagIsWhatWasJustSeen),
                new Check("a wrong size commits nothing", CommitChecks::aWrongSizeCommitsNothing),
                new Check("a staged manifest that is gone commits nothing", CommitChecks::aGoneManifestCommitsNothing));
    }

    static Committed committed(CommitOutcome outcome) {
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

    /** MAN-8, MAN-12: 0 as any other, 2^64-1 as one that is never the latest. */
    private static void theFirstAndTheLastAreVersions(ManifestLab lab) {
        for (ManifestVersion version : List.of(version(0), new ManifestVersion(-1))) {
            ManifestName name = NamingScheme.V2.name(version);
            String staging = name.stagedAs(UUID.randomUUID()).path();
            lab.write(staging, "at the edge");
            Put put = new Put(lab.open(), version, staging, 11, name.scheme(), "commit " + version, "ada");
            assertThat(committed(lab.put(put)).location().path()).isEqualTo(name.path());
            assertThat(lab.read(name.path())).isEqualTo("at the edge");
            assertThat(lab.read(staging)).isNull();
        }
        assertThat(lab.store()
                        .latestLocation(lab.base(), lab.objects())
                        .orElseThrow()
                        .version())
                .isEqualTo(version(0));
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
