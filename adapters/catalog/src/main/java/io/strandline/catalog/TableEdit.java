package io.strandline.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One change of a table that names what it changes, as ALTER TABLE does. Read by {@link EditsJson}. */
sealed interface TableEdit {
    /** Makes the change. */
    void on(AlteredTable table);

    /**
     * Where among its siblings a column is put.
     *
     * @param after name of the sibling before it; null to be the first
     */
    record Place(@Nullable String after) {}

    /**
     * A new column.
     *
     * @param path of the column, its own name last
     * @param place null for the last
     */
    record AddColumn(
            List<String> path,
            TableField column,
            boolean ifNotExists,
            @Nullable Place place) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            table.add(this);
        }
    }

    /** A column that is not wanted any more. */
    record DropColumn(List<String> path, boolean ifExists) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            table.drop(this);
        }
    }

    /** Another name for a column. */
    record RenameColumn(List<String> path, String name) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            table.rename(this);
        }
    }

    /**
     * A column that is to be otherwise; null leaves it as it is.
     *
     * @param defaultValue as it was given, not yet as a value of the column's type
     * @param comment empty for none
     */
    record AlterColumn(
            List<String> path,
            @Nullable FieldType type,
            @Nullable Boolean nullable,
            @Nullable String defaultValue,
            @Nullable String comment,
            @Nullable Place place)
            implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            table.alter(this);
        }
    }

    /** Properties, and what is written as one: the table's comment, empty for none. */
    record SetProperties(Map<String, String> properties) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            properties.forEach(table::set);
        }
    }

    /** Properties that are not wanted any more. */
    record UnsetProperties(Set<String> keys, boolean ifExists) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            keys.forEach(key -> table.unset(key, ifExists));
        }
    }

    /** A higher format version. */
    record UpgradeFormat(int version) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            table.upgrade(version);
        }
    }

    /** Another place for new files. */
    record Relocate(String location) implements TableEdit {
        @Override
        public void on(AlteredTable table) {
            table.relocate(location);
        }
    }
}
