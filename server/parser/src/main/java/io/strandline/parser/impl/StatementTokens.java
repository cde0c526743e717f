package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a text that must hold one statement. Here, where it costs one look at each token, semicolons round the
 * statement are left out, a second statement and a text without one are refused, words that can only be names where
 * they stand become names, and size is bounded before the recursive parser meets it.
 */
final class StatementTokens extends StrandlineSqlParserImplTokenManager {
    private final SyntaxErrors errors;
    private final ParserLimits limits;
    private @Nullable Token ahead;
    private boolean begun;
    private int previous = EOF;
    private int previousButOne = EOF;
    private boolean inMapType;

    StatementTokens(SimpleCharStream characters, SyntaxErrors errors) {
        super(characters);
        this.errors = errors;
        this.limits = new ParserLimits();
    }

    @Override
    public void ReInit(SimpleCharStream characters) {
        super.ReInit(characters);
        limits.clear();
        ahead = null;
        begun = false;
        previous = EOF;
        previousButOne = EOF;
        inMapType = false;
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
        limits.count(token, previous);
        if (Words.isWord(token.kind) && isName(token)) {
            token.kind = IDENTIFIER;
        }
        inMapType = (token.kind == LT && previous == MAP) || (inMapType && token.kind != GT);
        previousButOne = previous;
        previous = token.kind;
        return token;
    }

    /** Whether a word can only be a name where it stands, reserved or not. */
    private boolean isName(Token word) {
        if (previous == DOT) {
            return true;
        }
        if (!Words.isReserved(word.kind) && !ContextualWords.contains(word.kind)) {
            return false;
        }
        int next = peek().kind;
        return next == NAMED_ARGUMENT_ASSIGNMENT
                || (ContextualWords.contains(word.kind)
                        && ContextualWords.isName(word.kind, previous, next, isBeforeType()));
    }

    private boolean isBeforeType() {
        return inMapType || (previous == AS && limits.inCast()) || (previous == LPAREN && previousButOne == CONVERT);
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

    private Token peek() {
        if (ahead == null) {
            ahead = scan();
        }
        return ahead;
    }

    private Token next() {
        Token token = ahead == null ? scan() : ahead;
        ahead = null;
        return token;
    }

    private Token scan() {
        try {
            return super.getNextToken();
        } catch (TokenMgrError e) {
            boolean inComment = curLexState == IN_FORMAL_COMMENT || curLexState == IN_MULTI_LINE_COMMENT;
            throw errors.noToken(inComment, input_stream.getBeginLine(), input_stream.getBeginColumn());
        }
    }
}
