package io.strandline.reconcile.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The header that proves who posted a body, and when: {@code t=SECONDS,v1=HEX}, where HEX is HMAC-SHA256, under the shared
 * secret, of the seconds, a full stop and the body. The time is signed, so that a receiver can drop what was recorded and sent
 * again.
 */
final class Signature {
    static final String HEADER = "Strandline-Signature";
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /** The header's value. */
    static String of(String secret, Instant time, byte[] body) {
        long seconds = time.getEpochSecond();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
