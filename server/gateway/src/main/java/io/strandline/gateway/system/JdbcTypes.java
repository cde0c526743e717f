package io.strandline.gateway.system;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.Maps;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.SqlType;
import java.sql.Types;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How JDBC's metadata describes a type.
 *
 * @param jdbcType number of {@link java.sql.Types}
 * @param size digits of a number, characters of a text or of a time as text; null without bound
 * @param digits digits after the point; null where there are none
 * @param radix of a number
 */
record JdbcTypes(
        int jdbcType,
        @Nullable Integer size,
        @Nullable Integer digits,
        @Nullable Integer radix) {

    /** Made once: a listing asks for some of them in every row. */
    private static final Map<SqlType.Kind, JdbcTypes> FIXED =
            Stream.of(SqlType.Kind.values()).collect(Maps.toImmutableEnumMap(kind -> kind, JdbcTypes::ofKind));

    /** The columns of that name in {@code information_schema}. */
    static final Columns<SqlType> COLUMNS = Columns.<SqlType>none()
            .column("data_type", text(), SqlType::sqlText, "The type as SQL writes it.")
            .column("jdbc_type", integer(), type -> of(type).jdbcType, "Number of the type in java.sql.Types.")
            .column("type_name", text(), JdbcTypes::typeName, "Name of the type, without precision.")
            .column("column_size", integer().orNull(), type -> of(type).size, "Digits or characters, if bounded.")
            .column("decimal_digits", integer().orNull(), type -> of(type).digits, "Digits after the point.")
            .column("num_prec_radix", integer().orNull(), type -> of(type).radix, "Radix of a number.")
            .column(
                    "char_octet_length",
                    bigint().orNull(),
                    type -> of(type).jdbcType == Types.VARCHAR ? Long.valueOf(Integer.MAX_VALUE) : null,
                    "Bytes of a text at most.");

    /** The description of the type. */
    static JdbcTypes of(SqlType type) {
        return type.kind() == SqlType.Kind.DECIMAL
                ? new JdbcTypes(Types.DECIMAL, type.precision(), type.scale(), 10)
                : requireNonNull(FIXED.get(type.kind()));
    }

    /** Of a kind whose types are all alike. */
    private static JdbcTypes ofKind(SqlType.Kind kind) {
        return switch (kind) {
            case TEXT, UUID, MAP, ROW -> new JdbcTypes(Types.VARCHAR, Integer.MAX_VALUE, null, null);
            case BOOLEAN -> new JdbcTypes(Types.BOOLEAN, 1, null, null);
            case INTEGER -> new JdbcTypes(Types.INTEGER, 10, 0, 10);
            case BIGINT -> new JdbcTypes(Types.BIGINT, 19, 0, 10);
            case REAL -> new JdbcTypes(Types.REAL, 7, null, 10);
            case DOUBLE -> new JdbcTypes(Types.DOUBLE, 15, null, 10);
            case DECIMAL -> new JdbcTypes(Types.DECIMAL, null, null, 10);
            case TIMESTAMP, LOCAL_TIMESTAMP -> new JdbcTypes(Types.TIMESTAMP, 23, 3, null);
            case TIME -> new JdbcTypes(Types.TIME, 12, 3, null);
            case DATE -> new JdbcTypes(Types.DATE, 10, null, null);
            case BINARY -> new JdbcTypes(Types.VARBINARY, Integer.MAX_VALUE, null, null);
            case ARRAY -> new JdbcTypes(Types.ARRAY, null, null, null);
        };
    }

    /** {@code VARCHAR}, {@code VARCHAR ARRAY}; VARCHAR for what JDBC has no type for and the driver gives as text. */
    static String typeName(SqlType type) {
        return switch (type.kind()) {
            case ARRAY -> typeName(requireNonNull(type.element())) + " ARRAY";
            case UUID, MAP, ROW -> SqlType.Kind.TEXT.sqlName();
            default -> type.kind().sqlName();
        };
    }

    /** {@code YES} or {@code NO}, as the standard's views say it. */
    static String yesOrNo(boolean truth) {
        return truth ? "YES" : "NO";
    }
}
