package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.CommitOutcome.Committed;
import io.strandline.manifest.CommitOutcome.Conflict;
import io.strandline.manifest.CommitOutcome.Unknown;
import io.strandline.manifest.Finisher.Finished;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Commits a staged manifest (MAN-1): claims the version, and finishes if the claim won. A lost answer is decided by asking
 * again under the same commit id, which changes nothing if the first was heard (MAN-7). A step is a method, so that a test can
 * leave it out.
 */
class Committer {
    /** How often a claim is sent whose answers are lost. */
    static final int CLAIMS = 3;

    /** After which a claim may have been made, or a copy; a cancel comes in the middle of what is told by this too. */
    private static final Set<ErrorCode> LOST = EnumSet.of(
            ErrorCode.STORE,
            ErrorCode.BACKEND,
            ErrorCode.UNREACHABLE,
            ErrorCode.TIMED_OUT,
            ErrorCode.CANCELLED,
            ErrorCode.OUTCOME_UNKNOWN);

    private final ManifestStore store;
    private final ManifestObjects objects;
    private final Resolver resolver;

    Committer(ManifestStore store, ManifestObjects objects) {
        this(new Finisher(store, objects));
    }

    Committer(Finisher finisher) {
        this.store = finisher.store;
        this.objects = finisher.objects;
        this.resolver = new Resolver(finisher);
    }

    /** {@link ManifestStore#put}. */
    CommitOutcome put(Put put) {
        Optional<ObjectStat> staged = objects.stat(put.staged());
        if (staged.isEmpty() || isFinalThere(put)) {
            return earlier(put, staged);
        }
        requireStaged(put.staged(), staged, put.size());
        String digest = digest(put, true);
        StrandlineException lost = null;
        for (int attempt = 0; attempt < CLAIMS; attempt++) {
            try {
                return decide(put, claim(put), digest, lost != null);
            } catch (StrandlineException e) {
                requireLost(e);
                lost = e;
            }
        }
        return new Unknown("the claim of version " + put.version() + " was sent " + CLAIMS
                + " times, and whose it is was not answered: "
                + Objects.requireNonNull(lost).getMessage());
    }

    /** Passes on what says that nothing was changed, or that it cannot be. */
    private static void requireLost(StrandlineException e) {
        if (!LOST.contains(e.code())) {
            throw e;
        }
    }

    /** An object at a final path, whatever its scheme, has no staged one claim the version in vain (MAN-4, MAN-5). */
    boolean isFinalThere(Put put) {
        return Stream.of(NamingScheme.values())
                .map(scheme -> scheme.name(put.version()))
                .distinct()
                .anyMatch(
                        name -> objects.stat(put.dataset().object(name.path())).isPresent());
    }

