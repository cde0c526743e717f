package io.strandline.catalog.iceberg;

import io.strandline.common.Text;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The role in whose name AWS' security token service makes credentials for a catalog's tables.
 *
 * @param roleArn that of the role, which may do with all tables what each is narrowed from
 * @param partition of AWS, {@code aws} but for China and governments
 * @param externalId what the role's trust policy asks for; null if nothing
 * @param region whose service is asked; null for the one of the environment
 * @param endpoint of a service that is not AWS'; null for AWS'
 */
record StsConfig(
        String roleArn,
        String partition,
        @Nullable String externalId,
        @Nullable String region,
        @Nullable URI endpoint) {
    private static final String BEGIN = "strandline.sts.";

    static final String ROLE = BEGIN + "role-arn";
    static final String EXTERNAL_ID = BEGIN + "external-id";
    static final String REGION = BEGIN + "region";
    static final String ENDPOINT = BEGIN + "endpoint";

    /** All its properties. */
    static final Set<String> KEYS = new TreeSet<>(Set.of(ROLE, EXTERNAL_ID, REGION, ENDPOINT));

    private static final Pattern ARN = Pattern.compile("arn:(aws[a-z-]*):iam::\\d{12}:role/[\\w+=,.@/-]+");

    /** That of all properties of a catalog; null if it has none. */
    static @Nullable StsConfig of(String name, Map<String, String> all) {
        String role = all.get(ROLE);
        if (role == null) {
            KEYS.stream().filter(all::containsKey).findFirst().ifPresent(key -> {
                throw CatalogFactory.wrong(name, key + " needs " + ROLE + " beside it");
            });
            return null;
        }
        Matcher arn = ARN.matcher(role);
        if (!arn.matches()) {
            throw CatalogFactory.wrong(
                    name,
                    ROLE + " is \"" + Text.cut(role, 100) + "\"; write it like arn:aws:iam::123456789012:role/lake");
        }
        return new StsConfig(
                role, arn.group(1), all.get(EXTERNAL_ID), all.get(REGION), endpoint(name, all.get(ENDPOINT)));
    }

    private static @Nullable URI endpoint(String name, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            URI endpoint = new URI(text);
            if (endpoint.getHost() != null
                    && ("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme()))) {
                return endpoint;
            }
        } catch (URISyntaxException e) {
            // said below
        }
        throw CatalogFactory.wrong(name, ENDPOINT + " is no URL; write it like https://sts.example:443");
    }

    /** The role. */
    @Override
    public String toString() {
        return roleArn;
    }
}
