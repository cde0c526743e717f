package io.strandline.jdbc.internal.value;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.jspecify.annotations.Nullable;

/** Names of types as JDBC tools expect them. Stateless. */
public final class TypeNames {
    private TypeNames() {}

    /** A type's name without nullability, length or scale: {@code VARCHAR(20) NOT NULL} becomes {@code VARCHAR}. */
    public static String bare(@Nullable String name) {
        if (name == null) {
            return "";
        }
        String bare = name.endsWith(" NOT NULL") ? name.substring(0, name.length() - " NOT NULL".length()) : name;
        if (bare.endsWith(" ARRAY") || bare.startsWith("MAP(") || bare.startsWith("ROW(")) {
            return bare;
        }
        int open = bare.indexOf('(');
        int close = bare.indexOf(')', open + 1);
        return open < 0 || close < 0 ? bare : (bare.substring(0, open) + bare.substring(close + 1)).trim();
    }

    /** The class that {@code getObject} returns for a type. */
    public static String javaClass(AvaticaType type) {
        return javaClass(ValueKind.of(type)).getName();
    }

    /** The class that {@code getObject} returns for a kind. */
    public static Class<?> javaClass(ValueKind kind) {
        switch (kind) {
            case BOOLEAN:
                return Boolean.class;
            case INTEGER:
                return Integer.class;
            case LONG:
                return Long.class;
            case FLOAT:
                return Float.class;
            case DOUBLE:
                return Double.class;
            case DECIMAL:
                return BigDecimal.class;
            case TEXT:
                return String.class;
            case BYTES:
                return byte[].class;
            case DATE:
                return Date.class;
            case TIME:
                return Time.class;
            case TIMESTAMP:
            case INSTANT:
                return Timestamp.class;
            case ARRAY:
                return Array.class;
            case OTHER:
                return Object.class;
        }
        throw new AssertionError(kind);
    }
}
