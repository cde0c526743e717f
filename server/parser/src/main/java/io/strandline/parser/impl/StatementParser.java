package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import java.io.Reader;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.SourceStringReader;

/**
 * The generated parser, reading {@link StatementTokens} and explaining what it does not accept. Everything it throws
 * has a {@link StatementSyntaxException} as its cause. For one text and one thread.
 */
public final class StatementParser extends StrandlineSqlParserImpl {
    /** How deep parentheses, brackets and braces may be nested. */
    public static final int NESTING_MAX_DEPTH = 256;

    /** Over a text. */
    public StatementParser(Reader reader) {
        super(reader);
        if (reader instanceof SourceStringReader source) {
            String sql = source.getSourceString();
            setOriginalSql(sql);
            // one buffer of the text's size: the stock one grows by 2 KB steps, which is quadratic for a long token
            jj_input_stream.ReInit(reader, 1, 1, Math.max(sql.length(), 16));
        }
        token_source = new StatementTokens(jj_input_stream, NESTING_MAX_DEPTH);
    }

    @Override
    public SqlParseException normalizeException(Throwable thrown) {
        StatementSyntaxException error = SyntaxErrors.explain(thrown, token);
        SqlParserPos position = new SqlParserPos(error.line(), error.column());
        return new SqlParseException(error.getMessage(), position, null, null, error);
    }
}
