package io.strandline.sink.iceberg;

import io.strandline.sink.Utf8;
import io.strandline.sink.iceberg.ArrowColumns.Part;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.BitSet;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.io.api.Binary;

/** Columns over Arrow's vectors of primitive values. */
record ArrowScalars(RowFaults faults, String path, Part part) {
    private static final long MILLIS_IN_DAY = 86_400_000L;
    private static final long MICROS_IN_SECOND = 1_000_000L;
    private static final long NANOS_IN_SECOND = 1_000_000_000L;

    Column of(Type.PrimitiveType type) {
        ValueVector vector = part.vector();
        return switch (type.typeId()) {
            case BOOLEAN -> vector instanceof BitVector bits ? new ArrowFixed.Bits(bits) : misfit(type);
            case INTEGER ->
                vector instanceof IntVector ints
                        ? new ArrowFixed.Ints(ints)
                        : vector instanceof BigIntVector ? misfit(type) : small(type);
            case LONG ->
                vector instanceof BigIntVector longs
                        ? new ArrowFixed.Longs(longs)
                        : vector instanceof IntVector ints
                                ? new ArrowFixed.Ints(ints)
                                : vector instanceof UInt4Vector ints
                                        ? eager(at -> Integer.toUnsignedLong(ints.get(at)))
                                        : small(type);
            case FLOAT -> vector instanceof Float4Vector floats ? new ArrowFixed.Floats(floats) : misfit(type);
            case DOUBLE ->
                vector instanceof Float8Vector doubles
                        ? new ArrowFixed.Doubles(doubles)
                        : vector instanceof Float4Vector floats ? new ArrowFixed.Floats(floats) : misfit(type);
            case DATE -> date(type);
            case TIME -> time(type);
            case TIMESTAMP -> timestamp(type, ((Types.TimestampType) type).shouldAdjustToUTC(), MICROS_IN_SECOND);
            case TIMESTAMP_NANO ->
                timestamp(type, ((Types.TimestampNanoType) type).shouldAdjustToUTC(), NANOS_IN_SECOND);
            case STRING -> vector instanceof VarCharVector text ? text(text) : rareText(type);
            case BINARY ->
                vector instanceof VarBinaryVector bytes
                        ? new ArrowFixed.Bytes(bytes)
                        : vector instanceof FixedSizeBinaryVector fixed
                                ? new ArrowFixed.FixedBytes(fixed)
                                : bytes(type);
            case UUID -> fixed(type, 16);
            case FIXED -> fixed(type, ((Types.FixedType) type).length());
            case DECIMAL -> decimal((Types.DecimalType) type);
            default -> misfit(type);
        };
    }

    private Column misfit(Type type) {
        throw ArrowColumns.misfit(path, part.vector(), type);
    }

    private Column small(Type type) {
        ValueVector vector = part.vector();
        if (vector instanceof SmallIntVector ints) {
            return eager(ints::get);
        }
        if (vector instanceof TinyIntVector ints) {
            return eager(ints::get);
        }
        if (vector instanceof UInt1Vector ints) {
            return eager(at -> Byte.toUnsignedInt(ints.get(at)));
        }
        return vector instanceof UInt2Vector ints ? eager(ints::get) : misfit(type);
    }

    private Column text(VarCharVector text) {
        if (part.size() > 0
                && !Utf8.isAscii(text.getDataBuffer(), text.getStartOffset(0), text.getEndOffset(part.size() - 1))) {
            Utf8 utf8 = new Utf8();
            for (int at = 0; at < part.size(); at++) {
                if (part.holds(at) && !utf8.isText(text.get(at))) {
                    fault(at, Utf8.REASON);
                }
            }
        }
        return new ArrowFixed.Bytes(text);
    }

    private Column rareText(Type type) {
        return part.vector() instanceof VariableWidthFieldVector text
                        && (text.getField().getType() instanceof ArrowType.LargeUtf8
                                || text.getField().getType() instanceof ArrowType.Utf8View)
                ? copied(text, true)
                : misfit(type);
    }

    private Column bytes(Type type) {
        return part.vector() instanceof VariableWidthFieldVector bytes
                        && (bytes.getField().getType() instanceof ArrowType.LargeBinary
                                || bytes.getField().getType() instanceof ArrowType.BinaryView)
                ? copied(bytes, false)
                : misfit(type);
    }

    /** Layouts that are rare: their bytes are copied once. */
    private Column copied(VariableWidthFieldVector vector, boolean isText) {
        Binary[] copies = new Binary[part.size()];
        BitSet nulls = new BitSet(part.size());
        Utf8 utf8 = new Utf8();
        for (int at = 0; at < copies.length; at++) {
            if (!part.holds(at)) {
                nulls.set(at);
                continue;
            }
            byte[] bytes = vector.get(at);
            copies[at] = Binary.fromConstantByteArray(bytes);
            if (isText && !utf8.isText(bytes)) {
                fault(nulls, at, Utf8.REASON);
            }
        }
        return new Scalars(nulls, new long[0], new double[0], copies);
    }

    private Column fixed(Type type, int length) {
        return part.vector() instanceof FixedSizeBinaryVector fixed && fixed.getByteWidth() == length
                ? new ArrowFixed.FixedBytes(fixed)
                : misfit(type);
    }

    private Column date(Type type) {
        if (part.vector() instanceof DateDayVector days) {
            return new ArrowFixed.Ints(days);
        }
        return part.vector() instanceof DateMilliVector millis
                ? eager(at -> exactly(millis.get(at), MILLIS_IN_DAY, "a day"))
                : misfit(type);
    }

