package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types of columns and parameters as Calcite's. */
public final class CalciteTypes {
    private CalciteTypes() {}

    /** The type, with its nullability. */
    public static RelDataType of(SqlType type, RelDataTypeFactory factory) {
        return factory.createTypeWithNullability(notNull(type, factory), type.nullable());
    }

    private static RelDataType notNull(SqlType type, RelDataTypeFactory factory) {
        return switch (type.kind()) {
            case TEXT -> factory.createSqlType(SqlTypeName.VARCHAR);
            case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
            case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
            case REAL -> factory.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
            case DECIMAL -> factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
            case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 3);
            case LOCAL_TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, 3);
            case TIME -> factory.createSqlType(SqlTypeName.TIME, 3);
            case UUID -> factory.createSqlType(SqlTypeName.UUID);
            case DATE -> factory.createSqlType(SqlTypeName.DATE);
            case BINARY -> factory.createSqlType(SqlTypeName.VARBINARY);
            case ARRAY -> factory.createArrayType(of(requireNonNull(type.element()), factory), -1);
            case MAP ->
                factory.createMapType(
                        of(requireNonNull(type.key()), factory), of(requireNonNull(type.element()), factory));
            case ROW ->
                factory.createStructType(
                        type.fields().stream()
                                .map(field -> of(field.type(), factory))
                                .toList(),
                        type.fields().stream().map(SqlType.Field::name).toList());
        };
    }

    /** A row of those columns. */
    public static RelDataType row(List<? extends Column<?>> columns, RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder row = factory.builder();
        columns.forEach(column -> row.add(column.name(), of(column.type(), factory)));
        return row.build();
    }

    /** The type whose values are Calcite's of that one, with its nullability; empty if there is none, as for intervals. */
    public static Optional<SqlType> sqlType(RelDataType type) {
        return notNull(type).map(found -> type.isNullable() ? found.orNull() : found);
    }

    private static Optional<SqlType> notNull(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case CHAR, VARCHAR -> Optional.of(SqlType.text());
            case BOOLEAN -> Optional.of(SqlType.bool());
            case TINYINT, SMALLINT, INTEGER -> Optional.of(SqlType.integer());
            case BIGINT -> Optional.of(SqlType.bigint());
            case REAL -> Optional.of(SqlType.float32());
            case FLOAT, DOUBLE -> Optional.of(SqlType.float64());
            case DECIMAL -> Optional.of(SqlType.decimal(type.getPrecision(), type.getScale()));
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Optional.of(SqlType.timestamp());
            case TIMESTAMP -> Optional.of(SqlType.localTimestamp());
            case TIME -> Optional.of(SqlType.time());
            case DATE -> Optional.of(SqlType.date());
            case UUID -> Optional.of(SqlType.uuid());
            case BINARY, VARBINARY -> Optional.of(SqlType.binary());
            case ARRAY -> sqlType(requireNonNull(type.getComponentType())).map(SqlType::arrayOf);
            case MAP ->
                sqlType(requireNonNull(type.getKeyType()))
                        .flatMap(key ->
                                sqlType(requireNonNull(type.getValueType())).map(value -> SqlType.mapOf(key, value)));
            case ROW -> rowType(type);
            default -> Optional.empty();
        };
    }

    private static Optional<SqlType> rowType(RelDataType type) {
        List<SqlType.Field> fields = new ArrayList<>();
        for (RelDataTypeField field : type.getFieldList()) {
            Optional<SqlType> found = sqlType(field.getType());
            if (found.isEmpty()) {
                return Optional.empty();
            }
            fields.add(new SqlType.Field(field.getName(), found.orElseThrow()));
        }
        return fields.isEmpty() ? Optional.empty() : Optional.of(SqlType.rowOf(fields));
    }
}
