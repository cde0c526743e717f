package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.regex.Pattern;

/**
 * Bounds what the grammar would take more than linear time or stack for: nesting, the length of an expression without
 * a comma (operators are put together in quadratic time), and the number of set operations. Lists of values or
 * arguments are bounded by the size of the statement only.
 */
final class ParserLimits implements StrandlineSqlParserImplConstants {
    /** A number whose digits cost no noticeable time to read or to write out. */
    private static final Pattern NUMBER = Pattern.compile("[0-9.]{1,1001}(?:[eE][+-]?0*[0-9]{1,3})?");

    /** About 390 LIKE in one expression, or 60 groups of 100: half a second. */
    private static final long LIKE_WORK_MAX = 20_000_000;

    private final int[] lengths = new int[StatementParser.NESTING_MAX_DEPTH + 1];
    private final int[] likes = new int[StatementParser.NESTING_MAX_DEPTH + 1];
    private final boolean[] casts = new boolean[StatementParser.NESTING_MAX_DEPTH + 1];
    private int depth;
    private int setOperations;
    private long likeWork;

    void clear() {
        depth = 0;
        lengths[0] = 0;
        likes[0] = 0;
        likeWork = 0;
        setOperations = 0;
    }

    /** Whether the innermost open parenthesis is that of a CAST. */
    boolean inCast() {
        return casts[depth];
    }

    /**
     * Takes one more token into account.
     *
     * @param previous the kind of the token before it
     * @throws StatementSyntaxException if that is one too many
     */
    void count(Token token, int previous) {
        switch (token.kind) {
            case LPAREN, LBRACKET, LBRACE, LBRACE_D, LBRACE_T, LBRACE_TS, LBRACE_FN -> open(token, previous);
            case RPAREN, RBRACKET, RBRACE -> depth = Math.max(depth - 1, 0);
            case COMMA -> {
                lengths[depth] = 0;
                likes[depth] = 0;
            }
            case LIKE, ILIKE, RLIKE, SIMILAR -> countLike(token);
            case UNION, EXCEPT, INTERSECT, SET_MINUS -> setOperations++;
            default -> {}
        }
        if (setOperations > StatementParser.SET_OPERATIONS_MAX) {
            throw tooMuch(
                    token, "more than " + StatementParser.SET_OPERATIONS_MAX + " set operations; split the query");
        }
        if (Words.isNumber(token.kind) && !NUMBER.matcher(token.image).matches()) {
            throw tooMuch(
                    token, "a number of more than 1000 digits or an exponent of more than 3; write a smaller one");
        }
        if (++lengths[depth] > StatementParser.EXPRESSION_MAX_TOKENS) {
            throw tooMuch(
                    token,
                    "an expression of more than " + StatementParser.EXPRESSION_MAX_TOKENS
                            + " tokens; split it, or use a list or parentheses");
        }
    }

    /** Each LIKE is put together with all that follow it, in search of an ESCAPE: cubic in their number. */
    private void countLike(Token token) {
        int before = likes[depth]++;
        likeWork += (long) before * before;
        if (likeWork > LIKE_WORK_MAX) {
            throw tooMuch(token, "too many LIKE in one expression; put groups of them in parentheses");
        }
    }

    private void open(Token token, int previous) {
        if (depth == StatementParser.NESTING_MAX_DEPTH) {
            throw tooMuch(token, "nested deeper than " + depth + " levels; take levels out of the statement");
        }
        depth++;
        lengths[depth] = 0;
        likes[depth] = 0;
        casts[depth] = previous == CAST || previous == TRY_CAST || previous == SAFE_CAST;
    }

    private static StatementSyntaxException tooMuch(Token token, String problem) {
        return new StatementSyntaxException(Kind.SYNTAX, problem, token.beginLine, token.beginColumn);
    }
}
