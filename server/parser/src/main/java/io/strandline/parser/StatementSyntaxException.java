package io.strandline.parser;

import java.util.Objects;

/**
 * A text that is no statement: SQLSTATE 42601 for the client. The message is one line of at most {@value
 * #MESSAGE_LIMIT} characters that says what was met, where, and what to do; it never repeats the text of a string
 * literal, which may be a secret.
 */
public final class StatementSyntaxException extends RuntimeException {
    /** No message is longer, in UTF-16 units. */
    public static final int MESSAGE_LIMIT = 500;

    private static final long serialVersionUID = 1;

    /** What is wrong with the text. */
    public enum Kind {
        /** It does not follow the grammar, or goes beyond a limit of the parser. */
        SYNTAX,
        /** It holds a second statement after a semicolon. */
        SEVERAL_STATEMENTS,
        /** It holds no statement: it is blank, or only comments and semicolons. */
        EMPTY
    }

    private final Kind kind;
    private final int line;
    private final int column;

    /**
     * Made by the parser.
     *
     * @param problem what was met and what to do; the place is added here
     * @param line from 1
     * @param column from 1, in UTF-16 units
     */
    public StatementSyntaxException(Kind kind, String problem, int line, int column) {
        super(message(kind, problem, line, column));
        this.kind = Objects.requireNonNull(kind, "kind");
        this.line = line;
        this.column = column;
    }

    /** What was met, where, and what to do; never null. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What is wrong. */
    public Kind kind() {
        return kind;
    }

    /** Line of the first character that cannot be accepted, from 1. */
    public int line() {
        return line;
    }

    /** Column of that character, from 1, in UTF-16 units; a tab counts one. */
    public int column() {
        return column;
    }

    private static String message(Kind kind, String problem, int line, int column) {
        String where = kind == Kind.EMPTY ? "" : "line " + line + ", column " + column + ": ";
        String message = oneLine(where + problem);
        return message.length() <= MESSAGE_LIMIT ? message : cut(message, MESSAGE_LIMIT - 3) + "...";
    }

    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints()
                .map(character -> Character.isISOControl(character) ? ' ' : character)
                .forEach(line::appendCodePoint);
        return line.toString();
    }

    /** The first characters of a text, at most so many units, without half a surrogate pair. */
    static String cut(String text, int units) {
        if (text.length() <= units) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(units - 1)) ? units - 1 : units);
    }
}
