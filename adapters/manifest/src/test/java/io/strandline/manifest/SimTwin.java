package io.strandline.manifest;

import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects.Copied;
import java.util.Objects;
import java.util.Optional;

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
    LOST_IS_NO,
    /** MAN-7: a commit id is taken for the manifest it was given to. */
    NOT_COMPARED,
    /** MAN-9: a commit is to whatever dataset is there. */
    OF_ANY_DATASET,
    /** MAN-2: a manifest that is recorded as final is taken to be there. */
    FINAL_UNSEEN,
    /** MAN-5: a record is not read again whose staged manifest is gone. */
    NOT_READ_AGAIN,
    /** MAN-3: repair removes a staged manifest whatever the record names. */
    OWN_REMOVED,
    /** MAN-4: repair removes a staged manifest though the version's own is not there. */
    LAST_COPY_REMOVED;

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

            @Override
            Optional<ManifestEntry> finishedSince(ManifestEntry entry) {
                return SimTwin.this == NOT_READ_AGAIN ? Optional.empty() : super.finishedSince(entry);
            }

            @Override
            Optional<ManifestLocation> look(ManifestEntry entry, ManifestName name) {
                return SimTwin.this == FINAL_UNSEEN
                        ? Optional.of(new ManifestLocation(
                                entry.version(),
                                name.path(),
                                Objects.requireNonNull(entry.size()),
                                name.scheme(),
                                null))
                        : super.look(entry, name);
            }
        };
    }

    Committer committer(SimPorts ports) {
        return new Committer(finisher(ports)) {
            @Override
            CommitOutcome put(Put put) {
                return super.put(SimTwin.this == OF_ANY_DATASET ? ofAnyDataset(ports, put) : put);
            }

            @Override
            boolean isFinalThere(Put put) {
                return SimTwin.this != NO_LOOK_FIRST && super.isFinalThere(put);
            }

            @Override
            ClaimAnswer claim(Put put) {
                if (SimTwin.this == NO_CLAIM) {
                    return new ClaimAnswer.Claimed();
                }
                try {
                    ClaimAnswer answer = super.claim(put);
                    return SimTwin.this == LOSER_GOES_ON ? new ClaimAnswer.Claimed() : answer;
                } catch (StrandlineException e) {
                    if (SimTwin.this == LOST_IS_NO) {
                        return new ClaimAnswer.BelowLatest(put.version());
                    }
                    throw e;
                }
            }

            @Override
            boolean isOwn(Put put, ManifestEntry entry) {
                return SimTwin.this == TOLD_BY_PATH ? entry.path().equals(put.staging()) : super.isOwn(put, entry);
            }

            @Override
            void requireSame(Put put, ManifestEntry entry, ManifestLocation winner) {
                if (SimTwin.this != NOT_COMPARED) {
                    super.requireSame(put, entry, winner);
                }
            }

            @Override
            void removeOwn(Put put) {
                if (SimTwin.this != NO_REMOVAL_OF_LOSERS) {
                    super.removeOwn(put);
                }
            }
        };
    }

    private static Put ofAnyDataset(SimPorts ports, Put put) {
        return new Put(
                ports.find(SimWorld.BASE).orElse(put.dataset()),
                put.version(),
                put.staging(),
                put.size(),
                put.scheme(),
                put.commitId(),
                put.committer());
    }

    Tidying tidying(SimPorts ports) {
        return new Tidying(ports, ports) {
            @Override
            boolean isAnothers(Optional<ManifestEntry> entry, String path) {
                return SimTwin.this == OWN_REMOVED || super.isAnothers(entry, path);
            }

            @Override
            boolean isThere(Optional<ManifestEntry> entry) {
                return SimTwin.this == OWN_REMOVED || SimTwin.this == LAST_COPY_REMOVED || super.isThere(entry);
            }
        };
    }
}
