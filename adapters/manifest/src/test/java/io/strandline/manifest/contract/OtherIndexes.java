package io.strandline.manifest.contract;

import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestName;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.Put;
import java.util.Optional;
import java.util.stream.Stream;

/** Indexes that keep less, or do more, than those that are shipped. */
final class OtherIndexes {
    private OtherIndexes() {}

    /** One that keeps paths alone: no sizes, no commit ids (MAN-7, MAN-14). */
    static final class PathsOnly extends ForwardingManifests {
        PathsOnly(ManifestStore index) {
            super(index);
        }

        private static ManifestEntry cut(ManifestEntry entry) {
            return new ManifestEntry(entry.dataset(), entry.version(), entry.path(), null, null);
        }

        @Override
        public boolean keepsCommitIds() {
            return false;
        }

        @Override
        public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
            return super.get(base, version).map(PathsOnly::cut);
        }

        @Override
        public Optional<ManifestEntry> latest(Location base) {
            return super.latest(base).map(PathsOnly::cut);
        }

        @Override
        public Stream<ManifestEntry> entries(Location base) {
            return super.entries(base).map(PathsOnly::cut);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            ClaimAnswer answer = super.putIfNotExists(claim);
            return answer instanceof ClaimAnswer.Taken taken ? new ClaimAnswer.Taken(cut(taken.entry())) : answer;
        }
    }

    /** One that writes a manifest that nobody has claimed itself, in a commit of its own (MAN-15). */
    static final class Direct extends ForwardingManifests {
        Direct(ManifestStore index) {
            super(index);
        }

        @Override
        public synchronized CommitOutcome put(Put put, ManifestObjects objects) {
            ManifestName name = put.scheme().name(put.version());
            ManifestName other = put.scheme().other().name(put.version());
            boolean mayHave = objects.stat(put.dataset().object(put.staging()))
                            .filter(stat -> stat.size() == put.size())
                            .isPresent()
                    && objects.stat(put.dataset().object(name.path())).isEmpty()
                    && objects.stat(put.dataset().object(other.path())).isEmpty();
            Claim claim =
                    new Claim(put.dataset(), put.version(), put.staging(), put.size(), put.commitId(), put.committer());
            if (!mayHave || !(putIfNotExists(claim) instanceof ClaimAnswer.Claimed)) {
                return super.put(put, objects);
            }
            objects.copy(put.dataset().object(put.staging()), put.dataset().object(name.path()));
            String left = null;
            try {
                putIfExists(put.dataset(), put.version(), name.path(), put.size());
                objects.remove(put.dataset().object(put.staging()));
            } catch (StrandlineException e) {
                left = e.getMessage();
            }
            return new CommitOutcome.Committed(location(put.dataset().base(), put.version(), objects), left);
        }
    }
}
