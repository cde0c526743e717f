package io.strandline.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * A column or field, and what was said of it.
 *
 * @param path its name, after those of the columns it is in
 * @param nullable null if neither NULL nor NOT NULL was written
 * @param defaultValue a literal; null for none
 */
public record ColumnDefinition(
        List<String> path,
        ColumnType type,
        @Nullable Boolean nullable,
        @Nullable SqlNode defaultValue,
        @Nullable String comment) {
    public ColumnDefinition {
        path = List.copyOf(path);
    }

    /** Its own name. */
    public String name() {
        return path.get(path.size() - 1);
    }
}
