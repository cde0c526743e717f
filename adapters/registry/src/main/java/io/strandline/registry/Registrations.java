package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The registrations kept. Thread-safe; a store that fails is {@link io.strandline.common.ErrorCode#STORE} or {@code BACKEND},
 * never an empty result.
 */
public interface Registrations {
    /**
     * All registrations of a connection, catalog and namespace, by table name in code point order, read page by page
     * (REC-8). The reader closes the stream.
     */
    Stream<Registration> in(String connection, String catalog, List<String> namespace);

    /** The registration of that id. */
    Optional<Registration> byId(String id);

    /** The registration of exactly that table on the connection. */
    Optional<Registration> byName(String connection, TableRef table);

    /** Registrations on the connection whose table's name is the same but for case, the exact one included (LOC-6). */
    List<Registration> byNameInAnyCase(String connection, TableRef table);

    /** Registrations that come from that source, in any order; at most {@code limit} of them. */
    List<Registration> bySource(SourceKind kind, String sourceId, int limit);

    /** The registrations that SQL wants, in the wanted order. */
    Stream<Registration> read(Wanted wanted, CallContext call);

    /**
     * Keeps a new registration.
     *
     * @return false, and nothing is kept, if the id is taken or another registration holds the table on that connection
     */
    boolean insert(Registration registration);

    /** Forgets a registration; false if there was none. */
    boolean delete(String id);
}
