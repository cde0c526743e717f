package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/**
 * What makes an instant of a time without a zone, or of text: the session's zone decides (GW-9). In place of Calcite's casts,
 * which cut milliseconds and want a zone in every text. Public because generated code calls it.
 */
public final class ZonedTimes {
    /** Of a zoneless timestamp. */
    static final SqlOperator OF_TIMESTAMP = operator("zoned", "ofTimestamp", long.class);

    /** Of text. */
    static final SqlOperator OF_TEXT = operator("zoned_text", "ofText", String.class);

    private ZonedTimes() {}

    /** Milliseconds since the epoch of a wall clock in the session's zone. */
    public static long ofTimestamp(long wallMillis, DataContext session) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(wallMillis), ZoneOffset.UTC)
                .atZone(zone(session).toZoneId())
                .toInstant()
                .toEpochMilli();
    }

    /**
     * Milliseconds since the epoch of an ISO 8601 text, a space for the T allowed; without offset in the session's zone.
     *
     * @throws StrandlineException {@code BAD_VALUE}
     */
    public static long ofText(String text, DataContext session) {
        String iso = text.endsWith(" UTC") ? text.substring(0, text.length() - 4) + "Z" : text;
        try {
            Object instant =
                    TimeConversion.instant(Rep.STRING, iso, zone(session).toZoneId());
            return (Long) Objects.requireNonNull(instant);
        } catch (DateTimeException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    "a text does not read as a TIMESTAMP WITH LOCAL TIME ZONE. Write it as '2026-03-29 02:30:00.5',"
                            + " in the session's zone, or with an offset: '2026-03-29T00:30:00.5Z'.",
                    e);
        }
    }

    private static TimeZone zone(DataContext session) {
        return (TimeZone) Objects.requireNonNull(session.get(DataContext.Variable.TIME_ZONE.camelName));
    }

    private static SqlOperator operator(String name, String method, Class<?> operand) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.explicit(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 3)
                        .andThen(SqlTypeTransforms.TO_NULLABLE),
                null,
                null,
                new Implementation(method, operand));
    }

    /** The method that generated code calls, with the data context. */
    private record Implementation(String method, Class<?> operand) implements ScalarFunction, ImplementableFunction {
        @Override
        public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
            return typeFactory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 3);
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) -> Expressions.call(
                            ZonedTimes.class, method, Expressions.convert_(operands.get(0), operand), DataContext.ROOT),
                    NullPolicy.STRICT,
                    false);
        }
    }
}
