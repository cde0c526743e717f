package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.config.GatewayConfig.ObjectStoreSection;
import io.strandline.registry.s3.S3Options;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The configured object stores. */
public final class ObjectStoreSettings {
    private static final List<String> TYPES = List.of("s3");

    private ObjectStoreSettings() {}

    /**
     * An object store as it is configured.
     *
     * @param type {@code s3}, also the scheme of its locations
     * @param buckets those that are kept there; empty for all that no other store names
     * @param timeout longest time for one look
     */
    public record Configured(String name, String type, Set<String> buckets, S3Options options, Duration timeout) {}

    /**
     * The object stores, each bucket in one of them.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static List<Configured> of(GatewayConfig config) {
        Map<String, String> owners = new HashMap<>();
        return config.objectStores().entrySet().stream()
                .map(entry -> store(entry.getKey(), entry.getValue(), owners))
                .toList();
    }

    private static Configured store(String name, ObjectStoreSection section, Map<String, String> owners) {
        String key = "object_stores." + name;
        String type = section.type();
        if (type == null || !TYPES.contains(type)) {
            throw wrong(
                    key + ".type",
                    type == null
                            ? "is missing; it is s3"
                            : "\"" + Text.cut(type, 60) + "\" is none of " + String.join(", ", TYPES));
        }
        List<String> buckets = section.buckets().isEmpty() ? List.of("") : section.buckets();
        for (String bucket : buckets) {
            String other = owners.put(type + "://" + bucket, name);
            if (other != null) {
                throw wrong(
                        key + ".buckets",
                        bucket.isEmpty()
                                ? "is missing, as it is in object_stores." + other
                                        + "; only one store can have all buckets that no other names"
                                : "has \"" + bucket + "\", which object_stores." + other + " has too; name it once");
            }
        }
        if ((section.accessKey() == null) != (section.secretKey() == null)) {
            throw wrong(key, "has one of access_key and secret_key; give both, or neither to take the environment's");
        }
        if (section.endpoint() != null && !isUrl(section.endpoint())) {
            throw wrong(key + ".endpoint", "is not a URL; write it like https://s3.example:9000");
        }
        return new Configured(
                name,
                type,
                Set.copyOf(section.buckets()),
                new S3Options(
                        section.endpoint(),
                        section.region(),
                        section.accessKey(),
                        section.secretKey(),
                        section.sessionToken(),
                        section.pathStyle()),
                Durations.parse(section.timeout(), key + ".timeout"));
    }

    private static boolean isUrl(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what);
    }
}
