package io.strandline.manifest.contract;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestLocation;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Indexes that each get one thing wrong. */
final class BadIndexes {
    private BadIndexes() {}

    static final class ByText extends ForwardingManifests {
        ByText(ManifestStore index) {
            super(index);
        }

        @Override
        public Dataset open(Location base) {
            return super.open(Location.parse("/text/" + base.text().hashCode()));
        }
    }

    static final class AnyIdentity extends ForwardingManifests {
        AnyIdentity(ManifestStore index) {
            super(index);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            Dataset now = open(claim.dataset().base());
            return super.putIfNotExists(
                    new Claim(now, claim.version(), claim.path(), claim.size(), claim.commitId(), claim.committer()));
        }
    }

    static final class DeletesNeighbours extends ForwardingManifests {
        DeletesNeighbours(ManifestStore index) {
            super(index);
        }

        @Override
        public boolean delete(Dataset dataset) {
            find(Location.parse(dataset.base().text() + "b")).ifPresent(super::delete);
            return super.delete(dataset);
        }
    }

    static final class FindsAlways extends ForwardingManifests {
        FindsAlways(ManifestStore index) {
            super(index);
        }

        @Override
        public Optional<Dataset> find(Location base) {
            return Optional.of(open(base));
        }
    }

    static final class Sorted extends ForwardingManifests {
        private final Function<ManifestVersion, ?> by;
        private final boolean detachedToo;

        Sorted(ManifestStore index, Function<ManifestVersion, ?> by, boolean detachedToo) {
            super(index);
            this.by = by;
            this.detachedToo = detachedToo;
        }

        @SuppressWarnings("unchecked")
        private Comparator<ManifestEntry> order() {
            return Comparator.comparing(entry -> (Comparable<Object>) by.apply(entry.version()));
        }

        @Override
        public Optional<ManifestEntry> latest(Location base) {
            return super.entries(base)
                    .filter(entry -> detachedToo || !entry.version().isDetached())
                    .max(order());
        }

        @Override
        public Stream<ManifestEntry> entries(Location base) {
            return super.entries(base).sorted(order());
        }
    }

    static final class Overwrites extends ForwardingManifests {
        Overwrites(ManifestStore index) {
            super(index);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            ClaimAnswer answer = super.putIfNotExists(claim);
            if (answer instanceof ClaimAnswer.Taken) {
                putIfExists(claim.dataset(), claim.version(), claim.path(), claim.size());
            }
            return answer;
        }
    }

    static final class Inserts extends ForwardingManifests {
        Inserts(ManifestStore index) {
            super(index);
        }

        @Override
        public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
            putIfNotExists(new Claim(dataset, version, path, size, null, ""));
            return super.putIfExists(dataset, version, path, size);
        }
    }

    static final class AnyVersion extends ForwardingManifests {
        AnyVersion(ManifestStore index) {
            super(index);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            return super.putIfNotExists(
                    new Claim(claim.dataset(), claim.version(), claim.path(), claim.size(), null, claim.committer()));
        }
    }

    static final class WrongPaths extends ForwardingManifests {
        WrongPaths(ManifestStore index) {
            super(index);
        }

        @Override
        public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
            return super.get(base, version)
                    .map(entry -> new ManifestEntry(
                            entry.dataset(), version, "/" + entry.path(), entry.size(), entry.commitId()));
        }
    }

    static final class NeverPoints extends ForwardingManifests {
        NeverPoints(ManifestStore index) {
            super(index);
        }

        @Override
        public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
            return true;
        }
    }

    static final class AnyScheme extends ForwardingManifests {
        AnyScheme(ManifestStore index) {
            super(index);
        }

        @Override
        public boolean setScheme(Dataset dataset, NamingScheme scheme) {
            return true;
        }
    }

    static final class TakesNothingIn extends ForwardingManifests {
        TakesNothingIn(ManifestStore index) {
            super(index);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            return claim.isCommit() ? super.putIfNotExists(claim) : new ClaimAnswer.Gone();
        }
    }

    static final class KeepsETags extends ForwardingManifests {
        KeepsETags(ManifestStore index) {
            super(index);
        }

        @Override
        public ManifestLocation location(Location base, ManifestVersion version, ManifestObjects objects) {
            ManifestLocation seen = super.location(base, version, objects);
            return new ManifestLocation(version, seen.path(), seen.size(), seen.scheme(), "kept");
        }
    }

    static final class ForgetsCommitIds extends ForwardingManifests {
        ForgetsCommitIds(ManifestStore index) {
            super(index);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            return super.putIfNotExists(new Claim(
                    claim.dataset(), claim.version(), claim.path(), claim.size(), "some commit", claim.committer()));
        }
    }

    static final class LosesFirstClaims extends ForwardingManifests {
        private final Set<ManifestVersion> lost = new HashSet<>();

        LosesFirstClaims(ManifestStore index) {
            super(index);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            if (lost.add(claim.version())) {
                throw Faults.lost(ErrorCode.STORE);
            }
            return super.putIfNotExists(claim);
        }
    }

    static final class NeverCommits extends ForwardingManifests {
        NeverCommits(ManifestStore index) {
            super(index);
        }

        @Override
        public CommitOutcome put(Put put, ManifestObjects objects) {
            return new CommitOutcome.Conflict("never");
        }
    }
}
