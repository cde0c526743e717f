package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Columns of a page or a destination: names, each once, and types. Values have the class that {@link SqlType.Kind} names, or
 * are null where the type allows it; times keep every digit that {@link java.time} has, not milliseconds only.
 */
public final class RowSchema {
    /**
     * A column.
     *
     * @param type {@link SqlType#nullable()} says whether NULL is a value of it
     */
    public record Column(String name, SqlType type) {
        public Column {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
        }
    }

    private final List<Column> columns;
    private final Map<String, Integer> indexes;

    /**
     * Those columns, in that order.
     *
     * @throws StrandlineException {@link ErrorCode#COLUMN_EXISTS} if two have one name
     */
    public RowSchema(List<Column> columns) {
        this.columns = List.copyOf(columns);
        Map<String, Integer> byName = new LinkedHashMap<>();
        for (Column column : columns) {
            if (byName.put(column.name(), byName.size()) != null) {
                throw new StrandlineException(
                        ErrorCode.COLUMN_EXISTS,
                        "column " + SqlNames.quoteIfNeeded(column.name())
                                + " is there twice. Give each column a name of its own.");
            }
        }
        this.indexes = Collections.unmodifiableMap(byName);
    }

    /** In order. */
    public List<Column> columns() {
        return columns;
    }

    /** How many. */
    public int size() {
        return columns.size();
    }

    /** Their names, in order. */
    public List<String> names() {
        return List.copyOf(indexes.keySet());
    }

    /** Where the column of exactly that name is. */
    public OptionalInt indexOf(String name) {
        Integer index = indexes.get(name);
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** The type of the column of exactly that name. */
    public Optional<SqlType> typeOf(String name) {
        return Optional.ofNullable(indexes.get(name))
                .map(index -> columns.get(index).type());
    }

    /** Whether there is a column of exactly that name. */
    public boolean has(String name) {
        return indexes.containsKey(name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowSchema schema && columns.equals(schema.columns);
    }

    @Override
    public int hashCode() {
        return columns.hashCode();
    }

    @Override
    public String toString() {
        return columns.toString();
    }
}
