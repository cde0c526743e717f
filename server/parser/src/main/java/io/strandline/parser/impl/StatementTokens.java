package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import org.apache.calcite.sql.SqlNode;

/**
 * The tokens of a text that must hold one statement. Here, where it costs one look at each token, semicolons round the
 * statement are left out, a second statement and a text without one are refused, words that can only be names where
 * they stand become names, and size is bounded before the recursive parser meets it.
 */
final class StatementTokens extends StrandlineSqlParserImplTokenManager {
    private final SyntaxErrors errors;
    private final ParserLimits limits;
    private final boolean backticks;
    private final TopClauses tops = new TopClauses();
    private final VersionClauses versions = new VersionClauses();
    private final JdbcEscapes escapes = new JdbcEscapes(this::scan);
    private final TokenQueue tokens = new TokenQueue(escapes::take);
    private boolean begun;
    private int previous = EOF;
    private int previousButOne = EOF;
    private boolean inMapType;

    /**
     * The tokens of a text.
     *
     * @param backticks whether names may be quoted with backticks too
     */
    StatementTokens(SimpleCharStream characters, SyntaxErrors errors, boolean backticks) {
        super(characters);
        this.errors = errors;
        this.backticks = backticks;
        this.limits = new ParserLimits();
    }

    @Override
    public void ReInit(SimpleCharStream characters) {
        super.ReInit(characters);
        limits.clear();
        tops.clear();
        versions.clear();
        escapes.clear();
        tokens.clear();
        begun = false;
        previous = EOF;
        previousButOne = EOF;
        inMapType = false;
    }

    @Override
    public Token getNextToken() {
        Token token = tokens.take();
        if (!begun) {
            token = first(token);
            begun = true;
        } else if (token.kind == SEMICOLON) {
            token = end(token);
        }
        limits.count(token, previous);
        tops.sees(token);
        if (Words.isWord(token.kind) && isName(token)) {
            token.kind = IDENTIFIER;
        }
        if (token.kind == SELECT) {
            tops.takeAfter(token, tokens);
        } else if (previous == FETCH && isBeforeRowOnly(token)) {
            tokens.insert(one(token));
        } else if (token.kind == FOR) {
            versions.readAfter(tokens);
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
        int next = tokens.peek(0).kind;
        return next == NAMED_ARGUMENT_ASSIGNMENT
                || (ContextualWords.contains(word.kind)
                        && ContextualWords.isName(word.kind, previous, next, isBeforeType()));
    }

    private boolean isBeforeType() {
        return inMapType || (previous == AS && limits.inCast()) || (previous == LPAREN && previousButOne == CONVERT);
    }

    /** Whether it is FIRST or NEXT without a number, which is one row; the grammar wants the number. */
    private boolean isBeforeRowOnly(Token word) {
        return (word.kind == FIRST || word.kind == NEXT)
                && (tokens.peek(0).kind == ROW || tokens.peek(0).kind == ROWS)
                && tokens.peek(1).kind == ONLY;
    }

    private static Token one(Token place) {
        Token one = Token.newToken(UNSIGNED_INTEGER_LITERAL);
        one.kind = UNSIGNED_INTEGER_LITERAL;
        one.image = "1";
        one.beginLine = place.beginLine;
        one.beginColumn = place.beginColumn;
        one.endLine = place.endLine;
        one.endColumn = place.endColumn;
        return one;
    }

    private Token first(Token start) {
        Token token = start;
        while (token.kind == SEMICOLON) {
            token = tokens.take();
        }
        if (token.kind == DESC) {
            token.kind = DESCRIBE;
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
            token = tokens.take();
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

    /** The tree with the clauses that the grammar has not and that were taken out of the tokens. */
    SqlNode putInto(SqlNode statement) {
        return versions.putInto(tops.putInto(statement));
    }

    private Token scan() {
        try {
            Token token = super.getNextToken();
            return token.kind == BACKTICK_QUOTED ? inDoubleQuotes(token) : token;
        } catch (TokenMgrError e) {
            boolean inComment = curLexState == IN_FORMAL_COMMENT || curLexState == IN_MULTI_LINE_COMMENT;
            throw errors.noToken(inComment, input_stream.getBeginLine(), input_stream.getBeginColumn());
        }
    }

    private Token inDoubleQuotes(Token name) {
        if (!backticks) {
            throw errors.backtick(name);
        }
        String inside = name.image.substring(1, name.image.length() - 1).replace("``", "`");
        name.image = '"' + inside.replace("\"", "\"\"") + '"';
        name.kind = QUOTED_IDENTIFIER;
        return name;
    }
}
