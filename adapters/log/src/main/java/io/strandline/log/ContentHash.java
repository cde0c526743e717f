package io.strandline.log;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What tells two records' contents apart without saying them. */
public final class ContentHash {
    private ContentHash() {}

    /** SHA-256 of key and value, in hexadecimal; none differs from an empty one. */
    public static String of(@Nullable Bytes key, @Nullable Bytes value) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, key);
            update(digest, value);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void update(MessageDigest digest, @Nullable Bytes bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(bytes == null ? -1 : bytes.length())
                .array());
        if (bytes != null) {
            digest.update(bytes.toArray());
        }
    }
}
