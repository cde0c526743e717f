package io.strandline.sink.iceberg;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.UUIDUtil;
import org.jspecify.annotations.Nullable;

/** A row of columns as Iceberg's partition transforms look at rows: values of its internal classes. Used by one thread. */
final class RowView implements StructLike {
    private final List<Types.NestedField> fields;
    private IntFunction<Column> columns = index -> Constant.NULL;
    private int at;

    RowView(Types.StructType type) {
        this.fields = type.fields();
    }

    /** Goes to that row. */
    RowView to(IntFunction<Column> other, int position) {
        columns = other;
        at = position;
        return this;
    }

    @Override
    public int size() {
        return fields.size();
    }

    @Override
    public <T> @Nullable T get(int index, Class<T> type) {
        return type.cast(value(fields.get(index).type(), columns.apply(index), at));
    }

    @Override
    public <T> void set(int index, T value) {
        throw new UnsupportedOperationException("a view of a page");
    }

    /** What a column has at a position; text as a string. Not for lists and maps. */
    static @Nullable Object value(Type type, Column column, int at) {
        if (column.isNull(at)) {
            return null;
        }
        return switch (type.typeId()) {
            case BOOLEAN -> column.bool(at);
            case INTEGER, DATE -> column.int32(at);
            case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> column.int64(at);
            case FLOAT -> column.float32(at);
            case DOUBLE -> column.float64(at);
            case STRING -> column.binary(at).toStringUsingUTF8();
            case UUID -> UUIDUtil.convert(column.binary(at).getBytes());
            case FIXED, BINARY -> ByteBuffer.wrap(column.binary(at).getBytes());
            case DECIMAL -> decimal((Types.DecimalType) type, column, at);
            case STRUCT -> new RowView(type.asStructType()).to(column::child, at);
            case LIST, MAP, VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN ->
                throw new IllegalArgumentException("nothing is keyed or partitioned by " + type);
        };
    }

    private static BigDecimal decimal(Types.DecimalType type, Column column, int at) {
        BigInteger unscaled = switch (Stored.of(type)) {
            case INT32 -> BigInteger.valueOf(column.int32(at));
            case INT64 -> BigInteger.valueOf(column.int64(at));
            case BYTES, BOOLEAN, FLOATING, NOTHING ->
                new BigInteger(column.binary(at).getBytes());
        };
        return new BigDecimal(unscaled, type.scale());
    }
}
