package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableRows;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.jspecify.annotations.Nullable;

/** Values of Iceberg's generic readers as {@link TableRows} gives them. Stateless. */
final class RowValues {
    private RowValues() {}

    /**
     * What makes the value of one of that type that is not null.
     *
     * @param of what has the type, for messages
     * @throws StrandlineException {@code NOT_SUPPORTED} for a type that cannot be read
     */
    static Function<Object, Object> of(Type type, String of) {
        return switch (type.typeId()) {
            case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DECIMAL, DATE, TIME, UUID, UNKNOWN -> value -> value;
            case STRING -> Object::toString;
            case TIMESTAMP -> instant(((Types.TimestampType) type).shouldAdjustToUTC());
            case TIMESTAMP_NANO -> instant(((Types.TimestampNanoType) type).shouldAdjustToUTC());
            case FIXED, BINARY -> RowValues::bytes;
            case STRUCT -> struct(type.asStructType(), of);
            case LIST -> list(of(type.asListType().elementType(), of));
            case MAP ->
                map(of(type.asMapType().keyType(), of), of(type.asMapType().valueType(), of));
            case VARIANT, GEOMETRY, GEOGRAPHY ->
                throw new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        of + " is of the type " + type + ", which cannot be read yet. Name the other columns instead.");
        };
    }

    private static Function<Object, Object> instant(boolean zoned) {
        return zoned ? value -> ((OffsetDateTime) value).toInstant() : value -> value;
    }

    private static Object bytes(Object value) {
        return value instanceof ByteBuffer buffer ? ByteBuffers.toByteArray(buffer) : value;
    }

    private static Function<Object, Object> struct(Types.StructType type, String of) {
        List<Function<Object, Object>> fields =
                type.fields().stream().map(field -> of(field.type(), of)).toList();
        return value -> {
            StructLike struct = (StructLike) value;
            List<@Nullable Object> values = new ArrayList<>(fields.size());
            for (int i = 0; i < fields.size(); i++) {
                values.add(orNull(struct.get(i, Object.class), fields.get(i)));
            }
            return values;
        };
    }

    private static Function<Object, Object> list(Function<Object, Object> element) {
        return value -> {
            List<@Nullable Object> values = new ArrayList<>();
            ((Iterable<?>) value).forEach(each -> values.add(orNull(each, element)));
            return values;
        };
    }

    private static Function<Object, Object> map(Function<Object, Object> key, Function<Object, Object> mapped) {
        return value -> {
            Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((k, v) -> values.put(orNull(k, key), orNull(v, mapped)));
            return values;
        };
    }

    static @Nullable Object orNull(@Nullable Object value, Function<Object, Object> conversion) {
        return value == null ? null : conversion.apply(value);
    }
}
