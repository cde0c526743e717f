package io.strandline.catalog;

import static java.util.Map.entry;

import io.strandline.sqlkit.SqlType;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Types of the lake's columns as SQL's: one table. What SQL has no type for is text, and its values cannot be read. */
public final class LakeTypes {
    private static final Map<String, Function<List<Integer>, SqlType>> TYPES = Map.ofEntries(
            entry("boolean", none -> SqlType.bool()),
            entry("int", none -> SqlType.integer()),
            entry("long", none -> SqlType.bigint()),
            entry("float", none -> SqlType.float32()),
            entry("double", none -> SqlType.float64()),
            entry("decimal", digits -> SqlType.decimal(digits.get(0), digits.get(1))),
            entry("date", none -> SqlType.date()),
            entry("time", none -> SqlType.time()),
            entry("timestamp", none -> SqlType.localTimestamp()),
            entry("timestamp_ns", none -> SqlType.localTimestamp()),
            entry("timestamptz", none -> SqlType.timestamp()),
            entry("timestamptz_ns", none -> SqlType.timestamp()),
            entry("string", none -> SqlType.text()),
            entry("uuid", none -> SqlType.uuid()),
            entry("fixed", none -> SqlType.binary()),
            entry("binary", none -> SqlType.binary()));

    private LakeTypes() {}

    /** The type of a column, with its nullability. */
    public static SqlType of(TableField field) {
        SqlType type = of(field.type());
        return field.required() ? type : type.orNull();
    }

    private static SqlType of(FieldType type) {
        if (type instanceof FieldType.Struct struct) {
            return struct.fields().isEmpty()
                    ? SqlType.text()
                    : SqlType.rowOf(struct.fields().stream()
                            .map(field -> new SqlType.Field(field.name(), of(field)))
                            .toList());
        }
        if (type instanceof FieldType.Listing list) {
            return SqlType.arrayOf(of(list.element()));
        }
        if (type instanceof FieldType.Mapping map) {
            return SqlType.mapOf(of(map.key()), of(map.value()));
        }
        FieldType.Primitive primitive = (FieldType.Primitive) type;
        return TYPES.getOrDefault(primitive.name(), none -> SqlType.text()).apply(primitive.parameters());
    }
}
