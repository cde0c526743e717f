package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.Page;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.UUIDUtil;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Makes the columns of a table of pages and batches whose columns come in any order. A column that they leave out has the table's
 * default, or NULL.
 *
 * @param wanted ids of the fields that are written; others are left out of account
 */
record PageColumns(TableRef ref, Schema schema, Set<Integer> wanted) {
    PageColumns {
        wanted = Set.copyOf(wanted);
    }

    /** All columns of the table. */
    static PageColumns all(TableRef ref, Schema schema) {
        Set<Integer> ids = new HashSet<>();
        schema.columns().forEach(field -> ids.add(field.fieldId()));
        return new PageColumns(ref, schema, ids);
    }

    ColumnPage of(Page page, RowFaults faults) {
        requireKnown(page.schema().names());
        ValueColumns columns = new ValueColumns(faults);
        List<Column> made = new ArrayList<>();
        for (Types.NestedField field : schema.columns()) {
            OptionalInt index = page.schema().indexOf(field.name());
            if (index.isEmpty() || !wanted.contains(field.fieldId())) {
                made.add(absent(field));
            } else {
                @Nullable Object[] values = new Object[page.size()];
                for (int row = 0; row < values.length; row++) {
                    values[row] = page.rows().get(row)[index.orElseThrow()];
                }
                made.add(columns.of(field, values));
            }
        }
        return new ColumnPage(made, page.size());
    }

    ColumnPage of(VectorSchemaRoot batch, RowFaults faults) {
        requireKnown(batch.getSchema().getFields().stream().map(Field::getName).toList());
        ArrowColumns columns = new ArrowColumns(faults);
        List<Column> made = new ArrayList<>();
        for (Types.NestedField field : schema.columns()) {
            FieldVector vector = batch.getVector(field.name());
            made.add(
                    vector == null || !wanted.contains(field.fieldId())
                            ? absent(field)
                            : columns.of(field, vector, batch.getRowCount()));
        }
        return new ColumnPage(made, batch.getRowCount());
    }

    private void requireKnown(List<String> names) {
        for (String name : names) {
            if (schema.asStruct().field(name) == null) {
                throw new StrandlineException(
                        ErrorCode.NO_SUCH_COLUMN,
                        ref + " has no column " + SqlNames.quoteIfNeeded(name)
                                + ". Leave it out, or let the run evolve the table (sink.on_drift).");
            }
        }
    }

    private Column absent(Types.NestedField field) {
        if (!wanted.contains(field.fieldId())) {
            return Constant.NULL;
        }
        Object value = field.writeDefault();
        if (value != null) {
            return constant(field.type().asPrimitiveType(), value);
        }
        if (field.isRequired()) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    ref + ": column " + SqlNames.quoteIfNeeded(field.name())
                            + " may not be NULL and has no default. Give it a value in each row.");
        }
        return Constant.NULL;
    }

    /** A default, as Iceberg keeps it. */
    private static Column constant(Type.PrimitiveType type, Object value) {
        return switch (Stored.of(type)) {
            case BOOLEAN -> Constant.whole(Boolean.TRUE.equals(value) ? 1 : 0);
            case INT32, INT64 ->
                Constant.whole(
                        value instanceof BigDecimal decimal
                                ? decimal.unscaledValue().longValueExact()
                                : ((Number) value).longValue());
            case FLOATING -> Constant.floating(((Number) value).doubleValue());
            case BYTES -> Constant.bytes(bytes(type, value));
            case NOTHING -> Constant.NULL;
        };
    }

    private static Binary bytes(Type.PrimitiveType type, Object value) {
        if (value instanceof ByteBuffer buffer) {
            return Binary.fromConstantByteArray(ByteBuffers.toByteArray(buffer));
        }
        if (value instanceof UUID uuid) {
            return Binary.fromConstantByteArray(UUIDUtil.convert(uuid));
        }
        return value instanceof BigDecimal decimal
                ? StoredValues.bigEndian(decimal.unscaledValue(), ((Types.DecimalType) type).precision())
                : Binary.fromString(value.toString());
    }
}
