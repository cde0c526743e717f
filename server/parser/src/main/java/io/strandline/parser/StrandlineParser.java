package io.strandline.parser;

import io.strandline.parser.impl.StatementParser;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformanceEnum;

/**
 * Parses one statement of Strandline's dialect: unquoted names are folded to lower case, names are quoted with double
 * quotes and matched exactly. Safe for use by any number of threads.
 */
public final class StrandlineParser {
    /** The longest name accepted, in UTF-16 units. */
    public static final int IDENTIFIER_MAX_LENGTH = 1024;

    /** How deep parentheses, brackets and braces may be nested. */
    public static final int NESTING_MAX_DEPTH = StatementParser.NESTING_MAX_DEPTH;

    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withParserFactory(StatementParser::new)
            .withUnquotedCasing(Casing.TO_LOWER)
            .withQuotedCasing(Casing.UNCHANGED)
            .withCaseSensitive(true)
            .withQuoting(Quoting.DOUBLE_QUOTE)
            .withConformance(SqlConformanceEnum.BABEL)
            .withIdentifierMaxLength(IDENTIFIER_MAX_LENGTH);

    private StrandlineParser() {}

    /**
     * The dialect, for Calcite's own callers of parsers. What such a parser throws has a {@link
     * StatementSyntaxException} as its cause.
     */
    public static SqlParser.Config config() {
        return CONFIG;
    }

    /**
     * Parses a text that holds exactly one statement; semicolons after it and comments anywhere are allowed.
     *
     * @return the parse tree; a {@link SqlProcedureCall} for a call in any of its forms
     * @throws StatementSyntaxException if the text is no statement, several, or none
     */
    public static SqlNode parse(String sql) {
        try {
            return SqlParser.create(sql, CONFIG).parseStmt();
        } catch (SqlParseException e) {
            throw (StatementSyntaxException) e.getCause();
        }
    }
}
