package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Values of columns as the table stores them: equal exactly if they are the same values there, of whichever of SQL's classes they
 * come. 1.5 and 1.50 are one, as are 1 and 1.00 in a decimal column.
 *
 * @param fields of primitive types
 */
record StoredKey(TableRef ref, List<Types.NestedField> fields) {
    StoredKey {
        fields = List.copyOf(fields);
    }

    /**
     * What is compared.
     *
     * @param values one for each field; null for NULL
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} naming the column that cannot hold its value
     */
    List<@Nullable Object> of(@Nullable Object... values) {
        @Nullable Object[] stored = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            stored[i] = value == null ? null : stored(fields.get(i), value);
        }
        return Arrays.asList(stored);
    }

    private Object stored(Types.NestedField field, Object value) {
        Type.PrimitiveType type = field.type().asPrimitiveType();
        StoredValues converter = new StoredValues(type);
        try {
            return switch (Stored.of(type)) {
                case BOOLEAN, INT32, INT64 -> converter.whole(value);
                case FLOATING -> converter.floating(value);
                case BYTES -> converter.bytes(value);
                case NOTHING -> throw new StoredValues.Unfit("a value of type unknown is always NULL");
            };
        } catch (StoredValues.Unfit unfit) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    ref + ": column " + SqlNames.quoteIfNeeded(field.name()) + ": " + unfit.reason()
                            + ". Give a value that a row of the table can have.",
                    unfit);
        }
    }

    /** A value that the column can hold, of the class that {@link io.strandline.catalog.TableRows} gives the column's values in. */
    static Object asRead(Type type, Object value) {
        return switch (type.typeId()) {
            case INTEGER -> new BigDecimal(value.toString()).intValueExact();
            case LONG -> new BigDecimal(value.toString()).longValueExact();
            case DECIMAL ->
                new BigDecimal(value.toString()).setScale(((Types.DecimalType) type).scale(), RoundingMode.UNNECESSARY);
            default -> value instanceof OffsetDateTime time ? time.toInstant() : value;
        };
    }
}
