package io.strandline.catalog.trino;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.FieldType;
import io.strandline.catalog.TableField;
import io.strandline.common.SqlNames;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns as Trino tells them, nested ones after the one that holds them. Trino has no field ids: they are counted. */
final class TrinoColumns {
    private final List<ColumnState> columns = new ArrayList<>();
    private int top;

    void add(String name, String type, @Nullable String comment) {
        boolean told = comment != null && !comment.isEmpty();
        add("", null, ++top, TableField.of(name, TrinoTypes.read(type), true), type, told ? comment : null);
    }

    List<ColumnState> all() {
        return List.copyOf(columns);
    }

    private void add(
            String prefix,
            @Nullable Integer parentId,
            int ordinal,
            TableField field,
            String sqlType,
            @Nullable String comment) {
        int id = columns.size() + 1;
        String path = prefix + SqlNames.quoteIfNeeded(field.name());
        FieldType type = field.type();
        columns.add(new ColumnState(
                id,
                parentId,
                path,
                field.name(),
                ordinal,
                Text.upper(sqlType),
                type.text(),
                !field.required(),
                null,
                null,
                comment));
        int place = 1;
        for (TableField child : field.children()) {
            add(path + ".", id, place++, child, TrinoTypes.write(child.type()), null);
        }
    }
}
