package io.strandline.parser;

import java.util.Map;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Reads the literals that Calcite's parser leaves to its validator ({@code TIMESTAMP '...'} and its kin), because the
 * arguments of a call and the defaults of columns never meet a validator.
 */
public final class TimeLiterals extends SqlShuttle {
    private static final Map<String, SqlTypeName> TYPES = Map.of(
            "DATE", SqlTypeName.DATE,
            "DATETIME", SqlTypeName.TIMESTAMP,
            "TIME", SqlTypeName.TIME,
            "TIMESTAMP", SqlTypeName.TIMESTAMP,
            "TIMESTAMP WITH LOCAL TIME ZONE", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
            "TIMESTAMP WITH TIME ZONE", SqlTypeName.TIMESTAMP_TZ,
            "UUID", SqlTypeName.UUID);

    private TimeLiterals() {}

    /**
     * The same expression with each such literal read.
     *
     * @throws org.apache.calcite.runtime.CalciteContextException with the place of a literal that is none
     */
    public static SqlNode read(SqlNode expression) {
        SqlNode read = expression.accept(new TimeLiterals());
        return read == null ? expression : read;
    }

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        if (literal instanceof SqlUnknownLiteral unknown) {
            SqlTypeName type = TYPES.get(unknown.tag);
            return type == null ? literal : unknown.resolve(type);
        }
        return literal;
    }
}
