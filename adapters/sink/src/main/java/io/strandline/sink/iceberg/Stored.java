package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** How Parquet stores values of a type (Iceberg spec, appendix A). */
enum Stored {
    BOOLEAN,
    INT32,
    INT64,
    /** Float or double. */
    FLOATING,
    /** Text, bytes, UUIDs, and decimals of more than 18 digits. */
    BYTES,
    /** Type unknown, whose values are always NULL. */
    NOTHING;

    /** Most digits of a decimal that is an int32, and an int64. */
    static final int INT32_DIGITS = 9;

    static final int INT64_DIGITS = 18;

    boolean isWhole() {
        return this == BOOLEAN || this == INT32 || this == INT64;
    }

    /**
     * How values of that type are stored.
     *
     * @throws StrandlineException {@link ErrorCode#NOT_SUPPORTED} for a type that cannot be written
     */
    static Stored of(Type.PrimitiveType type) {
        return switch (type.typeId()) {
            case BOOLEAN -> BOOLEAN;
            case INTEGER, DATE -> INT32;
            case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> INT64;
            case FLOAT, DOUBLE -> FLOATING;
            case STRING, UUID, FIXED, BINARY -> BYTES;
            case DECIMAL -> {
                int precision = ((Types.DecimalType) type).precision();
                yield precision <= INT32_DIGITS ? INT32 : precision <= INT64_DIGITS ? INT64 : BYTES;
            }
            case UNKNOWN -> NOTHING;
            case GEOMETRY, GEOGRAPHY, VARIANT, STRUCT, LIST, MAP ->
                throw new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        "values of type " + type + " cannot be written. Leave such columns out of the run.");
        };
    }
}
