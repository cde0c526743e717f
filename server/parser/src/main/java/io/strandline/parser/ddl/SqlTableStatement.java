package io.strandline.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A {@link TableStatement} as a node of the parse tree. It does not change. */
public final class SqlTableStatement extends SqlCall {
    private final TableStatement statement;

    /** Called by the generated parser. */
    public SqlTableStatement(SqlParserPos pos, TableStatement statement) {
        super(pos);
        this.statement = statement;
    }

    /** What was written. */
    public TableStatement statement() {
        return statement;
    }

    @Override
    public SqlOperator getOperator() {
        return new SqlSpecialOperator(statement.keywords(), SqlKind.OTHER_DDL) {
            @Override
            public SqlCall createCall(
                    @Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
                return new SqlTableStatement(pos, statement);
            }
        };
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of();
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(statement.keywords());
        new SqlIdentifier(statement.name(), getParserPosition()).unparse(writer, 0, 0);
    }
}
