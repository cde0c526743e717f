package io.strandline.sqlkit.calcite;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Column;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one column of a record in Calcite's representation. */
record ColumnReader<R>(String table, Column<R> column, Function<Object, Object> toInternal) {
    static <R> ColumnReader<R> of(String table, Column<R> column) {
        return new ColumnReader<>(table, column, Representation.toInternal(column.type()));
    }

    @Nullable
    Object read(R row) {
        Object value = column.value().apply(row);
        if (value == null) {
            if (column.type().nullable()) {
                return null;
            }
            throw fault("is NULL, which its type does not allow");
        }
        try {
            return toInternal.apply(value);
        } catch (ClassCastException e) {
            throw fault("is not of the type " + column.type().sqlText());
        }
    }

    private StrandlineException fault(String what) {
        return new StrandlineException(
                ErrorCode.INTERNAL,
                "a value of column " + table + "." + column.name() + " " + what
                        + ". This is a fault of the gateway; please report it.");
    }
}
