package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The tokens of a text that must hold one statement. Here, where it costs one look at each token, semicolons round the
 * statement are left out, a second statement and a text without one are refused, and nesting is bounded before the
 * recursive parser meets it.
 */
final class StatementTokens extends StrandlineSqlParserImplTokenManager {
    private final int maxDepth;
    private final Deque<Token> ahead = new ArrayDeque<>();
    private boolean begun;
    private int depth;
    private int previous = EOF;

    StatementTokens(SimpleCharStream characters, int maxDepth) {
        super(characters);
        this.maxDepth = maxDepth;
    }

    @Override
    public void ReInit(SimpleCharStream characters) {
        super.ReInit(characters);
        ahead.clear();
        begun = false;
        depth = 0;
        previous = EOF;
    }

    @Override
    public Token getNextToken() {
        Token token = next();
        if (!begun) {
            token = first(token);
            begun = true;
        } else if (token.kind == SEMICOLON) {
            token = end(token);
        }
        measureDepth(token);
        if (Words.isWord(token.kind) && isName(token)) {
            token.kind = IDENTIFIER;
        }
        previous = token.kind;
        return token;
    }

    /** Whether a word can only be a name where it stands, reserved or not. */
    private boolean isName(Token word) {
        return previous == DOT || (Words.isReserved(word.kind) && peek().kind == NAMED_ARGUMENT_ASSIGNMENT);
    }

    private Token first(Token start) {
        Token token = start;
        while (token.kind == SEMICOLON) {
            token = next();
        }
        if (token.kind == EOF) {
            throw new StatementSyntaxException(
                    Kind.EMPTY, "the text holds no statement, only blanks or comments; send one statement", 1, 1);
        }
        return token;
    }

    private Token end(Token semicolon) {
        Token token = semicolon;
        while (token.kind == SEMICOLON) {
            token = next();
        }
        if (token.kind != EOF) {
            throw new StatementSyntaxException(
                    Kind.SEVERAL_STATEMENTS,
                    "a second statement begins here; one statement at a time is accepted, send them one by one",
                    token.beginLine,
                    token.beginColumn);
        }
        return token;
    }

    private void measureDepth(Token token) {
        switch (token.kind) {
            case LPAREN, LBRACKET, LBRACE, LBRACE_D, LBRACE_T, LBRACE_TS, LBRACE_FN -> depth++;
            case RPAREN, RBRACKET, RBRACE -> depth--;
            default -> {}
        }
        if (depth > maxDepth) {
            throw new StatementSyntaxException(
                    Kind.SYNTAX,
                    "the statement is nested deeper than " + maxDepth + " levels; take levels out of it",
                    token.beginLine,
                    token.beginColumn);
        }
    }

    private Token peek() {
        if (ahead.isEmpty()) {
            ahead.add(super.getNextToken());
        }
        return ahead.element();
    }

    private Token next() {
        Token token = ahead.poll();
        return token == null ? super.getNextToken() : token;
    }
}
