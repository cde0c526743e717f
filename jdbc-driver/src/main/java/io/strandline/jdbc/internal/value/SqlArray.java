package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.ArrayType;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.jspecify.annotations.Nullable;

/** A {@link java.sql.Array} whose elements are here already; nested arrays are arrays too. Immutable. */
public final class SqlArray implements Array {
    private static final AvaticaType ANY = ColumnMetaData.scalar(Types.JAVA_OBJECT, "ANY", Rep.OBJECT);

    private final int baseType;
    private final String baseTypeName;
    private final List<@Nullable Object> elements;
    private final Supplier<String> text;
    private final Results results;

    /** Makes the two-column result set that JDBC wants of an array. */
    interface Results {
        /** A result set of index and value, for the elements from {@code from} up to and without {@code to}. */
        ResultSet of(int from, int to) throws SQLException;
    }

    /** The array that a list of travelled elements stands for; {@code factory} makes result sets of them. */
    static SqlArray of(AvaticaType type, List<?> travelled, ZoneId zone, ArrayImpl.Factory factory)
            throws SQLException {
        AvaticaType component = type instanceof ArrayType ? ((ArrayType) type).getComponent() : ANY;
        ValueKind kind = ValueKind.of(component);
        List<@Nullable Object> elements = new ArrayList<>(travelled.size());
        List<@Nullable Object> inner = new ArrayList<>(travelled.size());
        for (Object element : travelled) {
            Object value = element == null
                    ? null
                    : element instanceof List ? of(component, (List<?>) element, zone, factory) : kind.decode(element);
            inner.add(value);
            elements.add(value == null || value instanceof SqlArray ? value : Conversions.toJdbc(value, zone));
        }
        List<Object> copy = new ArrayList<>(travelled);
        return new SqlArray(
                component.id,
                TypeNames.bare(component.name),
                elements,
                () -> text(inner, zone),
                (from, to) -> factory.create(component, copy.subList(from, to)));
    }

    private SqlArray(
            int baseType,
            String baseTypeName,
            List<@Nullable Object> elements,
            Supplier<String> text,
            Results results) {
        this.baseType = baseType;
        this.baseTypeName = baseTypeName;
        this.elements = Collections.unmodifiableList(elements);
        this.text = text;
        this.results = results;
    }

    @Override
    public String getBaseTypeName() {
        return baseTypeName;
    }

    @Override
    public int getBaseType() {
        return baseType;
    }

    @Override
    public Object getArray() {
        return elements.toArray();
    }

    @Override
    public Object getArray(@Nullable Map<String, Class<?>> map) {
        return getArray();
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        return part(index, count).toArray();
    }

    @Override
    public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        return results.of(0, elements.size());
    }

    @Override
    public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        int from = (int) index - 1;
        return results.of(from, from + part(index, count).size());
    }

    @Override
    public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getResultSet(index, count);
    }

    @Override
    public void free() {
        // nothing is held
    }

    /** The elements as {@code getString} shows each. */
    @Override
    public String toString() {
        return text.get();
    }

    private static String text(List<@Nullable Object> inner, ZoneId zone) {
        return inner.stream()
                .map(value -> value == null ? "null" : Conversions.toText(value, zone))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private List<@Nullable Object> part(long index, int count) throws SQLException {
        if (index < 1 || count < 0 || index - 1 + count > elements.size()) {
            throw SqlErrors.of(
                    SqlState.BAD_ARGUMENT,
                    "the array has " + elements.size() + " elements, not " + count + " from " + index);
        }
        return elements.subList((int) index - 1, (int) index - 1 + count);
    }
}
