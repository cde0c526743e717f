package io.strandline.catalog.iceberg;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
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
    /** Many tables have columns of the same few types, so that their names are written and kept once. */
    private static final LoadingCache<Type, TypeNames> PRIMITIVES =
            Caffeine.newBuilder().maximumSize(1_000).executor(Runnable::run).build(TypeNames::of);

    private final List<ColumnState> columns = new ArrayList<>();

    private ColumnStates() {}

    /** What SQL and the table format call a type. */
    private record TypeNames(String sql, String format) {
        static TypeNames of(Type type) {
            return new TypeNames(SqlTypes.text(type), type.toString());
        }
    }

    static List<ColumnState> of(Schema schema) {
        ColumnStates states = new ColumnStates();
        states.add(schema.asStruct(), "", null);
        return states.columns;
    }

    private void add(Type.NestedType type, String prefix, @Nullable Integer parentId) {
        int ordinal = 1;
        for (Types.NestedField field : type.fields()) {
            TypeNames names =
                    field.type().isPrimitiveType() ? PRIMITIVES.get(field.type()) : TypeNames.of(field.type());
            String path = prefix + SqlNames.quoteIfNeeded(field.name());
            columns.add(new ColumnState(
                    field.fieldId(),
                    parentId,
                    path,
                    field.name(),
                    ordinal++,
                    names.sql(),
                    names.format(),
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
