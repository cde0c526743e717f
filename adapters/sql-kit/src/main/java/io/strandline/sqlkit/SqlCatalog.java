package io.strandline.sqlkit;

import io.strandline.common.CallContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC catalog beside {@code strandline}, whose schemas and tables are looked up when a statement names them: one look-up
 * loads one table and lists nothing. Thread-safe. What a caller may not see is left to who asks (GW-3), but for rows, which
 * check it at each execution.
 */
public interface SqlCatalog {
    /** Its name. */
    String name();

    /**
     * A table that was looked up.
     *
     * @param version equal as long as what was planned of the table holds: its columns and their types (GW-7)
     */
    record Found(VirtualTable<?> table, Object version) {}

    /**
     * A table as a listing tells it.
     *
     * @param view whether it is one
     */
    record Listed(String schema, String table, boolean view, String remarks) {}

    /** What a listed table is made of. */
    record Described(Listed table, List<Column<?>> columns) {}

    /** As of when a table is looked at. */
    sealed interface AsOf {
        /** A snapshot's id, or the name of a branch or tag. */
        record Version(String text, boolean isName) implements AsOf {}

        /** A time. */
        record Time(java.time.Instant at) implements AsOf {}
    }

    /**
     * The table of that name.
     *
     * @param asOf null for as it is now
     * @return empty if there is none
     * @throws io.strandline.common.StrandlineException if it cannot be told whether there is one, or its metadata cannot be
     *     read, or there is no such version
     */
    Optional<Found> find(String schema, String table, @Nullable AsOf asOf, CallContext call);

    /** Whether there is a schema of that name. */
    boolean hasSchema(String schema, CallContext call);

    /** The schemas, each once, in order. */
    Stream<String> schemas(CallContext call);

    /**
     * Names of tables of a schema that are most like that one, not all of them.
     *
     * @return none if they cannot be told
     */
    List<String> namesLike(String schema, String table, CallContext call);

    /**
     * The tables, told from a listing. Where a listing fails that is a warning, and the rest is there (CAT-13).
     *
     * @param wanted conditions on {@code table_schema} and {@code table_name}
     */
    Stream<Listed> tables(Wanted wanted, CallContext call);

    /** As {@link #tables}, with what each is made of; one that cannot be read is a warning (CAT-13). */
    Stream<Described> described(Wanted wanted, CallContext call);
}
