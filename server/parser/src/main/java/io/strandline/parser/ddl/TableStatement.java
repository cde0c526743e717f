package io.strandline.parser.ddl;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A statement that creates, changes or drops a table. */
public sealed interface TableStatement {
    /** The first words of it. */
    String keywords();

    /** The name it gives, of a table or of a column of one. */
    List<String> name();

    /**
     * {@code CREATE TABLE}.
     *
     * @param comment null for none
     * @param partitioning null if not said
     * @param location null if not said
     * @param provider the word after USING; null if not said
     */
    record Create(
            List<String> name,
            boolean ifNotExists,
            List<ColumnDefinition> columns,
            @Nullable String comment,
            @Nullable List<PartitionTerm> partitioning,
            Map<String, String> properties,
            @Nullable String location,
            @Nullable String provider)
            implements TableStatement {
        @Override
        public String keywords() {
            return "CREATE TABLE";
        }
    }

    /** {@code ALTER TABLE}, one action or several. */
    record Alter(List<String> name, boolean ifExists, List<TableChange> changes) implements TableStatement {
        @Override
        public String keywords() {
            return "ALTER TABLE";
        }
    }

    /** {@code DROP TABLE}. */
    record Drop(List<String> name, boolean ifExists, boolean purge) implements TableStatement {
        @Override
        public String keywords() {
            return "DROP TABLE";
        }
    }

    /** {@code COMMENT ON TABLE name IS 'text'}; null for NULL. */
    record CommentOnTable(List<String> name, @Nullable String comment) implements TableStatement {
        @Override
        public String keywords() {
            return "COMMENT ON TABLE";
        }
    }

    /**
     * {@code COMMENT ON COLUMN name IS 'text'}; null for NULL.
     *
     * @param name of the table, and then the column's path: only who knows the tables can tell where that begins
     */
    record CommentOnColumn(List<String> name, @Nullable String comment) implements TableStatement {
        @Override
        public String keywords() {
            return "COMMENT ON COLUMN";
        }
    }
}
