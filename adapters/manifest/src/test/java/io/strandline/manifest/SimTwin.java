package io.strandline.manifest;

import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects.Copied;
import java.util.Objects;

/** The protocol, and the protocol without one of its steps or with a step gone wrong. */
enum SimTwin {
    /** As it is. */
    WHOLE,
    /** MAN-5: nobody looks for a manifest that is there without a record. */
    NO_LOOK_FIRST,
    /** MAN-1: nobody asks the index who may have the version. */
    NO_CLAIM,
    /** MAN-3: whoever lost goes on. */
    LOSER_GOES_ON,
    /** MAN-1: nothing is copied. */
    NO_COPY,
    /** MAN-1: nobody looks at what is at the final path. */
    NO_CHECK,
    /** MAN-1: the record stays at the staged manifest. */
    NO_POINT,
    /** MAN-1: the staged manifest stays. */
    NO_REMOVAL,
    /** MAN-3: the loser's staged manifest stays. */
    NO_REMOVAL_OF_LOSERS,
    /** MAN-7: a commit is told by the path of its record. */
    TOLD_BY_PATH,
    /** MAN-7: an answer that was lost is taken for a no. */
    LOST_IS_NO;

    Finisher finisher(SimPorts ports) {
        return new Finisher(ports, ports) {
            @Override
            Copied copy(ManifestEntry entry, ManifestName name) {
                return SimTwin.this == NO_COPY ? Copied.DONE : super.copy(entry, name);
            }

            @Override
            ObjectStat check(ManifestEntry entry, ManifestName name, Copied copied) {
                return SimTwin.this == NO_CHECK
                        ? new ObjectStat(Objects.requireNonNull(entry.size()), null)
                        : super.check(entry, name, copied);
            }

            @Override
            boolean point(ManifestEntry entry, ManifestName name, long size) {
                return SimTwin.this == NO_POINT || super.point(entry, name, size);
            }

            @Override
            void removeStaged(ManifestEntry entry) {
                if (SimTwin.this != NO_REMOVAL) {
                    super.removeStaged(entry);
                }
            }
        };
    }

    Committer committer(SimPorts ports) {
        return new Committer(finisher(ports)) {
            @Override
            boolean isFinalThere(Put put) {
                return SimTwin.this != NO_LOOK_FIRST && super.isFinalThere(put);
            }

            @Override
            ClaimAnswer claim(Put put) {
                return switch (SimTwin.this) {
                    case NO_CLAIM -> new ClaimAnswer.Claimed();
                    case LOSER_GOES_ON -> {
                        super.claim(put);
                        yield new ClaimAnswer.Claimed();
                    }
                    case LOST_IS_NO -> {
                        try {
                            yield super.claim(put);
                        } catch (StrandlineException e) {
                            yield new ClaimAnswer.BelowLatest(put.version());
                        }
                    }
                    case WHOLE,
                            NO_LOOK_FIRST,
                            NO_COPY,
                            NO_CHECK,
                            NO_POINT,
                            NO_REMOVAL,
                            NO_REMOVAL_OF_LOSERS,
                            TOLD_BY_PATH -> super.claim(put);
                };
            }

            @Override
            boolean isOwn(Put put, ManifestEntry entry) {
                return SimTwin.this == TOLD_BY_PATH ? entry.path().equals(put.staging()) : super.isOwn(put, entry);
            }

            @Override
            void removeOwn(Put put) {
                if (SimTwin.this != NO_REMOVAL_OF_LOSERS) {
                    super.removeOwn(put);
                }
            }
        };
    }
}
