package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.sqlkit.Wanted;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The stored files there are. Thread-safe; a store that fails throws, it is never an empty result. */
public interface Sources {
    /** The source of that kind and id. */
    Optional<Source> byId(SourceKind kind, String id);

    /**
     * Sources whose directory may be that location. A superset: {@link io.strandline.common.LocationRules} decides; no
     * source whose directory is the same place is left out.
     */
    List<Source> near(Location directory);

    /** Sources of which {@link #near} gives one of those locations; asked for together. */
    default List<Source> nearAny(Collection<Location> directories) {
        return directories.stream()
                .flatMap(directory -> near(directory).stream())
                .distinct()
                .toList();
    }

    /** The sources that SQL wants, in the wanted order. */
    Stream<Source> read(Wanted wanted, CallContext call);

    /** Keeps a new source; false, and nothing is kept, if kind and id are taken. */
    boolean insert(Source source);

    /** Forgets a source, not its object; false if there was none. */
    boolean delete(SourceKind kind, String id);
}
