package io.strandline.reconcile.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the documentation tells receivers to do takes what the gateway signs, and nothing else. */
class SignatureTest {
    private static final String SECRET = "a secret of the tests ü";
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.900Z");
    private static final byte[] BODY = bytes("{\"events\":[\"ä\"]}");
    private static final String SIGNED = Signature.of(SECRET, NOW, BODY);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isGenuine(String header, byte[] body, String secret, Instant now) {
        try {
            return Verification.isGenuine(header, body, secret, now);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatTheGatewaySignsIsGenuine() {
        assertThat(isGenuine(SIGNED, BODY, SECRET, NOW.plusSeconds(290))).isTrue();
    }

    /** The twin: another body, secret, time or header is refused. */
    @Test
    void whatWasTamperedWithIsRefused() {
        assertThat(isGenuine(SIGNED, bytes("{\"events\":[\"a\"]}"), SECRET, NOW))
                .isFalse();
        assertThat(isGenuine(SIGNED, BODY, SECRET + " ", NOW)).isFalse();
        assertThat(isGenuine(SIGNED, BODY, SECRET, NOW.plusSeconds(301)))
                .as("sent again")
                .isFalse();
        String later = SIGNED.replace("t=" + NOW.getEpochSecond(), "t=" + (NOW.getEpochSecond() + 301));
        assertThat(isGenuine(later, BODY, SECRET, NOW.plusSeconds(301))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"t=1", "v1=00", "t=1,v1=zz", "t=-1,v1=00", "' '"})
    void aHeaderOfAnotherFormIsRefused(String header) {
        assertThat(isGenuine(header, BODY, SECRET, NOW)).isFalse();
    }

    /** Known from outside: printf '%s' '1772366400.{}' | openssl dgst -sha256 -hmac key. */
    @Test
    void theSignatureIsPlainHmac() {
        assertThat(Signature.of("key", Instant.ofEpochSecond(1_772_366_400), bytes("{}")))
                .isEqualTo("t=1772366400,v1=e0903b0a13ae309147ad9c0d5610f91b4dc2a68d24c5283b9348c3208ad1291a");
    }

    @Test
    void theDocumentationShowsThisVerification() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/strandline/reconcile/webhook/Verification.java"));
        String shown = source.substring(source.indexOf("// docs: begin\n") + 15, source.indexOf("    // docs: end"))
                .indent(-4);
        assertThat(Files.readString(Path.of("../../docs/reconcile.md"))).contains("```java\n" + shown + "```");
    }
}
