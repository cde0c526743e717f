package io.strandline.parser.impl;

import static java.util.Objects.requireNonNull;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT TOP n} and {@code SELECT TOP (n)}, with a number or a parameter, which the grammar has not: taken out of the
 * tokens, and put into the tree as the limit they are. {@code top} stays a name where it can be one. For one text.
 */
final class TopClauses implements StrandlineSqlParserImplConstants {
    private final Map<Place, SqlNode> tops = new HashMap<>();

    /** For each parameter that was taken, how many that the grammar sees stand before it. */
    private final List<Integer> seenBefore = new ArrayList<>();

    private int parametersSeen;

    /** Where a SELECT stands. */
    private record Place(int line, int column) {}

    void clear() {
        tops.clear();
        seenBefore.clear();
        parametersSeen = 0;
    }

    /** Counts a token that the grammar sees. */
    void sees(Token token) {
        if (token.kind == HOOK) {
            parametersSeen++;
        }
    }

    /** Takes the clause off the tokens after a SELECT, if there is one. */
    void takeAfter(Token select, TokenQueue tokens) {
        int at = tokens.peek(0).kind == DISTINCT || tokens.peek(0).kind == ALL ? 1 : 0;
        Token word = tokens.peek(at);
        boolean top =
                word.kind == IDENTIFIER && word.image.toLowerCase(Locale.ROOT).equals("top");
        if (!top) {
            return;
        }
        boolean bare = isCount(tokens.peek(at + 1));
        boolean bracketed = tokens.peek(at + 1).kind == LPAREN
                && isCount(tokens.peek(at + 2))
                && tokens.peek(at + 3).kind == RPAREN
                && !ContextualWords.isAfterValue(tokens.peek(at + 4).kind);
        if (bare || bracketed) {
            Token count = tokens.peek(bare ? at + 1 : at + 2);
            tokens.remove(at, bare ? 2 : 4);
            tops.put(new Place(select.beginLine, select.beginColumn), countOf(count));
        }
    }

    private static boolean isCount(Token token) {
        return token.kind == UNSIGNED_INTEGER_LITERAL || token.kind == HOOK;
    }

    private SqlNode countOf(Token count) {
        SqlParserPos at = new SqlParserPos(count.beginLine, count.beginColumn, count.endLine, count.endColumn);
        if (count.kind == HOOK) {
            seenBefore.add(parametersSeen);
            return new SqlDynamicParam(parametersSeen + seenBefore.size() - 1, at);
        }
        return SqlLiteral.createExactNumeric(count.image, at);
    }

    /** The tree with the clauses that were taken. */
    SqlNode putInto(SqlNode statement) {
        SqlNode changed = tops.isEmpty() ? statement : statement.accept(new Limits());
        return changed == null ? statement : changed;
    }

    private final class Limits extends SqlShuttle {
        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select) {
                SqlNode top = topOf(select);
                if (top != null) {
                    refuseTwice(ordered, top);
                    SqlNode inner = super.visit(select);
                    return new SqlOrderBy(
                            ordered.getParserPosition(),
                            inner == null ? select : inner,
                            (SqlNodeList) requireNonNull(ordered.orderList.accept(this)),
                            ordered.offset == null ? null : ordered.offset.accept(this),
                            top);
                }
            }
            SqlNode visited = super.visit(call);
            if (call instanceof SqlSelect && visited instanceof SqlSelect select) {
                SqlNode top = topOf(call);
                if (top != null) {
                    select.setFetch(top);
                }
            }
            return visited;
        }

        /** Those that were taken stand before some that the grammar numbered without them. */
        @Override
        public SqlNode visit(SqlDynamicParam parameter) {
            int index = parameter.getIndex();
            int taken =
                    (int) seenBefore.stream().filter(before -> before <= index).count();
            return taken == 0 ? parameter : new SqlDynamicParam(index + taken, parameter.getParserPosition());
        }
    }

    private @Nullable SqlNode topOf(SqlNode select) {
        SqlParserPos at = select.getParserPosition();
        return tops.get(new Place(at.getLineNum(), at.getColumnNum()));
    }

    private static void refuseTwice(SqlOrderBy ordered, SqlNode top) {
        if (ordered.fetch != null) {
            SqlParserPos at = top.getParserPosition();
            throw new StatementSyntaxException(
                    Kind.SYNTAX,
                    "TOP beside LIMIT or FETCH; leave one of them out",
                    at.getLineNum(),
                    at.getColumnNum());
        }
    }
}
