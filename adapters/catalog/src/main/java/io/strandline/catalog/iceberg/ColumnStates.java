package io.strandline.catalog.iceberg;

import io.strandline.catalog.ColumnState;
import io.strandline.common.SqlNames;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The columns of a schema, nested ones after the one that holds them, each by its full path. */
final class ColumnStates {
    private final List<ColumnState> columns = new ArrayList<>();

    private ColumnStates() {}

    static List<ColumnState> of(Schema schema) {
        ColumnStates states = new ColumnStates();
        states.add(schema.asStruct(), "", null);
        return states.columns;
    }

    private void add(Type.NestedType type, String prefix, @Nullable Integer parentId) {
        int ordinal = 1;
        for (Types.NestedField field : type.fields()) {
            String path = prefix + SqlNames.quoteIfNeeded(field.name());
            columns.add(new ColumnState(
                    field.fieldId(),
                    parentId,
                    path,
                    field.name(),
                    ordinal++,
                    SqlTypes.text(field.type()),
                    field.type().toString(),
                    field.isOptional(),
                    Defaults.text(field.type(), field.initialDefault()),
                    Defaults.text(field.type(), field.writeDefault()),
                    field.doc()));
            if (field.type().isNestedType()) {
                add(field.type().asNestedType(), path + ".", field.fieldId());
            }
        }
    }
}
