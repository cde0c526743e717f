package io.strandline.manifest.contract;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.manifest.ManifestName;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.ObjectStat;
import java.util.Optional;

/** Object stores that each get one thing wrong. */
final class BadObjects {
    private BadObjects() {}

    static final class KeepsAll extends ForwardingObjects {
        KeepsAll(ManifestObjects objects) {
            super(objects);
        }

        @Override
        public void remove(Location object) {
            // it stays
        }
    }

    static final class Moves extends ForwardingObjects {
        Moves(ManifestObjects objects) {
            super(objects);
        }

        @Override
        public Copied copy(Location source, Location target, Runnable checkpoint) {
            Copied copied = super.copy(source, target, checkpoint);
            super.remove(source);
            return copied;
        }
    }

    static final class FailsWithoutSource extends ForwardingObjects {
        FailsWithoutSource(ManifestObjects objects) {
            super(objects);
        }

        @Override
        public Copied copy(Location source, Location target, Runnable checkpoint) {
            Copied copied = super.copy(source, target, checkpoint);
            if (copied == Copied.NO_SOURCE) {
                throw Faults.lost(ErrorCode.BACKEND);
            }
            return copied;
        }
    }

    static final class CopiesOver extends ForwardingObjects {
        CopiesOver(ManifestObjects objects) {
            super(objects);
        }

        @Override
        public Copied copy(Location source, Location target, Runnable checkpoint) {
            super.remove(target);
            return super.copy(source, target, checkpoint);
        }
    }

    static final class SeesNewerNamesOnly extends ForwardingObjects {
        SeesNewerNamesOnly(ManifestObjects objects) {
            super(objects);
        }

        @Override
        public Optional<ObjectStat> stat(Location object) {
            String path = object.path();
            return ManifestName.parse(path.substring(path.lastIndexOf('/') + 1))
                    .filter(name -> name.scheme() == NamingScheme.V2)
                    .flatMap(name -> super.stat(object));
        }
    }

    static final class SaysSize extends ForwardingObjects {
        private final long size;

        SaysSize(ManifestObjects objects, long size) {
            super(objects);
            this.size = size;
        }

        @Override
        public Optional<ObjectStat> stat(Location object) {
            return Optional.of(new ObjectStat(size, null));
        }
    }
}
