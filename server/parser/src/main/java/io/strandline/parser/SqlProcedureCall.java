package io.strandline.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A procedure call, {@code CALL name(...)} or {@code {? = call name(...)}}: the name as it was written (one to any
 * number of parts) and the arguments in their order. Whether such a procedure exists and what it accepts is for the
 * one who binds it.
 *
 * <p>Dynamic parameters are numbered from 0 over the arguments only; the one before {@code =} is told by {@link
 * #returnsValue()}. The call does not change.
 */
public final class SqlProcedureCall extends SqlCall {
    private static final SqlOperator CALL = new CallOperator("CALL", false);
    private static final SqlOperator CALL_RETURNING = new CallOperator("? = CALL", true);

    private final SqlIdentifier name;
    private final List<Argument> arguments;
    private final boolean returnsValue;

    /**
     * Called by the generated parser.
     *
     * @param returnsValue whether the call was written {@code {? = call ...}}
     */
    public SqlProcedureCall(SqlParserPos pos, SqlIdentifier name, List<Argument> arguments, boolean returnsValue) {
        super(pos);
        this.name = Objects.requireNonNull(name, "name");
        this.arguments = List.copyOf(arguments);
        this.returnsValue = returnsValue;
    }

    /**
     * One argument of a call.
     *
     * @param writtenName the name before {@code =>}, null for an argument by position
     * @param value an expression, a dynamic parameter, NULL, or the operator DEFAULT; literals of dates and times in it
     *     are read, none is left to a validator
     */
    public record Argument(@Nullable SqlIdentifier writtenName, SqlNode value) {
        /** Called by the generated parser. */
        public Argument {
            value = TimeLiterals.read(value);
        }

        /** The argument's name in the case the parser folded it to; empty for an argument by position. */
        public Optional<String> name() {
            return Optional.ofNullable(writtenName).map(SqlIdentifier::getSimple);
        }

        /** Whether the argument is the word DEFAULT. */
        public boolean isDefault() {
            return value.getKind() == SqlKind.DEFAULT;
        }

        private SqlNode toNode() {
            return writtenName == null
                    ? value
                    : SqlStdOperatorTable.ARGUMENT_ASSIGNMENT.createCall(
                            writtenName.getParserPosition().plus(value.getParserPosition()), value, writtenName);
        }

        private static Argument ofNode(SqlNode node) {
            return node.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
                    ? new Argument(((SqlCall) node).operand(1), ((SqlCall) node).operand(0))
                    : new Argument(null, node);
        }
    }

    /** The procedure's name, qualified as far as it was written. */
    public SqlIdentifier name() {
        return name;
    }

    /** The arguments in the order they were written; by position and by name may be mixed here. */
    public List<Argument> arguments() {
        return arguments;
    }

    /** Whether a place for a result was written, {@code {? = call ...}}. */
    public boolean returnsValue() {
        return returnsValue;
    }

    @Override
    public SqlOperator getOperator() {
        return returnsValue ? CALL_RETURNING : CALL;
    }

    /** The name, then each argument; one by name as a call of {@code =>} of value and name. */
    @Override
    public List<SqlNode> getOperandList() {
        List<SqlNode> operands = new ArrayList<>(arguments.size() + 1);
        operands.add(name);
        arguments.forEach(argument -> operands.add(argument.toNode()));
        return operands;
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        if (returnsValue) {
            writer.print("{ ? =");
            writer.setNeedWhitespace(true);
        }
        writer.keyword("CALL");
        name.unparse(writer, 0, 0);
        SqlWriter.Frame list = writer.startList("(", ")");
        for (Argument argument : arguments) {
            writer.sep(",");
            if (argument.writtenName() != null) {
                argument.writtenName().unparse(writer, 0, 0);
                writer.keyword("=>");
            }
            argument.value().unparse(writer, 0, 0);
        }
        writer.endList(list);
        if (returnsValue) {
            writer.print("}");
        }
    }

    /** The operator of a call; from operands as {@link #getOperandList()} gives them it makes the call again. */
    private static final class CallOperator extends SqlOperator {
        private final boolean returnsValue;

        CallOperator(String name, boolean returnsValue) {
            super(name, SqlKind.PROCEDURE_CALL, 0, 0, null, null, null);
            this.returnsValue = returnsValue;
        }

        @Override
        public SqlSyntax getSyntax() {
            return SqlSyntax.SPECIAL;
        }

        @Override
        public SqlCall createCall(
                @Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
            List<Argument> arguments = new ArrayList<>(operands.length - 1);
            for (int i = 1; i < operands.length; i++) {
                arguments.add(Argument.ofNode(Objects.requireNonNull(operands[i], "argument")));
            }
            SqlNode name = Objects.requireNonNull(operands[0], "name");
            return new SqlProcedureCall(pos, (SqlIdentifier) name, arguments, returnsValue);
        }
    }
}
