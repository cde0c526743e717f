package io.strandline.registry.s3;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an S3 store is reached.
 *
 * @param endpoint its URL; null for Amazon's of the region
 * @param region null to take it from the environment, as the AWS SDK does
 * @param accessKey null to take the login from the environment, as the AWS SDK does
 * @param secretKey goes with the access key
 * @param sessionToken of a login for a while; null for none
 * @param pathStyle whether the bucket is in the path, not in the host's name
 */
public record S3Options(
        @Nullable String endpoint,
        @Nullable String region,
        @Nullable String accessKey,
        @Nullable String secretKey,
        @Nullable String sessionToken,
        boolean pathStyle) {

    /**
     * As Iceberg's FileIO names them.
     *
     * @param timeout longest time that one request waits to connect, or for more of its answer
     */
    public Map<String, String> properties(Duration timeout) {
        Map<String, String> properties = properties();
        String millis = String.valueOf(timeout.toMillis());
        properties.put("http-client.urlconnection.connection-timeout-ms", millis);
        properties.put("http-client.urlconnection.socket-timeout-ms", millis);
        return properties;
    }

    /** As Iceberg's FileIO names them. */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        put(properties, "s3.endpoint", endpoint);
        put(properties, "client.region", region);
        put(properties, "s3.access-key-id", accessKey);
        put(properties, "s3.secret-access-key", secretKey);
        put(properties, "s3.session-token", sessionToken);
        properties.put("s3.path-style-access", Boolean.toString(pathStyle));
        properties.put("s3.client-factory-impl", "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory");
        properties.put("http-client.type", "urlconnection");
        // once more at most: a look has a time limit
        properties.put("s3.retry.num-retries", "1");
        return properties;
    }

    private static void put(Map<String, String> properties, String key, @Nullable String value) {
        if (value != null) {
            properties.put(key, value);
        }
    }

    /** Without login. */
    @Override
    public String toString() {
        return "S3Options[" + endpoint + ", " + region + "]";
    }
}
