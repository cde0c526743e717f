package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The declared tables, kept. Thread-safe; a store that fails throws, it is never an empty result. */
public interface DesiredTables {
    /** The declaration of that table. */
    Optional<DeclaredTable> find(TableRef table);

    /** All of a catalog, in order of namespace and name. */
    List<DeclaredTable> of(String catalog);

    /** All of a namespace, in order of name. */
    List<DeclaredTable> of(String catalog, List<String> namespace);

    /** The declarations that SQL wants, in the wanted order. */
    Stream<DeclaredTable> read(Wanted wanted, CallContext call);

    /** Keeps a declaration, in place of the one there was. */
    void put(DeclaredTable declared);

    /** Forgets a declaration, not the table; false if there was none. */
    boolean remove(TableRef table);
}
