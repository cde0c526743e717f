package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.parser.StrandlineParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Functions of JDBC and of other dialects that are something known under another name or in another order, and names of types
 * that are: each rewritten into what it means before the statement is validated. Stateless.
 */
final class FunctionAliases extends SqlShuttle {
    private static final FunctionAliases INSTANCE = new FunctionAliases();

    /** Functions whose first argument is a unit of time. */
    private static final Map<String, SqlOperator> OF_UNITS = Map.of(
            "DATEADD", SqlStdOperatorTable.TIMESTAMP_ADD,
            "DATEDIFF", SqlStdOperatorTable.TIMESTAMP_DIFF,
            "DATE_PART", SqlStdOperatorTable.EXTRACT,
            "DATEPART", SqlStdOperatorTable.EXTRACT);

    /** What a call means, by its name and the number of its arguments; {@code a}, {@code b}, … stand for those. */
    private static final Map<String, SqlNode> MEANINGS = new TreeMap<>();

    static {
        means("char/1", "CHR(a)");
        means("concat/2", "a || b");
        means("curdate/0", "CURRENT_DATE");
        means("current_database/0", "CURRENT_CATALOG");
        means("curtime/0", "CURRENT_TIME");
        means("database/0", "CURRENT_CATALOG");
        means("getdate/0", "CURRENT_TIMESTAMP");
        means("ifnull/2", "COALESCE(a, b)");
        means("insert/4", "OVERLAY(a PLACING d FROM b FOR c)");
        means("lcase/1", "LOWER(a)");
        means("length/1", "CHAR_LENGTH(a)");
        means("locate/2", "POSITION(a IN b)");
        means("locate/3", "POSITION(a IN b FROM c)");
        means("log/1", "LN(a)");
        means("now/0", "CURRENT_TIMESTAMP");
        means("nvl/2", "COALESCE(a, b)");
        means("space/1", "REPEAT(' ', a)");
        means("ucase/1", "UPPER(a)");
        means("user/0", "USER");
        means(
                "version/0",
                "'Strandline ' || (SELECT version FROM strandline.runtime.version WHERE component = 'strandline')");
    }

    private FunctionAliases() {}

    private static void means(String call, String expression) {
        SqlSelect select = (SqlSelect) StrandlineParser.parse("SELECT " + expression);
        MEANINGS.put(call, select.getSelectList().get(0));
    }

    /** The statement without aliases. */
    static SqlNode resolve(SqlNode statement) {
        return Objects.requireNonNullElse(statement.accept(INSTANCE), statement);
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlCall resolved) || !(resolved.getOperator() instanceof SqlFunction function)) {
            return visited;
        }
        if (function.equals(SqlLibraryOperators.DATE_TRUNC)) {
            return dateTrunc(resolved);
        }
        if (function.equals(SqlLibraryOperators.CONVERT_ORACLE)) {
            return convert(resolved);
        }
        SqlOperator standard = OF_UNITS.get(function.getName());
        if (standard != null && resolved.operand(0) instanceof SqlIntervalQualifier) {
            return standard.createCall(resolved.getParserPosition(), resolved.getOperandList());
        }
        SqlNode meaning = MEANINGS.get(Text.lower(function.getName()) + "/" + resolved.operandCount());
        return meaning == null ? resolved : meaning.accept(new Filling(resolved));
    }

    @Override
    public SqlNode visit(SqlDataTypeSpec type) {
        return TypeAliases.resolve(type);
    }

    /** {@code DATE_TRUNC('month', t)}; weeks begin on Monday, as they do where it is written so. */
    private static SqlNode dateTrunc(SqlCall call) {
        if (!(call.operand(0) instanceof SqlCharStringLiteral unit)) {
            return call;
        }
        String name = Text.upper(String.valueOf(unit.toValue()));
        List<String> known = List.of(
                "MILLENNIUM",
                "CENTURY",
                "DECADE",
                "YEAR",
                "QUARTER",
                "MONTH",
                "WEEK",
                "DAY",
                "HOUR",
                "MINUTE",
                "SECOND");
        if (!known.contains(name)) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    "DATE_TRUNC knows no '" + Text.cut(Text.lower(name), 60) + "'. Give one of "
                            + Text.lower(String.join(", ", known)) + ".");
        }
        SqlParserPos at = call.getParserPosition();
        SqlNode time = call.operand(1);
        if (!name.equals("WEEK")) {
            return floor(time, name, at);
        }
        SqlNode day = SqlLiteral.createInterval(1, "1", unit("DAY", at), at);
        SqlNode earlier = SqlStdOperatorTable.MINUS.createCall(at, time, day);
        return SqlStdOperatorTable.PLUS.createCall(at, floor(earlier, name, at), day);
    }

    private static SqlNode floor(SqlNode time, String unit, SqlParserPos at) {
        return SqlStdOperatorTable.FLOOR.createCall(at, time, unit(unit, at));
    }

    private static SqlIntervalQualifier unit(String name, SqlParserPos at) {
        return new SqlIntervalQualifier(TimeUnit.valueOf(name), null, at);
    }

    /** {@code {fn CONVERT(x, SQL_INTEGER)}}; the prefix may be left out. */
    private static SqlNode convert(SqlCall call) {
        if (call.operandCount() != 2 || !(call.operand(1) instanceof SqlIdentifier name) || !name.isSimple()) {
            return call;
        }
        SqlParserPos at = call.getParserPosition();
        SqlDataTypeSpec type = TypeAliases.ofJdbc(name.getSimple(), name.getParserPosition());
        return type == null ? call : SqlStdOperatorTable.CAST.createCall(at, call.operand(0), type);
    }

    /** Puts the arguments of a call into what it means, all of it at the call's place. */
    private static final class Filling extends SqlShuttle {
        private final List<SqlNode> arguments;
        private final SqlParserPos at;

        Filling(SqlCall call) {
            this.arguments = new ArrayList<>(call.getOperandList());
            this.at = call.getParserPosition();
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            SqlNode filled = super.visit(call);
            return filled == null ? null : filled.clone(at);
        }

        @Override
        public SqlNode visit(SqlIdentifier name) {
            int argument = name.isSimple() && name.getSimple().length() == 1
                    ? name.getSimple().charAt(0) - 'a'
                    : -1;
            return argument < 0 || argument >= arguments.size() ? name.clone(at) : arguments.get(argument);
        }

        @Override
        public SqlNode visit(SqlLiteral literal) {
            return literal.getKind() == SqlKind.INTERVAL_QUALIFIER ? literal : literal.clone(at);
        }
    }
}
