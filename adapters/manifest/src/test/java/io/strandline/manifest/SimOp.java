package io.strandline.manifest;

import io.strandline.manifest.ManifestObjects.Copied;
import io.strandline.manifest.ManifestObjects.Listed;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request of a process to index or object store: the smallest thing that happens in a simulation. */
sealed interface SimOp {
    /** What came of it. */
    record Applied(SimWorld world, Object answer) {}

    Applied apply(SimWorld world);

    /** Whether it changes the world: only then a lost answer, a delay or a repetition matters. */
    default boolean changes() {
        return false;
    }

    record Find() implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world, Optional.ofNullable(world.dataset));
        }
    }

    record Open() implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            SimWorld opened = world.opened();
            return new Applied(opened, Objects.requireNonNull(opened.dataset));
        }
    }

    record Forget(Dataset dataset) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            return world.isCurrent(dataset) ? new Applied(world.deleted(), true) : new Applied(world, false);
        }
    }

    record Get(ManifestVersion version) implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world, Optional.ofNullable(world.index.get(version)));
        }
    }

    record Latest() implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world, Optional.ofNullable(world.latest()).map(world.index::get));
        }
    }

    record Entries() implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world, List.copyOf(world.index.values()));
        }
    }

    record PutIfNotExists(Claim claim) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            if (!world.isCurrent(claim.dataset())) {
                return new Applied(world, new ClaimAnswer.Gone());
            }
            ManifestEntry taken = world.index.get(claim.version());
            if (taken != null) {
                return new Applied(world, new ClaimAnswer.Taken(taken));
            }
            ManifestVersion latest = world.latest();
            if (claim.isCommit() && latest != null && latest.compareTo(claim.version()) > 0) {
                return new Applied(world, new ClaimAnswer.BelowLatest(latest));
            }
            NamingScheme wanted = claim.scheme();
            if (wanted != null && world.scheme != null && world.scheme != wanted) {
                return new Applied(world, new ClaimAnswer.OtherScheme(world.scheme));
            }
            ManifestEntry entry =
                    new ManifestEntry(claim.dataset(), claim.version(), claim.path(), claim.size(), claim.commitId());
            SimWorld settled = wanted == null ? world : world.with(wanted);
            return new Applied(settled.claimed(entry), new ClaimAnswer.Claimed());
        }
    }

    record SetScheme(Dataset dataset, NamingScheme scheme) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            return world.isCurrent(dataset) ? new Applied(world.with(scheme), true) : new Applied(world, false);
        }
    }

    record PutIfExists(Dataset dataset, ManifestVersion version, String path, long size) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            ManifestEntry there = world.index.get(version);
            return there == null || !world.isCurrent(dataset)
                    ? new Applied(world, false)
                    : new Applied(
                            world.with(new ManifestEntry(there.dataset(), version, path, size, there.commitId())),
                            true);
        }
    }

    record Stat(String path) implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(
                    world,
                    Optional.ofNullable(world.objects.get(path))
                            .map(content -> new ObjectStat(content.length(), null)));
        }
    }

    record Content(String path) implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world, Optional.ofNullable(world.objects.get(path)));
        }
    }

    record ListAll() implements SimOp {
        @Override
        public Applied apply(SimWorld world) {
            return new Applied(
                    world,
                    world.objects.entrySet().stream()
                            .map(object -> new Listed(
                                    object.getKey().substring(ManifestName.DIRECTORY.length()),
                                    object.getValue().length()))
                            .toList());
        }
    }

    record Write(String path, String content) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world.with(path, content), true);
        }
    }

    /** Over what is there, unless the store knows conditions. */
    record Copy(String from, String to) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            return world.conditions && world.objects.containsKey(from) && world.objects.containsKey(to)
                    ? new Applied(world, Copied.TARGET_EXISTS)
                    : copied(world, world.objects.get(from));
        }

        /** Half of it only where there was nothing, though nobody is told. */
        Applied cut(SimWorld world) {
            String content = world.objects.get(from);
            return content == null || world.objects.containsKey(to)
                    ? apply(world)
                    : copied(world, content.substring(0, content.length() / 2));
        }

        private Applied copied(SimWorld world, @Nullable String content) {
            return content == null
                    ? new Applied(world, Copied.NO_SOURCE)
                    : new Applied(world.with(to, content), Copied.DONE);
        }
    }

    record Delete(String path) implements SimOp {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public Applied apply(SimWorld world) {
            return new Applied(world.without(path), true);
        }
    }
}
