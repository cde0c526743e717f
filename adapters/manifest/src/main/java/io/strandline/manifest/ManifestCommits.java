package io.strandline.manifest;

import static java.util.Objects.requireNonNullElseGet;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Commits and deletes that SQL asks for, journaled (GW-1). Thread-safe. */
public final class ManifestCommits {
    static final String CONFLICT = "conflict";
    private static final String COMMIT = "manifest.commit";
    private static final String DELETE = "manifest.delete";
    private static final int MOST_OF_AN_ID = 200;

    private final ManifestStore store;
    private final ManifestPlaces places;

    /** Commits to that index, of datasets that lie at these places. */
    public ManifestCommits(ManifestStore store, ManifestPlaces places) {
        this.store = store;
        this.places = places;
    }

    /**
     * Commits a staged manifest as the version that its name says.
     *
     * @throws StrandlineException {@code CONFLICT} if the version is another commit's; {@code REFUSED} with nothing changed;
     *     {@code OUTCOME_UNKNOWN}; {@code BAD_ARGUMENT}, {@code NOT_ALLOWED}
     */
    public ManifestChange commit(CommitRequest request, CallContext call) {
        require(Role.OPERATOR, "commit_manifest", call);
        places.require(request.base());
        ManifestName name = name(request);
        String commitId = commitId(request, name);
        requireId("commit_id", commitId);
        requireScheme(request.base(), name, call);
        if (request.dryRun()) {
            return dryRun(request, name, commitId, call);
        }
        Intent intent = Changes.with(
                Changes.intent(COMMIT, request.base(), name.version(), identity(request), request.stagingPath()),
                "commit_id",
                commitId);
        Outcome.Done done = Changes.requireDone(
                call.effects()
                        .carryOut(
                                intent,
                                () -> Changes.made(() -> outcome(store.put(
                                        put(dataset(request), request, name, commitId, call),
                                        new CallObjects(places.objects(), call::checkpoint))))),
                intent);
        return new ManifestChange(
                request.base(), "commit", name.version(), name.finished().path(), true, done.reason(), done.detail());
    }

    /** What is staged is staged for one commit, so that the same call is the same commit (MAN-7). */
    private static String commitId(CommitRequest request, ManifestName name) {
        return requireNonNullElseGet(request.commitId(), () -> String.valueOf(name.staged()));
    }

