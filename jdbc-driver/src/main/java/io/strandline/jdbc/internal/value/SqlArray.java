package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@link java.sql.Array} whose elements are here already; nested arrays are arrays too. Immutable. */
public final class SqlArray implements Array {
    private final int baseType;
    private final String baseTypeName;
    private final List<@Nullable Object> elements;
    private final Results results;

    /** Makes the two-column result set that JDBC wants of an array. */
    public interface Results {
        /** A result set of index and value, for the elements from {@code from} up to and without {@code to}. */
        ResultSet of(int from, int to) throws SQLException;
    }

    /** An array of JDBC values. */
    public SqlArray(int baseType, String baseTypeName, List<@Nullable Object> elements, Results results) {
        this.baseType = baseType;
        this.baseTypeName = baseTypeName;
        this.elements = Collections.unmodifiableList(elements);
        this.results = results;
    }

    /** The elements, nulls included. */
    public List<@Nullable Object> elements() {
        return elements;
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

    @Override
    public String toString() {
        return Arrays.toString(elements.toArray());
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
