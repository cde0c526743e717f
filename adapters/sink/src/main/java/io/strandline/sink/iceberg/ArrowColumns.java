package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Looks at Arrow's vectors as columns: values stay where they are. What a vector's type could lose is refused for the whole batch;
 * a value that the table's type cannot hold is a fault of its row. Used by one thread.
 */
final class ArrowColumns {
    private final RowFaults faults;

    ArrowColumns(RowFaults faults) {
        this.faults = faults;
    }

    /**
     * A vector and where its values belong.
     *
     * @param size positions it has
     * @param row to which row a position belongs
     * @param asked whether anything is stored of a position: not below a NULL
     */
    record Part(ValueVector vector, int size, IntUnaryOperator row, IntPredicate asked) {
        /** Positions that have a value, which will be stored. */
        boolean holds(int at) {
            return !vector.isNull(at) && asked.test(at);
        }
    }

    /** The column of a field of the table; of no vector, one of NULLs. */
    Column of(Types.NestedField field, @Nullable FieldVector vector, int rows) {
        ValueVector values = vector == null ? new NullVector(field.name(), rows) : vector;
        return column(field, field.name(), new Part(values, rows, at -> at, at -> true));
    }

    private Column column(Types.NestedField field, String path, Part part) {
        ValueVector vector = part.vector();
        if (vector instanceof ExtensionTypeVector<?> extension) {
            return column(
                    field, path, new Part(extension.getUnderlyingVector(), part.size(), part.row(), part.asked()));
        }
        if (field.isRequired() && vector.getNullCount() > 0) {
            for (int at = 0; at < part.size(); at++) {
                if (vector.isNull(at) && part.asked().test(at)) {
                    faults.add(part.row().applyAsInt(at), "column " + path + " is NULL, which it may not be");
                }
            }
        }
        if (vector instanceof NullVector) {
            return Constant.NULL;
        }
        Type type = field.type();
        return switch (type.typeId()) {
            case STRUCT -> struct(type.asStructType(), path, part);
            case LIST, MAP -> repeated(type.asNestedType(), path, part);
            default -> new ArrowScalars(faults, path, part).of(type.asPrimitiveType());
        };
    }

    private Column struct(Types.StructType type, String path, Part part) {
        if (!(part.vector() instanceof StructVector struct)) {
            throw misfit(path, part.vector(), type);
        }
        Column[] children = new Column[type.fields().size()];
        for (int i = 0; i < children.length; i++) {
            Types.NestedField field = type.fields().get(i);
            ValueVector child = struct.getChild(field.name());
            children[i] = column(
                    field,
                    path + "." + field.name(),
                    new Part(
                            child == null ? new NullVector(field.name(), part.size()) : child,
                            part.size(),
                            part.row(),
                            part::holds));
        }
        for (FieldVector child : struct.getChildrenFromFields()) {
            if (type.field(child.getName()) == null) {
                throw new StrandlineException(
                        ErrorCode.NO_SUCH_COLUMN,
                        "column " + path + " of the table has no field " + child.getName() + ". Leave it out.");
            }
        }
        return new ArrowNested(struct, children, at -> 0, at -> 0);
    }

    private Column repeated(Type.NestedType type, String path, Part part) {
        ValueVector vector = part.vector();
        IntUnaryOperator begin;
        IntUnaryOperator end;
        FieldVector elements;
        if (vector instanceof ListVector list) {
            begin = list::getElementStartIndex;
            end = list::getElementEndIndex;
            elements = list.getDataVector();
        } else if (vector instanceof LargeListVector list) {
            begin = at -> Math.toIntExact(list.getElementStartIndex(at));
            end = at -> Math.toIntExact(list.getElementEndIndex(at));
            elements = list.getDataVector();
        } else if (vector instanceof FixedSizeListVector list) {
            begin = list::getElementStartIndex;
            end = list::getElementEndIndex;
            elements = list.getDataVector();
        } else {
            throw misfit(path, vector, type);
        }
        Part below = elements(part, elements, begin, end);
        if (type.isListType()) {
            Column element = column(type.fields().get(0), path + ".element", below);
            return new ArrowNested(vector, new Column[] {element}, begin, end);
        }
        if (!(elements instanceof StructVector entries)
                || entries.getChildrenFromFields().size() != 2) {
            throw misfit(path, vector, type);
        }
        Column[] children = new Column[2];
        for (int i = 0; i < children.length; i++) {
            children[i] = column(
                    type.fields().get(i),
                    path + (i == 0 ? ".key" : ".value"),
                    new Part(entries.getChildrenFromFields().get(i), below.size(), below.row(), below.asked()));
        }
        return new ArrowNested(vector, children, begin, end);
    }

    /** The elements of all lists; those that no list names belong to no row. */
    private static Part elements(Part part, FieldVector elements, IntUnaryOperator begin, IntUnaryOperator end) {
        int size = elements.getValueCount();
        int[] rows = new int[size];
        Arrays.fill(rows, -1);
        for (int at = 0; at < part.size(); at++) {
            if (part.holds(at)) {
                Arrays.fill(
                        rows,
                        begin.applyAsInt(at),
                        end.applyAsInt(at),
                        part.row().applyAsInt(at));
            }
        }
        return new Part(elements, size, at -> rows[at], at -> rows[at] >= 0);
    }

    /** The error of a vector whose values are no values of the column. */
    static StrandlineException misfit(String path, ValueVector vector, Type type) {
        return new StrandlineException(
                ErrorCode.BAD_VALUE,
                "column " + path + " is " + type + " in the table; Arrow's "
                        + vector.getField().getType()
                        + " does not go into it without a loss. Cast it before you send it.");
    }
}
