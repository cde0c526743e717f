package io.strandline.parser;

import io.strandline.parser.impl.StatementParser;
import java.util.Set;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * Parses one statement of Strandline's dialect: unquoted names are folded to lower case, names are quoted with double
 * quotes and matched exactly. Safe for use by any number of threads.
 */
public final class StrandlineParser {
    /** The longest name accepted, in UTF-16 units. */
    public static final int IDENTIFIER_MAX_LENGTH = 1024;

    /** How deep parentheses, brackets and braces may be nested. */
    public static final int NESTING_MAX_DEPTH = StatementParser.NESTING_MAX_DEPTH;

    /** How many tokens an expression may have between two commas, what stands in parentheses not counted. */
    public static final int EXPRESSION_MAX_TOKENS = StatementParser.EXPRESSION_MAX_TOKENS;

    /** How many UNION, EXCEPT and INTERSECT a statement may have. */
    public static final int SET_OPERATIONS_MAX = StatementParser.SET_OPERATIONS_MAX;

    /**
     * The words that cannot name a column in a query unless they are quoted: {@code all, and, as, between, call, case,
     * cast, create, cross, default, delete, describe, distinct, drop, end-exec, except, exists, explain, false, from,
     * having, in, inner, insert, intersect, into, is, join, lateral, like, merge, minus, not, null, on, or, select, set,
     * stream, then, true, union, unnest, update, when, where, with}.
     *
     * <p>Every other word can, {@code offset}, {@code date}, {@code order} and {@code table} among them: as an
     * expression, after a dot, and after AS. After a dot and before {@code =>} these can as well. An alias without AS
     * is better quoted if it is a word of SQL.
     */
    public static final Set<String> RESERVED_WORDS = Set.of("""
            all and as between call case cast create cross default delete describe distinct drop
            end-exec except exists explain false from having in inner insert intersect into is join
            lateral like merge minus not null on or select set stream then true union unnest update
            when where with""".strip().split("\\s+"));

    /** What of the dialects that Calcite knows is allowed. */
    public static final SqlConformance CONFORMANCE = new SqlDelegatingConformance(SqlConformanceEnum.BABEL) {
        /** {@code SELECT ROW(1, 'a')}. */
        @Override
        public boolean allowExplicitRowValueConstructor() {
            return true;
        }
    };

    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withParserFactory(StatementParser::new)
            .withUnquotedCasing(Casing.TO_LOWER)
            .withQuotedCasing(Casing.UNCHANGED)
            .withCaseSensitive(true)
            .withQuoting(Quoting.DOUBLE_QUOTE)
            .withConformance(CONFORMANCE)
            .withIdentifierMaxLength(IDENTIFIER_MAX_LENGTH);

    private static final SqlParser.Config BACKTICKS =
            CONFIG.withParserFactory(reader -> new StatementParser(reader, true));

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
        return parse(sql, false);
    }

    /**
     * Parses a text as {@link #parse(String)} does.
     *
     * @param backticks whether names may be quoted with backticks too
     * @throws StatementSyntaxException if the text is no statement, several, or none
     */
    public static SqlNode parse(String sql, boolean backticks) {
        try {
            return SqlParser.create(sql, backticks ? BACKTICKS : CONFIG).parseStmt();
        } catch (SqlParseException e) {
            throw (StatementSyntaxException) e.getCause();
        }
    }
}
