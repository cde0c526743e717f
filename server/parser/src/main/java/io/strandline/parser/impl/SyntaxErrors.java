package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import io.strandline.parser.StrandlineParser;
import java.util.Map;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.util.Static;
import org.jspecify.annotations.Nullable;

/** Turns whatever ends a parse into one line that says what was met, where, and what to do. */
final class SyntaxErrors implements StrandlineSqlParserImplConstants {
    private static final int MAX_SHOWN_TOKEN = 60;
    /** What Calcite's grammar says of a construct in the wrong place, in words for one who does not know it. */
    private static final Map<String, String> PLAIN = Map.of(
            Static.RESOURCE.illegalQueryExpression().str(), "a query is not accepted here; give a value",
            Static.RESOURCE.illegalNonQueryExpression().str(), "a query is expected here, such as SELECT or VALUES",
            Static.RESOURCE.illegalRowExpression().str(), "a row of values is not accepted here; give one value");

    private static final String BACKTICK =
            "unexpected `; names are quoted with double quotes, and with backticks in pairs"
                    + " after SET backticks = 'true'";

    private final @Nullable String sql;

    /**
     * For one text.
     *
     * @param sql the text if it is known
     */
    SyntaxErrors(@Nullable String sql) {
        this.sql = sql;
    }

    /** The first token begins no statement. */
    static StatementSyntaxException noStatement(Token first) {
        return at(first, describe(first) + "; a statement begins with " + Words.STATEMENTS);
    }

    /**
     * Explains the end of a parse.
     *
     * @param last the last token that was accepted
     */
    StatementSyntaxException explain(Throwable thrown, Token last) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof StatementSyntaxException explained) {
                return explained;
            }
        }
        if (thrown instanceof ParseException refused && refused.currentToken != null) {
            return unexpected(new Expectation(refused));
        }
        if (thrown instanceof StackOverflowError) {
            return at(last, "nested too deeply; take levels out of the statement");
        }
        if (thrown instanceof CalciteContextException context) {
            Throwable cause = context.getCause() == null ? context : context.getCause();
            String message = String.valueOf(cause.getMessage());
            return new StatementSyntaxException(
                    Kind.SYNTAX,
                    plain(message),
                    Math.max(context.getPosLine(), 1),
                    Math.max(context.getPosColumn(), 1));
        }
        String message = thrown.getMessage();
        return at(last, message == null ? "the statement cannot be read from here on" : message);
    }

    private static String plain(String message) {
        // Calcite's message begins with the name, which may be all of it that a client sees
        return message.startsWith("Length of identifier")
                ? "a name of more than " + StrandlineParser.IDENTIFIER_MAX_LENGTH + " characters; use a shorter one"
                : PLAIN.getOrDefault(message, message);
    }

    private static StatementSyntaxException at(Token token, String problem) {
        return new StatementSyntaxException(
                Kind.SYNTAX, problem, Math.max(token.beginLine, 1), Math.max(token.beginColumn, 1));
    }

    private static StatementSyntaxException unexpected(Expectation expectation) {
        Token met = expectation.met();
        return at(met, describe(met) + "; " + remedy(met, expectation));
    }

    private static String describe(Token met) {
        return switch (met.kind) {
            case EOF -> "the statement ends too early";
            case QUOTE -> "a string begins here and is not closed";
            case DOUBLE_QUOTE -> "a quoted name begins here and is empty or not closed";
            default -> Words.isString(met.kind) ? "unexpected string literal" : "unexpected " + shown(met.image);
        };
    }

    private static String remedy(Token met, Expectation expectation) {
        if (met.kind == QUOTE) {
            return "close it with ', and write a ' inside a string twice";
        }
        if (met.kind == DOUBLE_QUOTE) {
            return "close it with \"";
        }
        if (Words.isWord(met.kind) && expectation.ofName()) {
            return "something is missing before this reserved word, or, if it is meant as a name, put it in double quotes";
        }
        return expectation
                .shown()
                .map(expected -> "expected " + expected)
                .orElse(met.kind == EOF ? "complete it" : "correct the statement there");
    }

    /**
     * No token begins at a place.
     *
     * @param inComment whether it is a comment that begins there, and runs to the end of the text
     */
    StatementSyntaxException noToken(boolean inComment, int line, int column) {
        String problem =
                inComment ? "a comment begins here and is not closed; close it with */" : badCharacter(line, column);
        return new StatementSyntaxException(Kind.SYNTAX, problem, line, column);
    }

    /** A name in backticks where they do not quote. */
    StatementSyntaxException backtick(Token name) {
        return at(name, BACKTICK);
    }

    private String badCharacter(int line, int column) {
        int character = characterAt(line, column);
        if (character == '`') {
            return BACKTICK;
        }
        String name = character < 0 || Character.isISOControl(character)
                ? "a control character"
                : shown(Character.toString(character));
        return "unexpected " + name + "; a name with such characters is put in double quotes";
    }

    /** The character at a place as the generated scanner counts lines and columns; negative if there is none. */
    private int characterAt(int line, int column) {
        if (sql == null) {
            return -1;
        }
        int start = 0;
        for (int at = 1; at < line; at++) {
            while (start < sql.length() && sql.charAt(start) != '\n' && sql.charAt(start) != '\r') {
                start++;
            }
            start += sql.startsWith("\r\n", start) ? 2 : 1;
        }
        int index = start + column - 1;
        return index < sql.length() ? sql.codePointAt(index) : -1;
    }

    private static String shown(String image) {
        String cut = image.codePointCount(0, image.length()) <= MAX_SHOWN_TOKEN
                ? image
                : image.substring(0, image.offsetByCodePoints(0, MAX_SHOWN_TOKEN)) + "...";
        return "\"" + cut + "\"";
    }
}
