package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** When a credential ends, read from the properties that Iceberg's stores have for it (CAT-11). Pure. */
final class CredentialLife {
    /** Milliseconds since 1970; for Azure one for each account. */
    private static final List<String> ENDS = List.of(
            "s3.session-token-expires-at-ms",
            "gcs.oauth2.token-expires-at",
            "adls.sas-token-expires-at-ms.",
            "expiration-time");

    /** What a store gives for a while only. */
    private static final List<String> TEMPORARY =
            List.of("s3.session-token", "gcs.oauth2.token", "adls.sas-token.", "expiration-time");

    private CredentialLife() {}

    /**
     * When the first of them ends; empty if they do not tell.
     *
     * @throws StrandlineException {@link ErrorCode#BACKEND} if what they tell is no time
     */
    static Optional<Instant> end(Map<String, String> properties) {
        return properties.entrySet().stream()
                .filter(property -> isOneOf(ENDS, property.getKey()))
                .map(property -> time(property.getKey(), property.getValue()))
                .min(Instant::compareTo);
    }

    /** Whether they end at all: a key without a token does not. */
    static boolean ends(Map<String, String> properties) {
        return end(properties).isPresent() || properties.keySet().stream().anyMatch(key -> isOneOf(TEMPORARY, key));
    }

    private static boolean isOneOf(List<String> keys, String key) {
        return keys.stream().anyMatch(each -> each.endsWith(".") ? key.startsWith(each) : key.equals(each));
    }

    private static Instant time(String key, String millis) {
        try {
            return Instant.ofEpochMilli(Long.parseLong(millis.strip()));
        } catch (NumberFormatException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    "the catalog gave credentials whose " + key + " is no number of milliseconds. Correct it there.");
        }
    }
}
