package io.strandline.parser.ddl;

import java.util.List;

/** The type of a column as it was written, its words in lower case. Which words there are is for the one who makes tables. */
public sealed interface ColumnType {
    /**
     * A type without fields.
     *
     * @param name its words but for the time zone's, blanks between them: {@code decimal}, {@code double precision}
     * @param parameters numbers in parentheses after it
     */
    record Simple(String name, List<Integer> parameters, Zone zone) implements ColumnType {
        public Simple {
            parameters = List.copyOf(parameters);
        }
    }

    /** {@code element ARRAY}, {@code ARRAY<element>} or {@code ARRAY(element)}. */
    record Array(ColumnType element) implements ColumnType {}

    /** {@code MAP<key, value>} or {@code MAP(key, value)}. */
    record Mapping(ColumnType key, ColumnType value) implements ColumnType {}

    /** {@code ROW(name type, ...)} or {@code STRUCT<name: type, ...>}. */
    record Row(List<ColumnDefinition> fields) implements ColumnType {
        public Row {
            fields = List.copyOf(fields);
        }
    }

    /** What was said of a time zone. */
    enum Zone {
        NONE,
        WITHOUT,
        WITH,
        LOCAL
    }
}
