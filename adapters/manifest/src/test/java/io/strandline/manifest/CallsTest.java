package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.contract.ForwardingManifests;
import io.strandline.manifest.contract.ForwardingObjects;
import io.strandline.manifest.contract.LocalWriter;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.memory.MemoryManifestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What calls answer when stores fail or something else changed the dataset, settled as the journal settles it (MAN-2, GW-1). */
class CallsTest {
    private final MemoryManifestStore store = new MemoryManifestStore(LocationRules.defaults());

    @TempDir
    Path directory;

    private Location base;
    private ManifestObjects objects = new LocalObjects();

    @BeforeEach
    void place() {
        base = Location.parse(directory.resolve("d").toString());
    }

    private ManifestCommits commits(ManifestStore index) {
        return new ManifestCommits(
                index,
                new ManifestPlaces(List.of(Location.parse(directory.toString())), LocationRules.defaults(), objects));
    }

    private ManifestChange commit(CommitRequest request) {
        ManifestCommits commits = commits(store);
        return commits.commit(request, AdminCall.settled(commits.resolvers()));
    }

    private void write(String path, String content) {
        LocalWriter.write(base.resolve(path), content.getBytes(StandardCharsets.UTF_8));
    }

    private static String finished(long version) {
        return NamingScheme.V2.name(ManifestVersion.of(version)).path();
    }

    private CommitRequest request(
            String staging, @Nullable String identity, @Nullable String commitId, boolean dryRun) {
        return new CommitRequest(base, staging, 5, identity, commitId, dryRun);
    }

    /** Writes a staged manifest of five bytes. */
    private CommitRequest staged(long version, String content) {
        String staging = finished(version) + "-" + UUID.randomUUID();
        write(staging, content);
        return request(staging, null, "commit of " + content, false);
    }

    private static void assertRefused(ErrorCode code, Supplier<ManifestChange> call) {
        assertThatThrownBy(call::get)
                .satisfies(e -> assertThat(((StrandlineException) e).code())
                        .as(e.getMessage())
                        .isEqualTo(code));
    }