    private Column time(Type type) {
        ValueVector vector = part.vector();
        if (vector instanceof TimeMicroVector micros) {
            check(at -> ofDay(micros.get(at)));
            return new ArrowFixed.Longs(micros);
        }
        if (vector instanceof TimeNanoVector nanos) {
            return eager(at -> ofDay(exactly(nanos.get(at), NANOS_IN_SECOND / MICROS_IN_SECOND, "a microsecond")));
        }
        if (vector instanceof TimeMilliVector millis) {
            return eager(at -> ofDay(millis.get(at) * 1_000L));
        }
        return vector instanceof TimeSecVector seconds
                ? eager(at -> ofDay(seconds.get(at) * MICROS_IN_SECOND))
                : misfit(type);
    }

    private static long ofDay(long micros) throws StoredValues.Unfit {
        if (micros < 0 || micros >= MILLIS_IN_DAY * 1_000L) {
            throw new StoredValues.Unfit("it is no time of a day");
        }
        return micros;
    }

    private Column timestamp(Type type, boolean zoned, long wanted) {
        if (!(part.vector() instanceof TimeStampVector times)
                || !(times.getField().getType() instanceof ArrowType.Timestamp given)
                || (given.getTimezone() != null) != zoned) {
            return misfit(type);
        }
        long unit = perSecond(given.getUnit());
        if (unit == wanted) {
            return new ArrowFixed.Longs(times);
        }
        return unit < wanted
                ? eager(at -> Math.multiplyExact(times.get(at), wanted / unit))
                : eager(at -> exactly(times.get(at), unit / wanted, "a microsecond"));
    }

    private static long perSecond(TimeUnit unit) {
        return switch (unit) {
            case SECOND -> 1;
            case MILLISECOND -> 1_000;
            case MICROSECOND -> MICROS_IN_SECOND;
            case NANOSECOND -> NANOS_IN_SECOND;
        };
    }

    private static long exactly(long value, long divisor, String unit) throws StoredValues.Unfit {
        if (value % divisor != 0) {
            throw new StoredValues.Unfit("it has parts of " + unit + ", which the column does not keep");
        }
        return value / divisor;
    }

    private Column decimal(Types.DecimalType type) {
        ValueVector vector = part.vector();
        if (vector instanceof DecimalVector given
                && given.getScale() == type.scale()
                && given.getPrecision() <= type.precision()
                && type.precision() <= Stored.INT64_DIGITS) {
            long most = BigInteger.TEN.pow(given.getPrecision()).longValueExact();
            ArrowBuf data = given.getDataBuffer();
            check(at -> {
                long low = data.getLong((long) at * DecimalVector.TYPE_WIDTH);
                long high = data.getLong((long) at * DecimalVector.TYPE_WIDTH + Long.BYTES);
                if (high != low >> (Long.SIZE - 1) || low <= -most || low >= most) {
                    throw new StoredValues.Unfit("it has more digits than its vector says");
                }
                return low;
            });
            return new ArrowFixed.ShortDecimals(given);
        }
        if (vector instanceof DecimalVector given) {
            return decimals(type, given::getObject);
        }
        return vector instanceof Decimal256Vector given ? decimals(type, given::getObject) : misfit(type);
    }

    @FunctionalInterface
    private interface Decimals {
        BigDecimal at(int index);
    }

    private Column decimals(Types.DecimalType type, Decimals values) {
        StoredValues converter = new StoredValues(type);
        boolean whole = Stored.of(type).isWhole();
        int size = part.size();
        BitSet nulls = new BitSet(size);
        long[] longs = new long[whole ? size : 0];
        Binary[] bytes = new Binary[whole ? 0 : size];
        for (int at = 0; at < size; at++) {
            try {
                if (!part.holds(at)) {
                    nulls.set(at);
                } else if (whole) {
                    longs[at] = converter.whole(values.at(at));
                } else {
                    bytes[at] = converter.bytes(values.at(at));
                }
            } catch (StoredValues.Unfit unfit) {
                fault(nulls, at, unfit.reason());
            }
        }
        return new Scalars(nulls, longs, new double[0], bytes);
    }

    @FunctionalInterface
    private interface Wholes {
        long at(int index) throws StoredValues.Unfit;
    }

    /** Looks at values that stay where they are: Arrow's types are wider than what they are used for. */
    private void check(Wholes values) {
        for (int at = 0; at < part.size(); at++) {
            try {
                if (part.holds(at)) {
                    values.at(at);
                }
            } catch (StoredValues.Unfit unfit) {
                fault(at, unfit.reason());
            }
        }
    }

    /** Values that are changed on their way, each looked at once. */
    private Column eager(Wholes values) {
        long[] longs = new long[part.size()];
        BitSet nulls = new BitSet(longs.length);
        for (int at = 0; at < longs.length; at++) {
            try {
                if (part.holds(at)) {
                    longs[at] = values.at(at);
                } else {
                    nulls.set(at);
                }
            } catch (StoredValues.Unfit unfit) {
                fault(nulls, at, unfit.reason());
            } catch (ArithmeticException e) {
                fault(nulls, at, "it is out of the range of the column's type");
            }
        }
        return new Scalars(nulls, longs, new double[0], new Binary[0]);
    }

    private void fault(BitSet nulls, int at, String reason) {
        nulls.set(at);
        fault(at, reason);
    }

    private void fault(int at, String reason) {
        faults.add(part.row().applyAsInt(at), "column " + path + ": " + reason);
    }
}
