package io.strandline.parser;

import java.util.List;
import java.util.Objects;
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

/** {@code USE schema} or {@code USE catalog.schema}, as it was written. It does not change. */
public final class SqlUse extends SqlCall {
    private static final SqlOperator USE = new SqlSpecialOperator("USE", SqlKind.OTHER) {
        @Override
        public SqlCall createCall(
                @Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
            return new SqlUse(pos, (SqlIdentifier) Objects.requireNonNull(operands[0], "path"));
        }
    };

    private final SqlIdentifier path;

    /** Called by the generated parser. */
    public SqlUse(SqlParserPos pos, SqlIdentifier path) {
        super(pos);
        this.path = path;
    }

    /** The schema's name, after its catalog's if that was written. */
    public List<String> path() {
        return path.names;
    }

    @Override
    public SqlOperator getOperator() {
        return USE;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(path);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("USE");
        path.unparse(writer, 0, 0);
    }
}
