package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Times with digits finer than milliseconds, which expressions do not compute with: never cut in silence. A literal is
 * refused unless the statement casts it itself; a bound value is cut with a warning, since programs bind the time it is.
 */
final class FineTimes extends SqlBasicVisitor<@Nullable Void> {
    private static final Pattern FINE = Pattern.compile("[0-9][.,][0-9]{3}0*[1-9]");

    private FineTimes() {}

    /**
     * Looks through a statement that was just parsed.
     *
     * @throws StrandlineException {@code LOSES_PRECISION} at the first literal that would be cut
     */
    static void refuseIn(SqlNode statement) {
        Void unused = statement.accept(new FineTimes());
    }

    /** Whether a bound value loses digits as a value of that type. */
    static boolean isCut(@Nullable Object value, RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        boolean time = SqlTypeFamily.TIME.getTypeNames().contains(name)
                || SqlTypeFamily.TIMESTAMP.getTypeNames().contains(name);
        return time && value instanceof String text && FINE.matcher(text).find();
    }

    @Override
    public @Nullable Void visit(SqlLiteral literal) {
        boolean time = literal instanceof SqlUnknownLiteral
                || SqlTypeFamily.TIME.getTypeNames().contains(literal.getTypeName())
                || SqlTypeFamily.TIMESTAMP.getTypeNames().contains(literal.getTypeName());
        if (time && FINE.matcher(literal.toString()).find()) {
            SqlParserPos at = literal.getParserPosition();
            throw new StrandlineException(
                    ErrorCode.LOSES_PRECISION,
                    "line " + at.getLineNum() + ", column " + at.getColumnNum() + ": " + literal
                            + " has digits finer than milliseconds, and times are computed in milliseconds. Leave them"
                            + " out, or cast it to TIMESTAMP(3) to accept the loss.");
        }
        return null;
    }

    /** What the statement casts itself it means to lose. */
    @Override
    public @Nullable Void visit(SqlCall call) {
        boolean cast = call.getKind() == SqlKind.CAST && call.operand(0) instanceof SqlLiteral;
        return cast ? null : super.visit(call);
    }
}
