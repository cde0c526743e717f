package io.strandline.catalog.iceberg;

import static java.util.Map.entry;

import io.strandline.common.SqlNames;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;

/** Iceberg's types as SQL names them: one table. Microseconds and nanoseconds keep their precision in the name. */
final class SqlTypes {
    private static final Map<TypeID, Function<Type, String>> TEXTS = Map.ofEntries(
            entry(TypeID.BOOLEAN, type -> "BOOLEAN"),
            entry(TypeID.INTEGER, type -> "INTEGER"),
            entry(TypeID.LONG, type -> "BIGINT"),
            entry(TypeID.FLOAT, type -> "REAL"),
            entry(TypeID.DOUBLE, type -> "DOUBLE"),
            entry(TypeID.DATE, type -> "DATE"),
            entry(TypeID.TIME, type -> "TIME(6)"),
            entry(TypeID.TIMESTAMP, type -> timestamp(6, ((Types.TimestampType) type).shouldAdjustToUTC())),
            entry(TypeID.TIMESTAMP_NANO, type -> timestamp(9, ((Types.TimestampNanoType) type).shouldAdjustToUTC())),
            entry(TypeID.STRING, type -> "VARCHAR"),
            entry(TypeID.UUID, type -> "UUID"),
            entry(TypeID.FIXED, type -> "BINARY(" + ((Types.FixedType) type).length() + ")"),
            entry(TypeID.BINARY, type -> "VARBINARY"),
            entry(TypeID.DECIMAL, type -> decimal((Types.DecimalType) type)),
            entry(TypeID.GEOMETRY, type -> "GEOMETRY"),
            entry(TypeID.GEOGRAPHY, type -> "GEOGRAPHY"),
            entry(TypeID.STRUCT, type -> row(type.asStructType())),
            entry(TypeID.LIST, type -> text(type.asListType().elementType()) + " ARRAY"),
            entry(TypeID.MAP, type -> map(type.asMapType())),
            entry(TypeID.VARIANT, type -> "VARIANT"),
            entry(TypeID.UNKNOWN, type -> "UNKNOWN"));

    private SqlTypes() {}

    /** The type as SQL text; Iceberg's own name, in upper case, for a type that came after this table. */
    static String text(Type type) {
        Function<Type, String> text = TEXTS.get(type.typeId());
        return text == null ? io.strandline.common.Text.upper(type.toString()) : text.apply(type);
    }

    private static String timestamp(int precision, boolean zoned) {
        return "TIMESTAMP(" + precision + ")" + (zoned ? " WITH LOCAL TIME ZONE" : "");
    }

    private static String decimal(Types.DecimalType type) {
        return "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
    }

    private static String map(Types.MapType type) {
        return "MAP<" + text(type.keyType()) + ", " + text(type.valueType()) + ">";
    }

    private static String row(Types.StructType type) {
        return type.fields().stream()
                .map(field -> SqlNames.quoteIfNeeded(field.name()) + " " + text(field.type()))
                .collect(Collectors.joining(", ", "ROW(", ")"));
    }
}
