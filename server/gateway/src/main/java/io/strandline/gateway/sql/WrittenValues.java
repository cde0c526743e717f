package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.jspecify.annotations.Nullable;

/** Reads the literals and bare parameters of a statement that writes: they go to the table past Calcite. For one statement. */
final class WrittenValues {
    private static final int SHOWN = 60;

    private final ZoneId zone;
    private final Map<Integer, WriteParameters.Direct> parameters = new TreeMap<>();

    WrittenValues(ZoneId zone) {
        this.zone = zone;
    }

    /** The parameters that were read, by number. */
    Map<Integer, WriteParameters.Direct> parameters() {
        return parameters;
    }

    /**
     * What a column is given.
     *
     * @return null if it is to be computed
     * @throws StrandlineException {@code BAD_VALUE} for a literal that the column does not take, naming its place
     */
    @Nullable
    ValueSource read(SqlNode node, String column, SqlType type) {
        if (node.getKind() == SqlKind.DEFAULT) {
            throw error(node, column, "DEFAULT is what a column gets that is not named. Leave it out of the columns");
        }
        if (SqlUtil.isNullLiteral(node, false)) {
            return new ValueSource.Fixed(null);
        }
        if (node instanceof SqlDynamicParam parameter) {
            parameters.put(parameter.getIndex(), new WriteParameters.Direct(column, type));
            return new ValueSource.Bound(parameter.getIndex());
        }
        if (node.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR && type.element() != null) {
            return elements((SqlCall) node, column, type.element());
        }
        Given given = given(node);
        return given == null ? null : fixed(node, given, column, type);
    }

    private ValueSource fixed(SqlNode node, Given given, String column, SqlType type) {
        return new ValueSource.Fixed(ExactValues.of(given.rep(), given.value(), type, zone)
                .orElseThrow(() -> error(
                        node,
                        column,
                        Text.cut(node.toString(), SHOWN) + " does not convert to " + type.sqlText()
                                + ", or not without losing digits. Give a value of that type")));
    }

    private @Nullable ValueSource elements(SqlCall array, String column, SqlType element) {
        List<ValueSource> sources = new ArrayList<>();
        for (SqlNode each : array.getOperandList()) {
            ValueSource source = read(each, column, element);
            if (source == null) {
                return null;
            }
            sources.add(source);
        }
        return new ValueSource.Elements(sources);
    }

    /** A literal as a client would have bound it. */
    private record Given(Rep rep, Object value) {}

    private static @Nullable Given given(SqlNode node) {
        if (node.getKind() == SqlKind.MINUS_PREFIX) {
            Given number = given(((SqlCall) node).operand(0));
            return number != null && number.value() instanceof BigDecimal positive
                    ? new Given(number.rep(), positive.negate())
                    : null;
        }
        if (node instanceof SqlUnknownLiteral time) {
            return new Given(Rep.STRING, time.getValue());
        }
        if (!(node instanceof SqlLiteral literal)) {
            return null;
        }
        SqlTypeFamily family = requireNonNull(literal.getTypeName().getFamily());
        return switch (family) {
            case CHARACTER -> new Given(Rep.STRING, requireNonNull(literal.getValueAs(String.class)));
            case BOOLEAN -> new Given(Rep.BOOLEAN, literal.booleanValue());
            case NUMERIC -> new Given(Rep.NUMBER, requireNonNull(literal.bigDecimalValue()));
            case BINARY -> new Given(Rep.BYTE_STRING, requireNonNull(literal.getValueAs(byte[].class)));
            default -> null;
        };
    }

    private static StrandlineException error(SqlNode node, String column, String what) {
        SqlParserPos at = node.getParserPosition();
        return new StrandlineException(
                ErrorCode.BAD_VALUE,
                "line " + at.getLineNum() + ", column " + at.getColumnNum() + ": for column "
                        + SqlNames.quoteIfNeeded(column) + ", " + what + ".");
    }
}
