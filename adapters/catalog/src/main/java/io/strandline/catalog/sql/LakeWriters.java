package io.strandline.catalog.sql;

import io.strandline.catalog.LakeTable;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.TableWriter;
import java.util.List;
import java.util.Optional;

/** Finds what takes rows for tables of catalogs. Thread-safe; looks at no table. */
@FunctionalInterface
public interface LakeWriters {
    /** Tables are only read. */
    LakeWriters NONE = (table, columns) -> Optional.empty();

    /**
     * What writes that table.
     *
     * @param columns as SQL has them
     * @return empty if its rows are only read here
     */
    Optional<TableWriter> of(LakeTable table, List<? extends Column<?>> columns);
}
