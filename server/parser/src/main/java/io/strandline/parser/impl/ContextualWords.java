package io.strandline.parser.impl;

import java.util.BitSet;

/**
 * Reserved words that are also good column names ({@code date}, {@code offset}, {@code rows}), and the places in which
 * they can be nothing else: where a value may begin, or after {@code AS}, if what follows can only follow a value.
 * {@code DATE '2024-01-01'}, {@code LIMIT 5 OFFSET 3} and {@code ROWS BETWEEN} stay what they are.
 */
final class ContextualWords implements StrandlineSqlParserImplConstants {
    private static final BitSet WORDS = Words.kinds("""
            DATE TIME TIMESTAMP DATETIME INTERVAL UUID VARIANT NEW
            OFFSET LIMIT FETCH NEXT ORDER GROUP PARTITION WINDOW QUALIFY PATTERN DEFINE VALUES TABLE LEFT RIGHT FULL OUTER
            NATURAL USING ASOF MATCH_CONDITION MATCH_RECOGNIZE TABLESAMPLE GRANT SKIP ROW ROWS RANGE CURRENT OVER
            ORDINAL SAFE_ORDINAL SAFE_OFFSET SAFE_CAST TRY_CAST CURSOR GROUPING ROLLUP MEASURE ANY SOME UNIQUE
            DATE_PART DATEADD DATEDIFF DATEPART
            """);

    private static final BitSet BEFORE_VALUE = Words.kinds("""
            SELECT DISTINCT ALL FROM JOIN INTO SET WHERE ON HAVING QUALIFY BY AND OR NOT BETWEEN LIKE IN CASE WHEN THEN ELSE
            , ( [ = <> != < <= > >= <=> + - * / % || =>
            """);

    private static final BitSet AFTER_VALUE = Words.kinds("""
            FROM WHERE GROUP HAVING WINDOW QUALIFY ORDER LIMIT UNION EXCEPT INTERSECT MINUS AS AND OR NOT IS IN LIKE ILIKE
            RLIKE BETWEEN CASE WHEN THEN ELSE END ASC DESC NULLS
            <EOF> ; , ) ] } [ . :: = <> != < <= > >= <=> + - * / % ||
            """);

    private static final BitSet BEFORE_SIGN = Words.kinds("INTERVAL VALUES");
    private static final BitSet FRAMES = Words.kinds("ROWS RANGE");

    private ContextualWords() {}

    /** Whether a kind of token can only follow a value. */
    static boolean isAfterValue(int kind) {
        return AFTER_VALUE.get(kind);
    }

    /** Whether a kind of token may be a name by its place. */
    static boolean contains(int kind) {
        return WORDS.get(kind);
    }

    /**
     * Whether a word is a name where it stands.
     *
     * @param beforeType whether a type is due here: after AS in a CAST, first in a CONVERT, between the angles of MAP
     */
    static boolean isName(int word, int previous, int next, boolean beforeType) {
        if (!AFTER_VALUE.get(next) || beforeType) {
            return false;
        }
        boolean beginsFrame = FRAMES.get(word) && previous == LPAREN && next == BETWEEN;
        boolean beginsValues = BEFORE_SIGN.get(word) && (next == MINUS || next == PLUS);
        if (beginsFrame || beginsValues) {
            return false;
        }
        return BEFORE_VALUE.get(previous) || previous == AS;
    }
}
