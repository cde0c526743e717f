package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Takes JDBC's escapes off what they are put round, where the grammar knows that by itself: {@code {fn f(x)}} is {@code
 * f(x)}, {@code {oj a LEFT JOIN b ON c}} the join, {@code {escape '!'}} and {@code {limit 5}} the clause. {@code {d '...'}}
 * and its kin are the literals {@code DATE '...'}, {@code TIME} and {@code TIMESTAMP}: Calcite would read the escapes by
 * another calendar, which lacks ten days of 1582. Calls keep their braces.
 */
final class JdbcEscapes implements StrandlineSqlParserImplConstants {
    private final TokenQueue raw;
    private final Deque<Open> open = new ArrayDeque<>();
    private int parentheses;

    JdbcEscapes(Supplier<Token> scanner) {
        this.raw = new TokenQueue(scanner);
    }

    /**
     * A brace that is open.
     *
     * @param parentheses how many were open before it
     */
    private record Open(Token brace, boolean taken, int parentheses) {}

    void clear() {
        raw.clear();
        open.clear();
        parentheses = 0;
    }

    /**
     * The next token that is no escape's brace or word.
     *
     * @throws StatementSyntaxException if the text ends within an escape
     */
    Token take() {
        Token token = raw.take();
        while (isTaken(token)) {
            token = raw.take();
        }
        switch (token.kind) {
            case LPAREN -> parentheses++;
            case RPAREN -> parentheses--;
            case EOF -> requireClosed();
            default -> {}
        }
        return token;
    }

    private boolean isTaken(Token token) {
        switch (token.kind) {
            case LBRACE_FN -> {
                return opens(token, true);
            }
            case LBRACE -> {
                return opens(token, isEscape(raw.peek(0)));
            }
            case LBRACE_D -> {
                return literal(token, DATE, "DATE");
            }
            case LBRACE_T -> {
                return literal(token, TIME, "TIME");
            }
            case LBRACE_TS -> {
                return literal(token, TIMESTAMP, "TIMESTAMP");
            }
            case RBRACE -> {
                return closes();
            }
            default -> {
                return false;
            }
        }
    }

    private boolean opens(Token brace, boolean taken) {
        open.push(new Open(brace, taken, parentheses));
        Token next = raw.peek(0);
        if (brace.kind == LBRACE_FN && next.kind == INSERT) {
            next.kind = IDENTIFIER;
        }
        return taken;
    }

    /** Makes the brace the word of a literal and drops the other one, if it is an escape of a date or a time. */
    private boolean literal(Token brace, int kind, String word) {
        if (raw.peek(0).kind != QUOTED_STRING || raw.peek(1).kind != RBRACE) {
            return opens(brace, false);
        }
        brace.kind = kind;
        brace.image = word;
        raw.remove(1, 1);
        return false;
    }

    private boolean isEscape(Token word) {
        if (word.kind == IDENTIFIER && isOneOf(word, "oj", "fn")) {
            raw.take();
            return true;
        }
        return word.kind == ESCAPE || word.kind == LIMIT;
    }

    private static boolean isOneOf(Token word, String first, String second) {
        String image = word.image.toLowerCase(Locale.ROOT);
        return image.equals(first) || image.equals(second);
    }

    /** An escape ends where it began: not within parentheses that were opened in it, nor after it. */
    private boolean closes() {
        Open last = open.peek();
        if (last == null || (last.taken() && last.parentheses() != parentheses)) {
            return false;
        }
        return open.pop().taken();
    }

    private void requireClosed() {
        Open last = open.peek();
        if (last != null && last.taken()) {
            throw new StatementSyntaxException(
                    Kind.SYNTAX,
                    "an escape begins here and is not closed; close it with }",
                    last.brace().beginLine,
                    last.brace().beginColumn);
        }
    }
}
