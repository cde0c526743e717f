package io.strandline.catalog.iceberg;

import io.strandline.catalog.Access;
import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.CredentialVending;
import io.strandline.catalog.TablePlaces;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;
import software.amazon.awssdk.services.sts.model.Credentials;
import software.amazon.awssdk.services.sts.model.PackedPolicyTooLargeException;
import software.amazon.awssdk.services.sts.model.StsException;

/**
 * Credentials for a table's files on S3 that AWS' security token service makes: sessions of one role, each narrowed by a policy
 * to the places of one table (CAT-11). Asked for with the keys that the catalog has for S3, else with those of the environment.
 * Thread-safe.
 *
 * @param opening the backend, opened by the first that asks
 */
record StsCredentials(CatalogConfig config, StsConfig sts, BackendCalls calls, Callable<Backend> opening)
        implements CredentialVending {
    private static final Set<String> SCHEMES = Set.of("s3", "s3a", "s3n");
    /** The least that the service makes. */
    private static final Duration SHORTEST = Duration.ofMinutes(15);
    /** The most that it makes for a role. */
    private static final Duration LONGEST = Duration.ofHours(12);
    /** What of the catalog's properties is needed to find the files. */
    private static final List<String> PLACE = List.of("client.region", "s3.endpoint", "s3.path-style-access");

    @Override
    public Duration longestUse() {
        return config.vending().longestUse();
    }

    @Override
    public Optional<Minted> mint(TableRef table, Access access, CallContext call) {
        Optional<TableState> found =
                calls.read("describing " + table, call, () -> opening.call().describe(table));
        return found.map(state -> {
            List<Location> places = onS3(state);
            AssumeRoleRequest request = request(places, access, call);
            Credentials made = calls.read("asking for credentials of " + table, call, () -> ask(table, request));
            Map<String, String> properties = properties(made);
            return new Minted(
                    state.location(),
                    state.properties(),
                    places.stream()
                            .map(place -> new Credential(place.text(), properties))
                            .toList());
        });
    }

    private static List<Location> onS3(TableState table) {
        List<Location> places = TablePlaces.of(table).stream()
                .filter(place -> SCHEMES.contains(place.scheme()))
                .toList();
        if (places.isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    table.ref() + " lies at " + table.location()
                            + ", and credentials are made for S3 alone. Use those of its store.");
        }
        return places;
    }

    private AssumeRoleRequest request(List<Location> places, Access access, CallContext call) {
        long seconds = Math.max(
                SHORTEST.toSeconds(), Math.min(LONGEST.toSeconds(), longestUse().toSeconds()));
        String user = call.caller().user().replaceAll("[^\\w+=,.@-]", "_");
        return AssumeRoleRequest.builder()
                .roleArn(sts.roleArn())
                .externalId(sts.externalId())
                .roleSessionName("strandline-" + user.substring(0, Math.min(user.length(), 50)))
                .durationSeconds((int) seconds)
                .policy(SessionPolicy.of(sts.partition(), places, access))
                .build();
    }

    private Credentials ask(TableRef table, AssumeRoleRequest request) {
        try (StsClient client = client()) {
            return client.assumeRole(request).credentials();
        } catch (PackedPolicyTooLargeException e) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    table + ": its places are too long for the policy of a session. Give it shorter ones.",
                    e);
        } catch (StsException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    table + ": the security token service made no credentials of role " + sts.roleArn() + ": "
                            + config.secrets().describe(e) + ". Check the role's trust policy, and who asks.",
                    e);
        }
    }

    private StsClient client() {
        StsClientBuilder builder = StsClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .credentialsProvider(login())
                .overrideConfiguration(
                        times -> times.apiCallTimeout(config.timeLimit()).apiCallAttemptTimeout(config.timeLimit()));
        String region = sts.region() == null ? config.properties().get("client.region") : sts.region();
        if (region != null) {
            builder.region(Region.of(region));
        }
        if (sts.endpoint() != null) {
            builder.endpointOverride(sts.endpoint());
        }
        return builder.build();
    }

    private AwsCredentialsProvider login() {
        String id = config.properties().get("s3.access-key-id");
        String secret = config.properties().get("s3.secret-access-key");
        if (id == null || secret == null) {
            return DefaultCredentialsProvider.builder().build();
        }
        String token = config.properties().get("s3.session-token");
        AwsCredentials own = token == null
                ? AwsBasicCredentials.create(id, secret)
                : AwsSessionCredentials.create(id, secret, token);
        return StaticCredentialsProvider.create(own);
    }

    private Map<String, String> properties(Credentials made) {
        Map<String, String> properties = new HashMap<>();
        PLACE.forEach(key -> {
            String value = config.properties().get(key);
            if (value != null) {
                properties.put(key, value);
            }
        });
        properties.put("s3.access-key-id", made.accessKeyId());
        properties.put("s3.secret-access-key", made.secretAccessKey());
        properties.put("s3.session-token", made.sessionToken());
        properties.put(
                "s3.session-token-expires-at-ms",
                Long.toString(made.expiration().toEpochMilli()));
        return properties;
    }

    /** Without the configuration: it holds secrets. */
    @Override
    public String toString() {
        return "credentials of " + sts;
    }
}
