package io.strandline.parser.impl;

import java.io.StringReader;
import java.util.BitSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.Metadata;

/** What the kinds of tokens are, taken from the generated parser itself. */
public final class Words implements StrandlineSqlParserImplConstants {
    /** The words that begin statements, for messages. */
    static final String STATEMENTS =
            "SELECT, WITH, VALUES, TABLE, CALL, INSERT, UPDATE, DELETE, MERGE, CREATE, ALTER, DROP,"
                    + " COMMENT, EXPLAIN, DESCRIBE, SHOW, USE, SET, RESET";

    private static final BitSet BEGINNINGS = kinds("SELECT WITH VALUES VALUE TABLE ( CALL { INSERT UPSERT UPDATE DELETE"
            + " MERGE EXPLAIN DESCRIBE SHOW USE SET RESET CREATE ALTER DROP COMMENT");
    private static final Set<Integer> STRINGS = Set.of(
            QUOTED_STRING,
            PREFIXED_STRING_LITERAL,
            UNICODE_STRING_LITERAL,
            C_STYLE_ESCAPED_STRING_LITERAL,
            BINARY_STRING_LITERAL,
            UNICODE_QUOTED_ESCAPE_CHAR);
    private static final Set<Integer> NAMES = Set.of(
            IDENTIFIER,
            QUOTED_IDENTIFIER,
            UNICODE_QUOTED_IDENTIFIER,
            BACK_QUOTED_IDENTIFIER,
            BRACKET_QUOTED_IDENTIFIER,
            BIG_QUERY_BACK_QUOTED_IDENTIFIER,
            HYPHENATED_IDENTIFIER);
    private static final BitSet WORDS = new BitSet();
    private static final BitSet RESERVED = new BitSet();

    static {
        Metadata metadata = new StrandlineSqlParserImpl(new StringReader("")).getMetadata();
        for (int kind = 0; kind < tokenImage.length; kind++) {
            if (tokenImage[kind].matches("\"[A-Z_][A-Z_0-9-]*\"")) {
                WORDS.set(kind);
                RESERVED.set(kind, !metadata.isNonReservedKeyword(text(kind)));
            }
        }
    }

    private Words() {}

    /** Every word of the grammar in lower case, reserved or not, sorted. */
    public static Set<String> all() {
        Set<String> words = new TreeSet<>();
        WORDS.stream().forEach(kind -> words.add(text(kind).toLowerCase(Locale.ROOT)));
        return words;
    }

    /** Whether a kind of token is a word of the grammar, reserved or not. */
    static boolean isWord(int kind) {
        return WORDS.get(kind);
    }

    /** Whether a kind of token is a word that is no name by itself. */
    static boolean isReserved(int kind) {
        return RESERVED.get(kind);
    }

    /** Whether a statement may begin with a kind of token. */
    static boolean beginsStatement(int kind) {
        return BEGINNINGS.get(kind);
    }

    static boolean isName(int kind) {
        return NAMES.contains(kind);
    }

    static boolean isString(int kind) {
        return STRINGS.contains(kind);
    }

    static boolean isLiteral(int kind) {
        return STRINGS.contains(kind) || isNumber(kind);
    }

    static boolean isNumber(int kind) {
        return kind == UNSIGNED_INTEGER_LITERAL || kind == APPROX_NUMERIC_LITERAL || kind == DECIMAL_NUMERIC_LITERAL;
    }

    /**
     * The kinds of some tokens.
     *
     * @param texts the tokens as they are written, with blanks between them
     * @throws IllegalArgumentException if the grammar has no such token
     */
    static BitSet kinds(String texts) {
        BitSet kinds = new BitSet();
        for (String text : texts.strip().split("\\s+")) {
            int kind = IntStream.range(0, tokenImage.length)
                    .filter(candidate -> text(candidate).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the grammar has no token " + text));
            kinds.set(kind);
        }
        return kinds;
    }

    /** A kind of token as it is written. */
    static String text(int kind) {
        String image = tokenImage[kind];
        return image.startsWith("\"") ? image.substring(1, image.length() - 1) : image;
    }
}
