package io.strandline.parser.impl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.io.IOException;
import java.io.Reader;

/**
 * The characters of a text, with a bound on how often the scanner may go back over them. Calcite's tokens let one scan
 * of {@code a.a.a...} or {@code 1::int::int...} run to the end of the run and back again for each token in it, which
 * would be minutes for a megabyte.
 */
final class BoundedCharStream extends SimpleCharStream {
    private static final int READS_PER_CHARACTER = 32;
    private static final int READS_AT_LEAST = 100_000;

    private long readsLeft;

    BoundedCharStream(Reader reader, int length) {
        // one buffer of the text's size: the scanner's own grows in steps of 2 KB, which is quadratic for a long token
        super(reader, 1, 1, Math.max(length, 16));
        this.readsLeft = Math.max((long) length * READS_PER_CHARACTER, READS_AT_LEAST);
    }

    @Override
    public char readChar() throws IOException {
        if (--readsLeft < 0) {
            throw new StatementSyntaxException(
                    Kind.SYNTAX,
                    "a name or number of too many parts; put blanks between them or use fewer",
                    getBeginLine(),
                    getBeginColumn());
        }
        return super.readChar();
    }
}
