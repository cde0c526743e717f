package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import java.io.Reader;
import org.apache.calcite.sql.SqlNode;
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

    /** How many tokens an expression may have between two commas, what stands in parentheses not counted. */
    public static final int EXPRESSION_MAX_TOKENS = 10_000;

    /** How many UNION, EXCEPT and INTERSECT a statement may have. */
    public static final int SET_OPERATIONS_MAX = 1_000;

    private final SyntaxErrors errors;
    private final StatementTokens tokens;

    /** Over a text in which double quotes quote names. */
    public StatementParser(Reader reader) {
        this(reader, false);
    }

    /**
     * Over a text.
     *
     * @param backticks whether names may be quoted with backticks too
     */
    public StatementParser(Reader reader, boolean backticks) {
        super(reader);
        String sql = reader instanceof SourceStringReader source ? source.getSourceString() : null;
        if (sql != null) {
            setOriginalSql(sql);
            jj_input_stream = new BoundedCharStream(reader, sql.length());
        }
        errors = new SyntaxErrors(sql);
        tokens = new StatementTokens(jj_input_stream, errors, backticks);
        token_source = tokens;
    }

    @Override
    public SqlNode parseSqlStmtEof() throws Exception {
        Token first = getToken(1);
        if (!Words.beginsStatement(first.kind)) {
            throw SyntaxErrors.noStatement(first);
        }
        return tokens.putInto(super.parseSqlStmtEof());
    }

    @Override
    public SqlParseException normalizeException(Throwable thrown) {
        StatementSyntaxException error = errors.explain(thrown, token);
        SqlParserPos position = new SqlParserPos(error.line(), error.column());
        return new SqlParseException(error.getMessage(), position, null, null, error);
    }
}
