package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StrandlineParser;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Text to parse tree, with coded errors. */
final class StatementParser {
    private StatementParser() {}

    /**
     * Parses one statement.
     *
     * @param backticks whether names may be quoted with backticks too
     * @throws StrandlineException {@code SYNTAX} with line and column
     */
    static SqlNode parse(String sql, boolean backticks) {
        try {
            return selecting(StrandlineParser.parse(sql, backticks));
        } catch (StatementSyntaxException e) {
            throw new StrandlineException(ErrorCode.SYNTAX, StrandlineException.describe(e), e);
        }
    }

    /** {@code TABLE t ORDER BY} and {@code VALUES ... ORDER BY} as the SELECT they mean, which Calcite cannot make of them. */
    private static SqlNode selecting(SqlNode statement) {
        if (!(statement instanceof SqlOrderBy ordered)
                || !(ordered.query.getKind() == SqlKind.EXPLICIT_TABLE || ordered.query.getKind() == SqlKind.VALUES)) {
            return statement;
        }
        SqlParserPos at = ordered.query.getParserPosition();
        SqlNode source = ordered.query.getKind() == SqlKind.EXPLICIT_TABLE
                ? ((SqlCall) ordered.query).operand(0)
                : ordered.query;
        SqlSelect all = new SqlSelect(
                at,
                null,
                SqlNodeList.of(SqlIdentifier.star(at)),
                source,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        return new SqlOrderBy(ordered.getParserPosition(), all, ordered.orderList, ordered.offset, ordered.fetch);
    }
}
