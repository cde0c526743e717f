package io.strandline.gateway.http;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Passwords and their hashes: bcrypt of the UTF-8 bytes, at most 72 of them. */
public final class Passwords {
    private static final int COST = 10;
    private static final int MOST_BYTES = 72;

    /** What a password of an unknown user is compared with, so that it takes as long as a known one's. */
    private static final String NOBODY = hash(UUID.randomUUID().toString());

    private Passwords() {}

    /**
     * The hash to put in a configuration.
     *
     * @throws StrandlineException {@code CONFIGURATION} if the password is empty or longer than bcrypt takes
     */
    public static String hash(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > MOST_BYTES) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "a password has 1 to " + MOST_BYTES + " bytes in UTF-8; this one has " + bytes.length
                            + ". Choose another.");
        }
        return new String(BCrypt.withDefaults().hash(COST, bytes), StandardCharsets.US_ASCII);
    }

    /** Whether the text is a hash that {@link #matches} can compare with. */
    public static boolean isHash(String text) {
        return text.startsWith("$2") && text.length() == 60;
    }

    /** Whether it is the password of that hash; never true for a password that is too long to be hashed. */
    static boolean matches(byte[] password, String hash) {
        boolean fits = password.length > 0 && password.length <= MOST_BYTES;
        byte[] compared = fits ? password : new byte[] {'x'};
        boolean same = BCrypt.verifyer().verify(compared, hash.getBytes(StandardCharsets.US_ASCII)).verified;
        return fits && same;
    }

    /** Takes as long as {@link #matches} does, for a user who is not there. */
    static void matchNobody(byte[] password) {
        if (matches(password, NOBODY)) {
            throw new IllegalStateException("a random password was guessed");
        }
    }
}
