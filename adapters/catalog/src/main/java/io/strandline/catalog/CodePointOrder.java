package io.strandline.catalog;

import java.util.Comparator;

/**
 * Names by code point, the order of their UTF-8 bytes and so of SQLite's BINARY and PostgreSQL's C collation. It differs
 * from {@link String#compareTo} where one name has a surrogate pair and the other a character from U+E000 on.
 */
public final class CodePointOrder {
    /** The order. */
    public static final Comparator<String> INSTANCE = CodePointOrder::compare;

    private CodePointOrder() {}

    private static int compare(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean surrogateX = Character.isSurrogate(x);
                boolean surrogateY = Character.isSurrogate(y);
                // a surrogate stands for a code point beyond every other char
                return surrogateX == surrogateY ? Character.compare(x, y) : surrogateX ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
