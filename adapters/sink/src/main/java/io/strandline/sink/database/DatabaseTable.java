package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.sink.RowSchema;
import io.strandline.sqlkit.SqlType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table as it is in its database now.
 *
 * @param primaryKey its columns in order; none if it has none
 * @param uniqueKeys column sets of all unique indexes without a condition or an expression, the primary key's too
 */
record DatabaseTable(
        String schema, String name, List<Column> columns, List<String> primaryKey, List<Set<String>> uniqueKeys) {
    /**
     * A column.
     *
     * @param typeText as the database writes it
     * @param computed whether the database makes its values: nobody writes them
     * @param comparable whether two of its values can be compared as they are, and not only as text
     */
    record Column(String name, String typeText, SqlType type, boolean computed, boolean comparable) {}

    DatabaseTable {
        requireNonNull(schema, "schema");
        requireNonNull(name, "name");
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        uniqueKeys = List.copyOf(uniqueKeys);
    }

    RowSchema rowSchema() {
        return new RowSchema(columns.stream()
                .filter(column -> !column.computed())
                .map(column -> new RowSchema.Column(column.name(), column.type()))
                .toList());
    }

    /** Columns that can be written. */
    List<String> written() {
        return columns.stream()
                .filter(column -> !column.computed())
                .map(Column::name)
                .toList();
    }

    boolean has(String column) {
        return columns.stream().anyMatch(own -> own.name().equals(column));
    }

    Optional<Column> column(String name) {
        return columns.stream().filter(own -> own.name().equals(name)).findFirst();
    }

    boolean isUnique(List<String> key) {
        return uniqueKeys.contains(new HashSet<>(key));
    }

    /** What a row is known by when it is to be undone: the primary key, else the sink's key if that is unique; else none. */
    List<String> identity(List<String> key) {
        if (!primaryKey.isEmpty()) {
            return primaryKey;
        }
        return !key.isEmpty() && isUnique(key) ? key : List.of();
    }
}
