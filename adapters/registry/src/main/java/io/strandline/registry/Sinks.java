package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The registered sinks. Thread-safe; a store that fails throws, it is never an empty result. */
public interface Sinks {
    /** The sink of that id. */
    Optional<Sink> byId(String id);

    /** Sinks of the tables of a namespace, in order of table and id. */
    List<Sink> in(String catalog, List<String> namespace);

    /** The sinks that SQL wants, in the wanted order. */
    Stream<Sink> read(Wanted wanted, CallContext call);

    /** Keeps a new sink; false, and nothing is kept, if its id is taken. */
    boolean insert(Sink sink);

    /** Forgets a sink, not its table; false if there was none. */
    boolean delete(String id);
}
