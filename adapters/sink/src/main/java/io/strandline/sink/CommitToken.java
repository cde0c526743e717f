package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * How far a source was read: opaque text led by 20 zero-padded digits, by which alone it is compared (SNK-5). Two tokens can
 * compare as the same and differ in what follows.
 */
public record CommitToken(String text) implements Comparable<CommitToken> {
    /** Digits that lead. */
    public static final int DIGITS = 20;

    /** Most characters of all: such a text fits a property and an index of every destination. */
    public static final int MOST_CHARACTERS = 1_000;

    private static final Pattern FORM = Pattern.compile("[0-9]{" + DIGITS + "}(?![0-9]).*", Pattern.DOTALL);

    /**
     * As it is written.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} for another form
     */
    public CommitToken {
        requireNonNull(text, "text");
        if (text.length() > MOST_CHARACTERS || !FORM.matcher(text).matches()) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "commit token \"" + Text.cut(text, 60) + "\" does not begin with " + DIGITS
                            + " digits, or is longer than " + MOST_CHARACTERS
                            + " characters. Pad the position in the source with zeros: " + of(0).text + ".");
        }
    }

    /** The token of a position that is a number. */
    public static CommitToken of(long position) {
        String digits = Long.toUnsignedString(position);
        return new CommitToken("0".repeat(DIGITS - digits.length()) + digits);
    }

    /** The digits that lead, as a number. */
    public BigInteger position() {
        return new BigInteger(text.substring(0, DIGITS));
    }

    /** By the digits that lead; not consistent with equals. */
    @Override
    public int compareTo(CommitToken other) {
        return text.substring(0, DIGITS).compareTo(other.text.substring(0, DIGITS));
    }

    /** Whether a page with that token is covered by this one: it was written already. */
    public boolean covers(CommitToken page) {
        return compareTo(page) >= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
