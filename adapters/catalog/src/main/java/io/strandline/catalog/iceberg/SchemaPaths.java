package io.strandline.catalog.iceberg;

import io.strandline.common.SqlNames;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Fields of a schema by their paths, dotted SQL text: Iceberg's own dotted names do not tell a dot in a name apart. */
final class SchemaPaths {
    private SchemaPaths() {}

    /** The field that the path names, through structs only. */
    static Types.NestedField field(Schema schema, String path) {
        Types.StructType at = schema.asStruct();
        Types.@Nullable NestedField found = null;
        for (String name : SqlNames.split(path)) {
            found = at.field(name);
            if (found == null) {
                throw new IllegalArgumentException("the schema has no field " + path);
            }
            at = found.type().isStructType() ? found.type().asStructType() : Types.StructType.of();
        }
        if (found == null) {
            throw new IllegalArgumentException("the path is empty");
        }
        return found;
    }

    /** The name by which Iceberg finds it. */
    static String icebergName(Schema schema, String path) {
        return schema.findColumnName(field(schema, path).fieldId());
    }
}
