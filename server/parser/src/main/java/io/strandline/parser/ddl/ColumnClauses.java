package io.strandline.parser.ddl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** What follows the type of a column, in any order, each at most once. Filled by the generated parser. */
public final class ColumnClauses {
    private @Nullable Boolean nullable;
    private @Nullable SqlNode defaultValue;
    private @Nullable String comment;

    /** NULL or NOT NULL. */
    public void nullable(boolean value, SqlParserPos at) {
        requireFirst(nullable, "NULL or NOT NULL", at);
        nullable = value;
    }

    /** DEFAULT and a literal. */
    public void defaultValue(SqlNode value, SqlParserPos at) {
        requireFirst(defaultValue, "DEFAULT", at);
        defaultValue = value;
    }

    /** COMMENT and a text. */
    public void comment(String value, SqlParserPos at) {
        requireFirst(comment, "COMMENT", at);
        comment = value;
    }

    private static void requireFirst(@Nullable Object before, String clause, SqlParserPos at) {
        if (before != null) {
            throw new StatementSyntaxException(
                    Kind.SYNTAX, clause + " is given twice; keep one", at.getLineNum(), at.getColumnNum());
        }
    }

    /** The column. */
    public ColumnDefinition column(List<String> path, ColumnType type) {
        return new ColumnDefinition(path, type, nullable, defaultValue, comment);
    }
}
