package io.strandline.parser.impl;

import java.util.BitSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.Metadata;

/** What kinds of tokens are words, and which of them are reserved, taken from the generated parser itself. */
public final class Words implements StrandlineSqlParserImplConstants {
    private static final BitSet WORDS = new BitSet();
    private static final BitSet RESERVED = new BitSet();

    static {
        Metadata metadata = new StrandlineSqlParserImpl(new java.io.StringReader("")).getMetadata();
        for (int kind = 0; kind < tokenImage.length; kind++) {
            String image = tokenImage[kind];
            if (image.matches("\"[A-Z_][A-Z_0-9-]*\"")) {
                WORDS.set(kind);
                RESERVED.set(kind, !metadata.isNonReservedKeyword(image.substring(1, image.length() - 1)));
            }
        }
    }

    private Words() {}

    /** Whether a kind of token is a word of the grammar, reserved or not. */
    static boolean isWord(int kind) {
        return WORDS.get(kind);
    }

    /** Whether a kind of token is a word that is reserved. */
    static boolean isReserved(int kind) {
        return !WORDS.get(kind) || RESERVED.get(kind);
    }

    static boolean isQuotedName(int kind) {
        return kind == QUOTED_IDENTIFIER
                || kind == BACK_QUOTED_IDENTIFIER
                || kind == BRACKET_QUOTED_IDENTIFIER
                || kind == BIG_QUERY_BACK_QUOTED_IDENTIFIER
                || kind == HYPHENATED_IDENTIFIER
                || kind == UNICODE_QUOTED_IDENTIFIER;
    }

    static boolean isLiteral(int kind) {
        return kind >= UNSIGNED_INTEGER_LITERAL && kind <= UNICODE_QUOTED_ESCAPE_CHAR;
    }

    /** The reserved words in lower case, sorted. */
    public static Set<String> reserved() {
        Set<String> words = new TreeSet<>();
        RESERVED.stream()
                .forEach(kind -> words.add(tokenImage[kind].replace("\"", "").toLowerCase(Locale.ROOT)));
        return words;
    }
}
