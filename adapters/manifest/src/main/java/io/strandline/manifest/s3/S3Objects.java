package io.strandline.manifest.s3;

import io.strandline.catalog.Secrets;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ObjectStat;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.aws.s3.S3FileIO;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Objects of an S3 store, through the client that Iceberg's FileIO makes. Keys are asked for as they are written (LOC-4). A
 * copy is made in the store, whole, and on the condition that the target is not there where the store knows conditions.
 * Nothing is opened before the first look. Thread-safe.
 */
public final class S3Objects implements ManifestObjects, AutoCloseable {
    /** The largest object that S3 copies in one request. */
    private static final long LARGEST_COPY = 5L << 30;

    private static final long PART = 1L << 30;
    private static final int NOT_FOUND = 404;

    private final S3FileIO io = new S3FileIO();
    private final Consumer<AwsRequestOverrideConfiguration.Builder> limited;
    private final Secrets secrets;
    private final S3Copies copies;
    private final Set<String> knownBuckets = ConcurrentHashMap.newKeySet();

    /**
     * A store that is reached by these properties, named as Iceberg's FileIO names them.
     *
     * @param limit longest time for one request that copies nothing, with its repetition
     */
    public S3Objects(Map<String, String> properties, Duration limit) {
        this(properties, limit, LARGEST_COPY, PART);
    }

    /** For tests: objects from that size on are copied in parts. */
    S3Objects(Map<String, String> properties, Duration limit, long largestCopy, long part) {
        this.limited = request -> request.apiCallTimeout(limit);
        this.secrets = Secrets.of(properties);
        this.copies = new S3Copies(this::client, largestCopy, part);
        io.initialize(properties);
    }

    private S3Client client() {
        return io.client();
    }

    @Override
    public Optional<ObjectStat> stat(Location object) {
        Key key = Key.of(object);
        return ask(object, "be looked for", () -> head(key))
                .map(head -> new ObjectStat(head.contentLength(), head.eTag()));
    }

    private Optional<HeadObjectResponse> head(Key key) {
        try {
            HeadObjectResponse head = client().headObject(request ->
                    request.bucket(key.bucket()).key(key.name()).overrideConfiguration(limited));
            knownBuckets.add(key.bucket());
            return Optional.of(head);
        } catch (S3Exception e) {
            if (e.statusCode() != NOT_FOUND) {
                throw e;
            }
            requireBucket(key);
            return Optional.empty();
        }
    }

    /** A bucket that is not there answers as an object that is not there does; a listing tells. */
    private void requireBucket(Key key) {
        if (!knownBuckets.contains(key.bucket())) {
            client().listObjectsV2(
                            request -> request.bucket(key.bucket()).maxKeys(1).overrideConfiguration(limited));
            knownBuckets.add(key.bucket());
        }
    }

    @Override
    public Copied copy(Location source, Location target, Runnable checkpoint) {
        Key from = Key.of(source);
        Key to = Key.of(target);
        return ask(target, "be written", () -> {
            Optional<HeadObjectResponse> there = head(from);
            if (there.isEmpty()) {
                return Copied.NO_SOURCE;
            }
            // by looking too, since a store may pass over a condition that it does not know
            return head(to).isPresent() ? Copied.TARGET_EXISTS : copies.copy(from, there.orElseThrow(), to, checkpoint);
        });
    }

    @Override
    public void persist(Location object) {
        // what is seen there is durable
    }

    @Override
    public void remove(Location object) {
        Key key = Key.of(object);
        ask(
                object,
                "be removed",
                () -> client().deleteObject(request ->
                        request.bucket(key.bucket()).key(key.name()).overrideConfiguration(limited)));
    }

    @Override
    public Optional<InputStream> read(Location object) {
        Key key = Key.of(object);
        return ask(object, "be read", () -> {
            try {
                return Optional.of(client().getObject(request ->
                        request.bucket(key.bucket()).key(key.name()).overrideConfiguration(limited)));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            }
        });
    }

    @Override
    public Stream<Listed> list(Location directory, String beginning) {
        Key inside = Key.of(directory.path().endsWith("/") ? directory : directory.resolve(""));
        ListObjectsV2Request first = ListObjectsV2Request.builder()
                .bucket(inside.bucket())
                .prefix(inside.name() + beginning)
                .delimiter("/")
                .overrideConfiguration(limited)
                .build();
        return Stream.iterate(
                        Optional.of(page(directory, first)),
                        Optional::isPresent,
                        page -> Optional.ofNullable(page.orElseThrow().nextContinuationToken())
                                .map(from -> page(
                                        directory,
                                        first.toBuilder()
                                                .continuationToken(from)
                                                .build())))
                .flatMap(page -> page.orElseThrow().contents().stream())
                .map(object -> new Listed(object.key().substring(inside.name().length()), object.size()));
    }

    private ListObjectsV2Response page(Location directory, ListObjectsV2Request request) {
        return ask(directory, "be listed", () -> client().listObjectsV2(request));
    }

    private <T> T ask(Location place, String what, Supplier<T> request) {
        try {
            return request.get();
        } catch (SdkException | IllegalArgumentException | IllegalStateException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    place + " could not " + what + ": " + secrets.describe(e)
                            + ". Check its object_stores entry: endpoint, login and bucket.",
                    e);
        }
    }

    @Override
    public void close() {
        io.close();
    }
}
