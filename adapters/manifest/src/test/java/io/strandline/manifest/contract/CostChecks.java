package io.strandline.manifest.contract;

import static io.strandline.manifest.contract.ManifestLab.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Location;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What commits and readers ask of the index, counted. */
final class CostChecks {
    private CostChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("a commit is two writes", CostChecks::aCommitIsTwoWrites),
                new Check("a commit that lost is two calls more", CostChecks::aCommitThatLostIsTwoCallsMore),
                new Check("the latest is one read", CostChecks::theLatestIsOneRead));
    }

    /** Counts the calls that reach the index. */
    static class Counting extends ForwardingManifests {
        final AtomicInteger reads = new AtomicInteger();
        final AtomicInteger writes = new AtomicInteger();

        Counting(ManifestStore index) {
            super(index);
        }

        int calls() {
            return reads.get() + writes.get();
        }

        @Override
        public Dataset open(Location base) {
            writes.incrementAndGet();
            return super.open(base);
        }

        @Override
        public Optional<Dataset> find(Location base) {
            reads.incrementAndGet();
            return super.find(base);
        }

        @Override
        public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
            reads.incrementAndGet();
            return super.get(base, version);
        }

        @Override
        public Optional<ManifestEntry> latest(Location base) {
            reads.incrementAndGet();
            return super.latest(base);
        }

        @Override
        public Stream<ManifestEntry> entries(Location base) {
            reads.incrementAndGet();
            return super.entries(base);
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            writes.incrementAndGet();
            return super.putIfNotExists(claim);
        }

        @Override
        public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
            writes.incrementAndGet();
            return super.putIfExists(dataset, version, path, size);
        }

        @Override
        public boolean delete(Dataset dataset) {
            writes.incrementAndGet();
            return super.delete(dataset);
        }
    }

    /** MAN-11. */
    private static void aCommitIsTwoWrites(ManifestLab lab) {
        Dataset dataset = lab.open();
        Counting counting = new Counting(lab.store());
        for (int version = 1; version <= 3; version++) {
            var put = lab.staged(dataset, version, "content");
            assertThat(counting.put(put, lab.objects())).isInstanceOf(CommitOutcome.Committed.class);
            assertThat(counting.writes.get()).isEqualTo(2 * version);
        }
        assertThat(counting.reads.get()).isZero();
    }

    /** MAN-11: N times lost are 2(N+1) calls, a look at the latest after each loss among them. */
    private static void aCommitThatLostIsTwoCallsMore(ManifestLab lab) {
        Dataset dataset = lab.open();
        Counting counting = new Counting(lab.store());
        int losses = 3;
        long version = 1;
        for (int lost = 0; lost < losses; lost++) {
            lab.store().putIfNotExists(CommitChecks.claim(lab.staged(dataset, version, "winner")));
            assertThat(counting.put(lab.staged(dataset, version, "loser"), lab.objects()))
                    .isInstanceOf(CommitOutcome.Conflict.class);
            version = counting.latest(lab.base()).orElseThrow().version().next().bits();
        }
        assertThat(counting.put(lab.staged(dataset, version, "content"), lab.objects()))
                .isInstanceOf(CommitOutcome.Committed.class);
        assertThat(counting.calls()).isEqualTo(2 * (losses + 1));
    }

    /** MAN-11, MAN-14; a version that is named too. */
    private static void theLatestIsOneRead(ManifestLab lab) {
        lab.commit(1, "content");
        Counting counting = new Counting(lab.store());
        assertThat(counting.latestLocation(lab.base(), lab.objects())).isPresent();
        assertThat(counting.calls()).isEqualTo(1);
        counting.location(lab.base(), version(1), lab.objects());
        assertThat(counting.calls()).isEqualTo(2);
    }
}
