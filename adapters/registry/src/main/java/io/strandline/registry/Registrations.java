package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.sqlkit.Wanted;
import java.util.Collection;
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

    /**
     * A page of the registrations of a connection, catalog and namespace, by table name in code point order (REC-8).
     *
     * @param after names up to and including this one are left out; empty for the first page
     * @param limit at most so many, at least 1; fewer only on the last page
     */
    default List<RegisteredPlace> page(
            String connection, String catalog, List<String> namespace, Optional<String> after, int limit) {
        try (Stream<Registration> all = in(connection, catalog, namespace)) {
            return all.filter(registration -> after.isEmpty()
                            || Text.BY_CODE_POINT.compare(registration.table().name(), after.orElseThrow()) > 0)
                    .limit(limit)
                    .map(RegisteredPlace::of)
                    .toList();
        }
    }

    /** How many registrations a connection, catalog and namespace have. */
    default long count(String connection, String catalog, List<String> namespace) {
        try (Stream<Registration> all = in(connection, catalog, namespace)) {
            return all.count();
        }
    }

    /** The registrations of a connection, catalog and namespace that have one of those names, in any order. */
    default List<Registration> named(
            String connection, String catalog, List<String> namespace, Collection<String> names) {
        return names.stream()
                .flatMap(name -> byName(connection, new TableRef(catalog, namespace, name)).stream())
                .toList();
    }

    /** The registration of that id. */
    Optional<Registration> byId(String id);

    /** The registration of exactly that table on the connection. */
    Optional<Registration> byName(String connection, TableRef table);

    /** Registrations on the connection whose table's name is the same but for case, the exact one included (LOC-6). */
    List<Registration> byNameInAnyCase(String connection, TableRef table);

    /** Registrations that come from that source, in any order; at most {@code limit} of them. */
    List<Registration> bySource(SourceKind kind, String sourceId, int limit);

    /**
     * Registrations, on whatever connection, that may lie at that place: all whose location is the same by any rules, and
     * perhaps others (LOC-1). In any order.
     */
    List<Registration> at(Location place);

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