    private static ManifestName name(CommitRequest request) {
        return ManifestName.parse(request.stagingPath())
                .filter(ManifestName::isStaged)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "staging_path \"" + Text.cut(request.stagingPath(), 200)
                                + "\" is not the name of a staged manifest. It is the final path, such as"
                                + " _versions/18446744073709551614.manifest for version 1, followed by - and a random"
                                + " UUID in lower case."));
    }

    /** MAN-8: whoever looks for the latest by the names of one scheme would not see a version of the other. */
    private void requireScheme(Location base, ManifestName name, CallContext call) {
        if (name.version().isDetached()) {
            return;
        }
        Optional<NamingScheme> other =
                store.scheme(base).or(() -> found(base, call)).filter(used -> used != name.scheme());
        if (other.isPresent()
                // what is not above the latest is decided by its record
                && store.latest(base)
                        .filter(latest -> latest.version().compareTo(name.version()) >= 0)
                        .isEmpty()) {
            throw Committer.otherScheme(base, name, other.orElseThrow());
        }
    }

    /** The scheme of what lies there before anything is recorded. */
    private Optional<NamingScheme> found(Location base, CallContext call) {
        if (store.find(base).filter(known -> !known.takesIn()).isPresent()) {
            return Optional.empty();
        }
        CallObjects objects = new CallObjects(places.objects(), call::checkpoint);
        try (Stream<ManifestObjects.Listed> listed = objects.list(base.resolve(ManifestName.DIRECTORY))) {
            return NamingScheme.detect(listed.flatMap(object -> ManifestName.parse(object.name()).stream())
                    .filter(found -> !found.isStaged()));
        }
    }

    private static Put put(
            Dataset dataset, CommitRequest request, ManifestName name, String commitId, CallContext call) {
        return new Put(
                dataset,
                name.version(),
                request.stagingPath(),
                request.sizeBytes(),
                name.scheme(),
                commitId,
                call.caller().user());
    }

    private static String identity(CommitRequest request) {
        return requireNonNullElseGet(request.identity(), () -> "");
    }

    /** A dataset that nobody knows is made known only for a manifest that is there. */
    private Dataset dataset(CommitRequest request) {
        Location base = request.base();
        Optional<Dataset> known = store.find(base);
        String identity = request.identity();
        if (identity != null) {
            return known.filter(now -> now.identity().equals(identity))
                    .orElseGet(() -> new Dataset(identity, base, false));
        }
        return known.orElseGet(() -> {
            Location staged = base.resolve(request.stagingPath());
            Committer.requireStaged(staged, places.objects().stat(staged), request.sizeBytes());
            return store.open(base);
        });
    }

    private static Outcome outcome(CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Committed committed) {
            return committed.left() == null ? Outcome.ofDone() : new Outcome.Done("left_over", committed.left());
        }
        return outcome instanceof CommitOutcome.Conflict conflict
                ? Outcome.refused(CONFLICT, conflict.detail())
                : Outcome.unknown(((CommitOutcome.Unknown) outcome).detail());
    }

    private ManifestChange dryRun(CommitRequest request, ManifestName name, String commitId, CallContext call) {
        // what is wrong with the arguments is told as the commit would tell it
        put(new Dataset(identity(request), request.base(), false), request, name, commitId, call);
        return new ManifestChange(
                request.base(),
                "commit",
                name.version(),
                name.finished().path(),
                false,
                "dry_run",
                new CommitPreview(store, places.objects())
                        .obstacle(request, name, commitId)
                        .orElse(""));
    }

    /**
     * Forgets every record of a base, and removes no object (MAN-10). Of one that is not known it is done, unchanged.
     *
     * @throws StrandlineException {@code REFUSED}, {@code NOT_ALLOWED}, {@code OUTCOME_UNKNOWN}
     */
    public ManifestChange delete(Location base, boolean dryRun, CallContext call) {
        require(Role.ADMIN, "delete_manifests", call);
        Optional<Dataset> dataset = store.find(base);
        if (dryRun) {
            return new ManifestChange(
                    base,
                    "delete",
                    null,
                    null,
                    false,
                    "dry_run",
                    dataset.isPresent() ? "" : "no dataset is known there");
        }
        if (dataset.isEmpty()) {
            return new ManifestChange(base, "delete", null, null, true, "unchanged", "no dataset is known there");
        }
        Dataset deleted = dataset.orElseThrow();
        Intent intent = Changes.intent(DELETE, base, null, deleted.identity(), null);
        Outcome outcome = call.effects()
                .carryOut(
                        intent,
                        () -> store.delete(deleted)
                                ? Outcome.ofDone()
                                : new Outcome.Done("unchanged", "somebody else deleted it at the same moment"));
        Outcome.Done done = Changes.requireDone(outcome, intent);
        return new ManifestChange(base, "delete", null, null, true, done.reason(), done.detail());
    }

    static void require(Role role, String procedure, CallContext call) {
        call.caller().require(role, procedure);
        call.caller().requireUnlimited(procedure);
    }

    private static void requireId(String parameter, String id) {
        if (id.isBlank() || id.length() > MOST_OF_AN_ID || id.chars().anyMatch(Character::isISOControl)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    parameter + " is blank, longer than " + MOST_OF_AN_ID
                            + " characters, or has a control character in it. Give another one, or leave it out.");
        }
    }

    /** Who finds out how a commit or a delete ended: the index tells (GW-1, MAN-7). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(COMMIT, this::wasCommitted, DELETE, this::wasDeleted);
    }

    private Outcome wasCommitted(Intent intent) {
        Optional<ManifestEntry> entry = store.get(Changes.base(intent), Changes.version(intent));
        if (entry.isEmpty()) {
            return Changes.notMade(intent);
        }
        ManifestEntry recorded = entry.orElseThrow();
        String identity = Changes.field(intent, "identity");
        if (!Changes.field(intent, "commit_id").equals(recorded.commitId())
                || (!identity.isEmpty() && !identity.equals(recorded.dataset().identity()))) {
            return Outcome.refused(CONFLICT, "the version is another commit's");
        }
        Location staged = Changes.base(intent).resolve(Changes.field(intent, "path"));
        if (Finisher.lies(places.objects(), recorded)
                .filter(there -> !Content.differ(places.objects(), staged, there))
                .isEmpty()) {
            return Outcome.unknown("the version is this commit's, and its manifest is not final, is gone or is another;"
                    + " whoever reads it finishes it, if it can be finished");
        }
        return recorded.name().isStaged()
                ? new Outcome.Done(
                        "left_over", "whoever reads the version next points its record at the final manifest")
                : Outcome.ofDone();
    }

    private Outcome wasDeleted(Intent intent) {
        return store.find(Changes.base(intent))
                        .filter(dataset -> dataset.identity().equals(Changes.field(intent, "identity")))
                        .isPresent()
                ? Changes.notMade(intent)
                : Outcome.ofDone();
    }
}
