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
    static final int NANOSECONDS = 9;

    /**
     * A column.
     *
     * @param typeText as the database writes it
     * @param computed whether the database makes its values: nobody writes them
     * @param comparable whether two of its values can be compared as they are, and not only as text
     * @param timeDigits of a second that it keeps; 9 where it keeps all, and where it holds no times
     */
    record Column(String name, String typeText, SqlType type, boolean computed, boolean comparable, int timeDigits) {}

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

    /**
     * What a row is known by when it is to be undone: the primary key, else the sink's key if that is unique; else none. A
     * column that may be NULL tells no rows apart, also in a primary key of SQLite's.
     */
    List<String> identity(List<String> key) {
        if (!primaryKey.isEmpty() && areNeverNull(primaryKey)) {
            return primaryKey;
        }
        return !key.isEmpty() && isUnique(key) && areNeverNull(key) ? key : List.of();
    }

    private boolean areNeverNull(List<String> names) {
        return names.stream()
                .allMatch(name ->
                        column(name).filter(column -> !column.type().nullable()).isPresent());
    }

    /** The columns that those names are of, in their order; one that is not there is left for the database to refuse. */
    List<Column> columns(List<String> names) {
        return names.stream()
                .map(name ->
                        column(name).orElseGet(() -> new Column(name, "", SqlType.text(), false, true, NANOSECONDS)))
                .toList();
    }
}
