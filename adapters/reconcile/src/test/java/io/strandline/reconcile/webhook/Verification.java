package io.strandline.reconcile.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What {@code docs/reconcile.md} tells receivers to do, word for word. */
final class Verification {
    private Verification() {}

    // docs: begin
    static boolean isGenuine(String header, byte[] body, String secret, Instant now) throws GeneralSecurityException {
        Matcher parts = Pattern.compile("t=(\\d{1,12}),v1=([0-9a-f]{64})").matcher(header);
        if (!parts.matches()) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(parts.group(1)));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((parts.group(1) + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = mac.doFinal(body);
        return MessageDigest.isEqual(expected, HexFormat.of().parseHex(parts.group(2)))
                && Duration.between(sent, now).abs().toMinutes() < 5;
    }
    // docs: end
}
