package io.strandline.manifest;

import java.util.Optional;
import java.util.stream.Stream;

/** What stands in the way of a commit now, looked at in the order of the commit, and changing nothing. */
final class CommitPreview {
    private final ManifestStore store;
    private final ManifestObjects objects;

    CommitPreview(ManifestStore store, ManifestObjects objects) {
        this.store = store;
        this.objects = objects;
    }

    /** The first thing that would have it refused, in words; empty if nothing would. */
    Optional<String> obstacle(CommitRequest request, ManifestName name, String commitId) {
        Optional<Dataset> known = store.find(request.base());
        if (request.identity() != null
                && known.filter(now -> now.identity().equals(request.identity()))
                        .isEmpty()) {
            return Optional.of("the dataset " + request.identity() + " is not there any more");
        }
        Optional<ManifestEntry> taken = store.get(request.base(), name.version());
        return taken.isPresent()
                ? Optional.of(
                        commitId.equals(taken.orElseThrow().commitId())
                                ? "the version is this commit's already"
                                : "the version is another commit's")
                : ofStaged(request, name)
                        .or(() -> ofFinal(request, name, known))
                        .or(() -> belowLatest(request, name));
    }

    private Optional<String> ofStaged(CommitRequest request, ManifestName name) {
        Optional<ObjectStat> staged = objects.stat(request.base().resolve(name.path()));
        if (staged.isEmpty()) {
            return Optional.of("the staged manifest is not there");
        }
        return staged.filter(seen -> seen.size() != request.sizeBytes())
                .map(seen -> "the staged manifest has " + seen.size() + " bytes");
    }

    private Optional<String> ofFinal(CommitRequest request, ManifestName name, Optional<Dataset> known) {
        return Stream.of(NamingScheme.values())
                .map(scheme -> scheme.name(name.version()).path())
                .filter(path -> objects.stat(request.base().resolve(path)).isPresent())
                .findFirst()
                .map(path -> path + " is there without a record"
                        + (known.filter(now -> !now.takesIn()).isPresent()
                                ? ", left by a dataset that was deleted"
                                : ", so the version is another commit's"));
    }

    private Optional<String> belowLatest(CommitRequest request, ManifestName name) {
        return store.latest(request.base())
                .filter(latest ->
                        !name.version().isDetached() && latest.version().compareTo(name.version()) > 0)
                .map(latest -> "the version is below the latest, " + latest.version());
    }
}
