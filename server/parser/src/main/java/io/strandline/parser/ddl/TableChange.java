package io.strandline.parser.ddl;

import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** One action of ALTER TABLE. */
public sealed interface TableChange {
    /** {@code ADD COLUMN [IF NOT EXISTS] column [FIRST | AFTER sibling]}. */
    record AddColumn(
            ColumnDefinition column,
            boolean ifNotExists,
            @Nullable ColumnPlace place) implements TableChange {}

    /** {@code DROP COLUMN [IF EXISTS] path}. */
    record DropColumn(List<String> column, boolean ifExists) implements TableChange {}

    /** {@code RENAME COLUMN path TO name}. */
    record RenameColumn(List<String> column, String name) implements TableChange {}

    /**
     * {@code ALTER COLUMN path ...}: one of what may be said of it.
     *
     * @param nullable true for DROP NOT NULL, false for SET NOT NULL
     */
    record AlterColumn(
            List<String> column,
            @Nullable ColumnType type,
            @Nullable Boolean nullable,
            @Nullable SqlNode defaultValue,
            @Nullable String comment,
            @Nullable ColumnPlace place)
            implements TableChange {}

    /** {@code SET PROPERTIES (key = value, ...)}. */
    record SetProperties(Map<String, String> properties) implements TableChange {}

    /** {@code UNSET PROPERTIES [IF EXISTS] (key, ...)}. */
    record UnsetProperties(List<String> keys, boolean ifExists) implements TableChange {}
}