    /** MAN-2, MAN-4: a commit is done when its own final manifest is there, whatever the record says. */
    @Test
    void aCommitIsNotDoneWhoseFinalManifestIsGoneOrAnother() {
        CommitRequest again = staged(1, "first");
        assertThat(commit(again).done()).isTrue();
        assertThat(commit(again).done()).isTrue();
        objects.remove(base.resolve(finished(1)));
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> commit(again));
        write(finished(1), "cut");
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> commit(again));
    }

    /** MAN-4: an object that came to the final path meanwhile is not this commit's manifest. */
    @Test
    void aCommitIsNotDoneWhileAnotherObjectLiesAtItsPath() {
        for (String foreign : List.of("other", "cut")) {
            base = Location.parse(directory.resolve(foreign).toString());
            CommitRequest request = staged(1, "first");
            store.putIfNotExists(new Claim(
                    store.open(base), ManifestVersion.of(1), request.stagingPath(), 5, request.commitId(), "ada"));
            write(finished(1), foreign);
            assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> commit(request));
            assertThat(Path.of(base.resolve(request.stagingPath()).path())).hasContent("first");
            objects.remove(base.resolve(finished(1)));
            assertThat(commit(request).done()).isTrue();
        }
    }

    /** MAN-4, GW-1: what was begun is told by its manifest too while it is there, not by its id and its size alone. */
    @Test
    void aCommitIsNotDoneWhoseFinalManifestDiffers() {
        CommitRequest request = staged(1, "first");
        assertThat(commit(request).done()).isTrue();
        write(request.stagingPath(), "first");
        objects.remove(base.resolve(finished(1)));
        write(finished(1), "other");
        ManifestStore failsOnce = new ForwardingManifests(store) {
            private boolean failed;

            @Override
            public Optional<ManifestEntry> get(Location of, ManifestVersion version) {
                if (!failed) {
                    failed = true;
                    throw new StrandlineException(ErrorCode.STORE, "a test has the look fail.");
                }
                return super.get(of, version);
            }
        };
        ManifestCommits commits = commits(failsOnce);
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> commits.commit(request, AdminCall.settled(commits.resolvers())));
    }

    /** MAN-2: claimed is not committed. The same call decides it. */
    @Test
    void aCommitIsNotDoneWhoseManifestWasNeverCopied() {
        objects = new ForwardingObjects(new LocalObjects()) {
            @Override
            public Copied copy(Location source, Location target, Runnable checkpoint) {
                throw new StrandlineException(ErrorCode.BACKEND, "a test has the copy fail.");
            }
        };
        CommitRequest request = staged(1, "first");
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> commit(request));
        objects = new LocalObjects();
        assertThat(commit(request).done()).isTrue();
    }

    /** MAN-7: without an id the staged manifest is the commit, whichever statement asks. */
    @Test
    void theSameCallWithoutAnIdIsTheSameCommit() {
        CommitRequest request = request(staged(1, "first").stagingPath(), null, null, false);
        assertThat(commit(request).done()).isTrue();
        assertThat(objects.stat(base.resolve(request.stagingPath()))).isEmpty();
        assertThat(commit(request).done()).isTrue();
        assertThat(commit(request(request.stagingPath(), null, null, true)).detail())
                .contains("this commit's already");
        CommitRequest other = request(staged(1, "other").stagingPath(), null, null, false);
        assertRefused(ErrorCode.CONFLICT, () -> commit(other));
    }

    /** MAN-7: a cancel while the manifest is copied leaves open what came of the commit, and the same call decides it. */
    @Test
    void aCommitThatIsCancelledWhileItCopiesIsDecidedByTheSameCall() {
        objects = new ForwardingObjects(new LocalObjects()) {
            @Override
            public Copied copy(Location source, Location target, Runnable checkpoint) {
                checkpoint.run(); // as before a part
                return super.copy(source, target, checkpoint);
            }
        };
        commit(staged(1, "first"));
        CommitRequest request = staged(2, "other");
        ManifestCommits commits = commits(store);
        assertRefused(
                ErrorCode.OUTCOME_UNKNOWN,
                () -> commits.commit(request, AdminCall.settled(commits.resolvers(), CallsTest::cancelled)));
        assertThat(objects.stat(base.resolve(request.stagingPath()))).isPresent();
        assertThat(commit(request).done()).isTrue();
    }

    /** A cancel while objects are listed ends a call before anything is changed. */
    @Test
    void aCallThatIsCancelledWhileItListsChangesNothing() {
        CommitRequest request = staged(1, "first");
        ManifestCommits commits = commits(store);
        assertRefused(
                ErrorCode.CANCELLED,
                () -> commits.commit(request, AdminCall.settled(commits.resolvers(), CallsTest::cancelled)));
        assertThat(store.find(base)).isEmpty();
    }

    private static void cancelled() {
        throw new StrandlineException(ErrorCode.CANCELLED, "a test cancels it.");
    }

    /** MAN-8: one dataset has one scheme, which its latest version says, or what lies there before anything is recorded. */
    @Test
    void aCommitByTheOtherSchemeIsRefused() {
        write("_versions/1.manifest", "found");
        CommitRequest newer = staged(2, "newer");
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> commit(newer));
        assertThat(store.find(base)).isEmpty();
        base = Location.parse(directory.resolve("other").toString());
        assertThat(commit(staged(1, "first")).done()).isTrue();
        String old = "_versions/2.manifest-" + UUID.randomUUID();
        write(old, "older");
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> commit(request(old, null, "older", false)));
        assertThat(store.latest(base).orElseThrow().version()).isEqualTo(ManifestVersion.of(1));
    }

    /** MAN-1: a commit that is refused makes no dataset known. */
    @Test
    void aRefusedCommitMakesNoDataset() {
        String staging = finished(1) + "-" + UUID.randomUUID();
        assertRefused(ErrorCode.REFUSED, () -> commit(request(staging, null, "gone", false)));
        write(staging, "longer");
        assertRefused(ErrorCode.REFUSED, () -> commit(request(staging, null, "longer", false)));
        assertThat(store.find(base)).isEmpty();
    }

    /** MAN-9, MAN-10: a dataset that was made again between the look and the delete stays. */
    @Test
    void aDeleteIsOfTheDatasetThatWasSeen() {
        store.open(base);
        ManifestStore madeAgain = new ForwardingManifests(store) {
            @Override
            public boolean delete(Dataset dataset) {
                super.delete(dataset);
                open(dataset.base());
                return super.delete(dataset);
            }
        };
        ManifestCommits commits = commits(madeAgain);
        assertThat(commits.delete(base, false, AdminCall.settled(commits.resolvers()))
                        .reason())
                .isEqualTo("unchanged");
        assertThat(store.find(base)).isPresent();
    }

    /** GW-1: a dry run says what would have the commit refused, and changes nothing. */
    @Test
    void aDryRunSaysWhatIsInTheWay() {
        assertThat(preview(staged(1, "first"), null, "x")).isEmpty();
        assertThat(store.find(base)).isEmpty();
        CommitRequest second = staged(2, "secon");
        commit(second);
        assertThat(preview(staged(3, "third"), "of somebody", "x")).contains("not there any more");
        assertThat(preview(staged(1, "below"), null, "x")).contains("below the latest, 2");
        assertThat(preview(second, null, "x")).contains("another commit's");
        assertThat(preview(second, null, second.commitId())).contains("this commit's already");
        assertThat(preview(request(finished(3) + "-" + UUID.randomUUID(), null, "x", true), null, "x"))
                .contains("is not there");
        write("_versions/4.manifest", "found");
        assertThat(preview(staged(4, "fourt"), null, "x")).contains("_versions/4.manifest", "another commit's");
        store.delete(store.open(base));
        store.open(base);
        assertThat(preview(staged(4, "fourt"), null, "x")).contains("left by a dataset that was deleted");
        assertThat(store.latest(base)).isEmpty();
    }

    private String preview(CommitRequest request, @Nullable String identity, String commitId) {
        return commit(request(request.stagingPath(), identity, commitId, true)).detail();
    }
}
