package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.SqlType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
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
}
