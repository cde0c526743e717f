package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StrandlineParser;
import org.apache.calcite.sql.SqlNode;

/** Text to parse tree, with coded errors. */
final class StatementParser {
    private StatementParser() {}

    /**
     * Parses one statement.
     *
     * @throws StrandlineException {@code SYNTAX} with line and column
     */
    static SqlNode parse(String sql) {
        try {
            return StrandlineParser.parse(sql);
        } catch (StatementSyntaxException e) {
            throw new StrandlineException(ErrorCode.SYNTAX, StrandlineException.describe(e), e);
        }
    }
}
