package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Sources;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The stored files; whether their objects are there the locator says. */
final class StoryFiles implements Sources {
    private final StoryWorld world;
    private final List<Source> all = Stream.of("f1 uploads/1", "f2 uploads/2", "f3 uploads/p/q", "f4 elsewhere")
            .map(text -> text.split(" "))
            .map(part -> new Source(
                    SourceKind.FILE,
                    part[0],
                    Location.parse("s3://lake/" + part[1] + "/" + part[0]),
                    Location.parse("s3://lake/" + part[1]),
                    "ada",
                    Instant.EPOCH))
            .toList();

    StoryFiles(StoryWorld world) {
        this.world = world;
    }

    @Override
    public Optional<Source> byId(SourceKind kind, String id) {
        world.asked("source " + id);
        return all.stream()
                .filter(source -> source.kind() == kind && source.id().equals(id))
                .findFirst();
    }

    /** All of them: the port promises no more than a superset. */
    @Override
    public List<Source> near(Location directory) {
        world.asked("sources near " + directory);
        return all;
    }

    @Override
    public Stream<Source> read(Wanted wanted, CallContext call) {
        return all.stream();
    }

    @Override
    public boolean insert(Source source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(SourceKind kind, String id) {
        throw new UnsupportedOperationException();
    }

    /** What a locator says of an object. */
    boolean isThere(Location object) {
        world.asked("object " + object);
        if (world.locatorFails) {
            throw new StrandlineException(ErrorCode.BACKEND, "the object store does not answer");
        }
        return world.objects.stream().anyMatch(file -> object.path().endsWith("/" + file));
    }
}
