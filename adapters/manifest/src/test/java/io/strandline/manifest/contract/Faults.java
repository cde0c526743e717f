package io.strandline.manifest.contract;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.ObjectStat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Stores that fail at one place. */
public final class Faults {
    private Faults() {}

    static StrandlineException lost(ErrorCode code) {
        return new StrandlineException(code, "a test lost the answer.");
    }

    /** The record is never pointed at the final manifest. */
    static final class PointFails extends ForwardingManifests {
        PointFails(ManifestStore index) {
            super(index);
        }

        @Override
        public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
            throw lost(ErrorCode.STORE);
        }
    }

    /** Nothing can be removed. */
    static final class RemovalFails extends ForwardingObjects {
        RemovalFails(ManifestObjects objects) {
            super(objects);
        }

        @Override
        public void remove(Location object) {
            throw lost(ErrorCode.BACKEND);
        }
    }

    /** One call is not answered, whether what it asks for is done or not. */
    public static final class CallFails extends ForwardingObjects {
        private final boolean done;
        private int left;

        /** @param call which of them, from 1 on */
        public CallFails(ManifestObjects objects, int call, boolean done) {
            super(objects);
            this.left = call;
            this.done = done;
        }

        public boolean hasFailed() {
            return left <= 0;
        }

        private <T> T call(Supplier<T> work) {
            boolean fails = --left == 0;
            T answer = fails && !done ? null : work.get();
            if (fails) {
                throw lost(ErrorCode.BACKEND);
            }
            return answer;
        }

        @Override
        public Optional<ObjectStat> stat(Location object) {
            return call(() -> super.stat(object));
        }

        @Override
        public Copied copy(Location source, Location target, Runnable checkpoint) {
            return call(() -> super.copy(source, target, checkpoint));
        }

        @Override
        public void persist(Location object) {
            call(() -> {
                super.persist(object);
                return object;
            });
        }

        @Override
        public Optional<InputStream> read(Location object) throws IOException {
            try {
                return call(() -> {
                    try {
                        return super.read(object);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        @Override
        public Stream<Listed> list(Location directory, String beginning) {
            return call(() -> super.list(directory, beginning));
        }

        @Override
        public void remove(Location object) {
            call(() -> {
                super.remove(object);
                return object;
            });
        }
    }

    /** A record is read as it once was, once. */
    static final class OldRecord extends ForwardingManifests {
        private final ManifestEntry old;

        OldRecord(ManifestStore index, ManifestEntry old) {
            super(index);
            this.old = old;
        }

        @Override
        public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
            return Optional.of(old);
        }
    }

    /** Something happens between a claim that was heard and its answer. */
    static final class AfterClaim extends ForwardingManifests {
        private final Runnable then;

        AfterClaim(ManifestStore index, Runnable then) {
            super(index);
            this.then = then;
        }

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            ClaimAnswer answer = super.putIfNotExists(claim);
            then.run();
            return answer;
        }
    }

    /** The first claims are not answered, whether they are heard or not. */
    static class ClaimAnswersLost extends ForwardingManifests {
        private final boolean heard;
        private int left;

        ClaimAnswersLost(ManifestStore index, int left, boolean heard) {
            super(index);
            this.left = left;
            this.heard = heard;
        }

        void heard() {}

        @Override
        public ClaimAnswer putIfNotExists(Claim claim) {
            if (left == 0) {
                return super.putIfNotExists(claim);
            }
            left--;
            if (heard) {
                super.putIfNotExists(claim);
                heard();
            }
            throw lost(ErrorCode.STORE);
        }
    }
}