    /**
     * What is so of a staged manifest that can be committed.
     *
     * @throws StrandlineException with nothing changed: {@code NO_SUCH_OBJECT}, {@code BAD_ARGUMENT} if it has another size
     */
    static void requireStaged(Location staged, Optional<ObjectStat> seen, long size) {
        if (seen.isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_OBJECT,
                    staged + " is not there; nothing was committed. Write the staged manifest first.");
        }
        if (seen.orElseThrow().size() != size) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    staged + " has " + seen.orElseThrow().size() + " bytes, not " + size
                            + "; nothing was committed. Write the staged manifest anew, or give its size.");
        }
    }

    /** What is compared where no commit id is kept; null where one is. */
    private @Nullable String digest(Put put, boolean staged) {
        return store.keepsCommitIds() || !staged
                ? null
                : Content.digest(objects, put.staged()).orElse(null);
    }

    ClaimAnswer claim(Put put) {
        return store.putIfNotExists(put.claim());
    }

    /** @param asked whether an earlier claim of this commit may still be under way */
    private CommitOutcome decide(Put put, ClaimAnswer answer, @Nullable String digest, boolean asked) {
        if (answer instanceof ClaimAnswer.Claimed) {
            return won(put, entry(put));
        }
        if (answer instanceof ClaimAnswer.Taken taken) {
            return decide(put, taken.entry(), digest);
        }
        if (answer instanceof ClaimAnswer.BelowLatest below) {
            String detail = "version " + put.version() + " is below the latest, " + below.latest();
            // the earlier one was perhaps judged before the latest was there, and waits to be kept
            return asked ? new Unknown(detail + ", and an earlier claim was not answered") : lose(put, null, detail);
        }
        if (answer instanceof ClaimAnswer.OtherScheme other) {
            StrandlineException refused = otherScheme(put.dataset().base(), put.finished(), other.scheme());
            if (asked) {
                return new Unknown(refused.getMessage() + " An earlier claim was not answered.");
            }
            throw refused;
        }
        throw refusedAsGone(put);
    }

    /** Of a staged manifest that nobody would find who looks for the latest by the names that are used there. */
    static StrandlineException otherScheme(Location base, ManifestName name, NamingScheme used) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                base + " names its manifests by the scheme " + used + ", and " + name.path() + " is of " + name.scheme()
                        + ". Stage it as " + used.name(name.version()).path()
                        + (used == NamingScheme.V1 ? "-…, or CALL manifest.migrate_manifests." : "-…."));
    }

    private static ManifestEntry entry(Put put) {
        return new ManifestEntry(put.dataset(), put.version(), put.staging(), put.size(), put.commitId());
    }

    private static StrandlineException refusedAsGone(Put put) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                put.dataset().base() + ": the dataset " + put.dataset().identity()
                        + " is not there any more: it was deleted, and perhaps made again. Open it anew and look at what is"
                        + " there before you commit.");
    }

    private CommitOutcome decide(Put put, ManifestEntry entry, @Nullable String digest) {
        if (store.keepsCommitIds() || entry.commitId() != null) {
            return isOwn(put, entry) ? won(put, entry) : lose(put, entry, taken(put));
        }
        Optional<String> there = Content.digest(objects, put.dataset().object(entry.path()))
                .or(() -> Content.digest(
                        objects, put.dataset().object(entry.name().finished().path())));
        if (digest == null || there.isEmpty()) {
            return new Unknown("version " + put.version()
                    + " is recorded, and whose it is can only be told by manifests that are gone");
        }
        return digest.equals(there.orElseThrow()) ? won(put, entry) : lose(put, entry, taken(put));
    }

    /** Its path does not tell: it may be final by now, or staged by a commit of the same manifest. */
    boolean isOwn(Put put, ManifestEntry entry) {
        return put.commitId().equals(entry.commitId());
    }

    private static String taken(Put put) {
        return "version " + put.version() + " is another commit's";
    }

    /** The version is this commit's: brings its manifest to its end, or finds it there. */
    private CommitOutcome won(Put put, ManifestEntry entry) {
        if (!entry.fits(put.size())) {
            throw givenTwice(put, entry);
        }
        Finished finished;
        try {
            finished = resolver.finished(entry);
        } catch (StrandlineException e) {
            if (e.code() == ErrorCode.NO_SUCH_OBJECT) {
                // not absence to its caller: the version is claimed
                throw new StrandlineException(ErrorCode.CORRUPT, e.getMessage(), e);
            }
            requireLost(e);
            return new Unknown("version " + put.version()
                    + " is this commit's, and whoever reads it next, or CALL manifest.finalize_manifests, finishes it: "
                    + e.getMessage());
        }
        if (!finished.recorded()) {
            throw refusedAsGone(put);
        }
        requireSame(put, entry, finished.location());
        return new Committed(finished.location(), finished.left());
    }

    /** A commit id is given to one manifest only; it is told by content, since the same one may be staged twice. */
    void requireSame(Put put, ManifestEntry entry, ManifestLocation winner) {
        if (!entry.path().equals(put.staging())
                && Content.differ(objects, put.staged(), put.dataset().object(winner.path()))) {
            throw givenTwice(put, entry);
        }
    }

    private static StrandlineException givenTwice(Put put, ManifestEntry entry) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "commit id " + put.commitId() + " is that of another manifest, which is version " + put.version()
                        + " as " + entry.path() + "; " + put.staging() + " is not committed. Give each commit an id of"
                        + " its own.");
    }

    private CommitOutcome lose(Put put, @Nullable ManifestEntry winner, String detail) {
        if (winner != null && winner.path().equals(put.staging())) {
            return new Conflict(detail + ", by the same staged manifest, which is left");
        }
        try {
            removeOwn(put);
            return new Conflict(detail);
        } catch (StrandlineException e) {
            return new Conflict(detail + "; " + put.staging() + " is left: " + e.getMessage());
        }
    }

    /** MAN-3: a loser removes what it wrote, and nothing else. */
    void removeOwn(Put put) {
        objects.remove(put.staged());
    }

    /** The staged manifest is gone, or something final is there: this commit was heard before, or another was. */
    private CommitOutcome earlier(Put put, Optional<ObjectStat> staged) {
        Optional<ManifestEntry> entry = store.get(put.dataset().base(), put.version());
        if (entry.map(ManifestEntry::dataset)
                .or(() -> store.find(put.dataset().base()))
                .filter(now -> now.identity().equals(put.dataset().identity()))
                .isEmpty()) {
            throw refusedAsGone(put);
        }
        if (entry.isPresent()) {
            return decide(put, entry.orElseThrow(), digest(put, staged.isPresent()));
        }
        requireStaged(put.staged(), staged, put.size());
        if (!put.dataset().takesIn()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    put.dataset().base() + ": a manifest of version " + put.version()
                            + " was left there by a dataset that"
                            + " was deleted, and cannot be committed over. Move it away, or take another base.");
        }
        return takeIn(put);
    }

    private CommitOutcome takeIn(Put put) {
        resolver.resolve(put.dataset().base(), put.version());
        return lose(put, null, "version " + put.version() + " was there already, without a record");
    }
}
