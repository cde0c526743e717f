package io.strandline.gateway.arrow;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Puts a value, in Calcite's representation, into a vector, which grows as needed. Stateless. */
@FunctionalInterface
interface ValueWriter {
    ValueWriter BOOLEAN = (to, at, value) -> ((BitVector) to).setSafe(at, (Boolean) value ? 1 : 0);
    ValueWriter INT8 =
            (to, at, value) -> ((TinyIntVector) to).setSafe(at, number(value).intValue());
    ValueWriter INT16 =
            (to, at, value) -> ((SmallIntVector) to).setSafe(at, number(value).intValue());
    ValueWriter INT32 =
            (to, at, value) -> ((IntVector) to).setSafe(at, number(value).intValue());
    ValueWriter INT64 =
            (to, at, value) -> ((BigIntVector) to).setSafe(at, number(value).longValue());
    ValueWriter UINT8 =
            (to, at, value) -> ((UInt1Vector) to).setSafe(at, number(value).intValue());
    ValueWriter UINT16 =
            (to, at, value) -> ((UInt2Vector) to).setSafe(at, number(value).intValue());
    ValueWriter UINT32 = (to, at, value) ->
            ((UInt4Vector) to).setSafe(at, (int) number(value).longValue());
    ValueWriter UINT64 = (to, at, value) -> ((UInt8Vector) to)
            .setSafe(at, new BigDecimal(value.toString()).toBigInteger().longValue());
    ValueWriter FLOAT32 =
            (to, at, value) -> ((Float4Vector) to).setSafe(at, number(value).floatValue());
    ValueWriter FLOAT64 =
            (to, at, value) -> ((Float8Vector) to).setSafe(at, number(value).doubleValue());
    ValueWriter DATE =
            (to, at, value) -> ((DateDayVector) to).setSafe(at, number(value).intValue());
    ValueWriter TIME =
            (to, at, value) -> ((TimeMilliVector) to).setSafe(at, number(value).intValue());
    ValueWriter TIMESTAMP =
            (to, at, value) -> ((TimeStampVector) to).setSafe(at, number(value).longValue());
    ValueWriter MONTHS = (to, at, value) ->
            ((IntervalYearVector) to).setSafe(at, number(value).intValue());
    ValueWriter DURATION =
            (to, at, value) -> ((DurationVector) to).setSafe(at, number(value).longValue());
    ValueWriter TEXT =
            (to, at, value) -> ((VarCharVector) to).setSafe(at, value.toString().getBytes(StandardCharsets.UTF_8));
    ValueWriter BINARY = (to, at, value) -> ((VarBinaryVector) to).setSafe(at, ((ByteString) value).getBytes());
    ValueWriter UUID = (to, at, value) -> ((FixedSizeBinaryVector) to).setSafe(at, bytes((java.util.UUID) value));
    ValueWriter NOTHING = (to, at, value) -> {};

    /**
     * Puts a value.
     *
     * @param to a vector of the column's field
     */
    void put(FieldVector to, int at, Object value);

    /** Puts a value or NULL. */
    default void putOrNull(FieldVector to, int at, @Nullable Object value) {
        if (value == null) {
            to.setNull(at);
        } else {
            put(to, at, value);
        }
    }

    private static Number number(Object value) {
        return (Number) value;
    }

    private static byte[] bytes(java.util.UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    /** A decimal of a declared precision and scale; one that does not fit is an error, not another number. */
    record Decimal(String column, int precision, int scale) implements ValueWriter {
        @Override
        public void put(FieldVector to, int at, Object value) {
            BigDecimal exact = value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
            BigDecimal scaled = exact.setScale(scale, RoundingMode.HALF_UP);
            if (scaled.compareTo(exact) != 0 || scaled.precision() > precision) {
                throw new StrandlineException(
                        ErrorCode.NUMBER_OUT_OF_RANGE,
                        "column \"" + column + "\" is DECIMAL(" + precision + ", " + scale
                                + ") and a value of it does not fit. Cast it to a DECIMAL that holds it.");
            }
            ((DecimalVector) to).setSafe(at, scaled);
        }
    }

    /** A list, element by element. */
    record Elements(ValueWriter element) implements ValueWriter {
        @Override
        public void put(FieldVector to, int at, Object value) {
            List<?> elements = (List<?>) value;
            ListVector list = (ListVector) to;
            int begin = list.startNewValue(at);
            for (int i = 0; i < elements.size(); i++) {
                element.putOrNull(list.getDataVector(), begin + i, elements.get(i));
            }
            list.endValue(at, elements.size());
        }
    }

    /** A map, entry by entry. */
    record Entries(ValueWriter key, ValueWriter mapped) implements ValueWriter {
        @Override
        public void put(FieldVector to, int at, Object value) {
            Map<?, ?> map = (Map<?, ?>) value;
            ListVector list = (ListVector) to;
            int next = list.startNewValue(at);
            StructVector entries = (StructVector) list.getDataVector();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries.setIndexDefined(next);
                key.putOrNull((FieldVector) entries.getChildByOrdinal(0), next, entry.getKey());
                mapped.putOrNull((FieldVector) entries.getChildByOrdinal(1), next, entry.getValue());
                next++;
            }
            list.endValue(at, map.size());
        }
    }

    /** A row, part by part. */
    record Parts(List<ValueWriter> parts) implements ValueWriter {
        @Override
        public void put(FieldVector to, int at, Object value) {
            List<?> values = value instanceof Object[] array ? Arrays.asList(array) : (List<?>) value;
            StructVector struct = (StructVector) to;
            struct.setIndexDefined(at);
            Iterator<FieldVector> children = struct.getChildrenFromFields().iterator();
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).putOrNull(children.next(), at, values.get(i));
            }
        }
    }
}
