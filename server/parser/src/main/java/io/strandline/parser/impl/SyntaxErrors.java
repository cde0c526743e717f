package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.jspecify.annotations.Nullable;

/** Turns whatever ends a parse into one line that says what was met, where, and what to do. */
final class SyntaxErrors implements StrandlineSqlParserImplConstants {
    private static final int MAX_SHOWN_EXPECTATIONS = 6;
    private static final int MAX_SHOWN_TOKEN = 60;
    private static final Pattern LEXICAL =
            Pattern.compile("(?s)Lexical error at line (\\d+), column (\\d+)\\. {2}Encountered: (.*)");

    private SyntaxErrors() {}

    /**
     * Explains an end of a parse.
     *
     * @param last the last token that was accepted
     */
    static StatementSyntaxException explain(Throwable thrown, Token last) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof StatementSyntaxException explained) {
                return explained;
            }
        }
        if (thrown instanceof ParseException refused && refused.currentToken != null) {
            return unexpected(refused);
        }
        if (thrown instanceof TokenMgrError lexical) {
            return lexical(lexical, last);
        }
        if (thrown instanceof StackOverflowError) {
            return at(last, "the statement is nested too deeply; take levels out of it");
        }
        if (thrown instanceof CalciteContextException context) {
            Throwable cause = context.getCause() == null ? context : context.getCause();
            return new StatementSyntaxException(
                    Kind.SYNTAX,
                    String.valueOf(cause.getMessage()),
                    Math.max(context.getPosLine(), 1),
                    Math.max(context.getPosColumn(), 1));
        }
        String message = thrown.getMessage();
        return at(last, message == null ? "the statement cannot be read from here on" : message);
    }

    private static StatementSyntaxException at(Token token, String problem) {
        return new StatementSyntaxException(
                Kind.SYNTAX, problem, Math.max(token.beginLine, 1), Math.max(token.beginColumn, 1));
    }

    private static StatementSyntaxException unexpected(ParseException refused) {
        Token met = refused.currentToken.next;
        Set<String> expected = expectations(refused.expectedTokenSequences);
        StringBuilder problem = new StringBuilder(describe(met));
        String remedy = remedy(met, expected);
        if (remedy != null) {
            problem.append("; ").append(remedy);
        } else if (!expected.isEmpty() && expected.size() <= MAX_SHOWN_EXPECTATIONS) {
            problem.append("; expected ").append(String.join(" or ", expected));
        } else {
            problem.append("; correct the statement there");
        }
        return at(met, problem.toString());
    }

    private static String describe(Token met) {
        return switch (met.kind) {
            case EOF -> "the statement ends too early";
            case QUOTE -> "a string begins here and is not closed";
            case DOUBLE_QUOTE -> "a quoted name begins here and is empty or not closed";
            case QUOTED_STRING,
                    PREFIXED_STRING_LITERAL,
                    UNICODE_STRING_LITERAL,
                    C_STYLE_ESCAPED_STRING_LITERAL,
                    BINARY_STRING_LITERAL,
                    UNICODE_QUOTED_ESCAPE_CHAR -> "unexpected string literal";
            default -> "unexpected " + shown(met.image);
        };
    }

    private static @Nullable String remedy(Token met, Set<String> expected) {
        return switch (met.kind) {
            case QUOTE -> "close it with ', and write a ' inside a string twice";
            case DOUBLE_QUOTE -> "close it with \"";
            default ->
                Words.isWord(met.kind) && expected.contains("a name")
                        ? "it is a reserved word: put it in double quotes if it is meant as a name"
                        : null;
        };
    }

    /** What could have come, put together: names, literals and the words that may be names are one entry each. */
    private static Set<String> expectations(int[] @Nullable [] sequences) {
        Set<String> expected = new TreeSet<>();
        boolean name = false;
        for (int[] sequence : sequences == null ? new int[0][] : sequences) {
            name |= sequence[sequence.length - 1] == IDENTIFIER;
        }
        for (int[] sequence : sequences == null ? new int[0][] : sequences) {
            int kind = sequence[sequence.length - 1];
            if (kind == EOF) {
                expected.add("the end of the statement");
            } else if (Words.isQuotedName(kind) || (name && (kind == IDENTIFIER || !Words.isReserved(kind)))) {
                expected.add("a name");
            } else if (Words.isLiteral(kind)) {
                expected.add("a literal");
            } else {
                expected.add(tokenImage[kind].replace('"', '\0').replace("\0", ""));
            }
        }
        return expected;
    }

    private static StatementSyntaxException lexical(TokenMgrError error, Token last) {
        Matcher matcher = LEXICAL.matcher(String.valueOf(error.getMessage()));
        if (!matcher.matches()) {
            return at(last, "the text cannot be read from here on");
        }
        return new StatementSyntaxException(
                Kind.SYNTAX,
                lexicalProblem(matcher.group(3)),
                Math.max(Integer.parseInt(matcher.group(1)), 1),
                Math.max(Integer.parseInt(matcher.group(2)), 1));
    }

    private static String lexicalProblem(String encountered) {
        if (encountered.startsWith("<EOF>")) {
            return encountered.contains("after : \"/*")
                    ? "a comment is not closed; close it with */"
                    : "the text ends within a string, a quoted name or a comment; close it";
        }
        if (encountered.startsWith("\"`\"")) {
            return "unexpected `; names are quoted with double quotes";
        }
        Matcher code = Pattern.compile("\\((\\d+)\\)").matcher(encountered);
        String character = code.find() ? characterName(Integer.parseInt(code.group(1))) : "character";
        return "unexpected " + character + "; put names with such characters in double quotes";
    }

    private static String characterName(int code) {
        return Character.isSurrogate((char) code) || Character.isISOControl(code)
                ? String.format(java.util.Locale.ROOT, "character U+%04X", code)
                : "character " + (char) code;
    }

    private static String shown(String image) {
        String cut = image.codePointCount(0, image.length()) <= MAX_SHOWN_TOKEN
                ? image
                : image.substring(0, image.offsetByCodePoints(0, MAX_SHOWN_TOKEN)) + "...";
        return "\"" + cut + "\"";
    }
}
