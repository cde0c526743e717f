package io.strandline.registry.s3;

import io.strandline.catalog.Secrets;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Locator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Looks for objects of an S3 store, through the client that Iceberg's FileIO makes. Keys are asked for as they are written:
 * the FileIO itself would end one at a question mark (LOC-4). Nothing is opened before the first look. Thread-safe.
 */
public final class S3Locator implements Locator, AutoCloseable {
    private static final int PAGE = 1_000;
    private static final int NOT_FOUND = 404;

    private final S3FileIO io = new S3FileIO();
    private final Secrets secrets;

    /** A locator of that store. */
    public S3Locator(S3Options options) {
        Map<String, String> properties = options.properties();
        this.secrets = Secrets.of(properties);
        io.initialize(properties);
    }

    @Override
    public boolean exists(Location object, CallContext call) {
        call.checkpoint();
        Key key = Key.of(object);
        return ask(object, () -> key.isDirectory() ? isSomethingBelow(key) : isThere(key));
    }

    private boolean isThere(Key key) {
        try {
            io.client().headObject(request -> request.bucket(key.bucket()).key(key.name()));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() != NOT_FOUND) {
                throw e;
            }
        }
        // a bucket that is not there answers the same; a listing tells
        return list(key, null, 1, null).contents().stream()
                .anyMatch(found -> found.key().equals(key.name()));
    }

    private boolean isSomethingBelow(Key key) {
        return !list(key, null, 1, null).contents().isEmpty();
    }

    @Override
    public Children children(Location directory, int limit, CallContext call) {
        Location inside = directory.path().endsWith("/") ? directory : directory.resolve("");
        Key key = Key.of(inside);
        List<Location> found = new ArrayList<>();
        String next = null;
        do {
            call.checkpoint();
            String from = next;
            ListObjectsV2Response page = ask(directory, () -> list(key, "/", Math.min(PAGE, limit + 1), from));
            List<String> names = Stream.concat(
                            page.contents().stream().map(S3Object::key),
                            page.commonPrefixes().stream().map(CommonPrefix::prefix))
                    .filter(name -> !name.equals(key.name()))
                    .toList();
            for (String name : names) {
                if (found.size() == limit) {
                    return new Children(found, true);
                }
                found.add(
                        Location.parse(inside.text() + name.substring(key.name().length())));
            }
            next = page.nextContinuationToken();
        } while (next != null);
        return new Children(found, false);
    }

    private ListObjectsV2Response list(Key key, @Nullable String delimiter, int most, @Nullable String from) {
        return io.client()
                .listObjectsV2(ListObjectsV2Request.builder()
                        .bucket(key.bucket())
                        .prefix(key.name())
                        .delimiter(delimiter)
                        .maxKeys(most)
                        .continuationToken(from)
                        .build());
    }

    private <T> T ask(Location place, Supplier<T> request) {
        try {
            return request.get();
        } catch (SdkException | IllegalArgumentException | IllegalStateException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    place + ": its store did not say whether it is there: " + secrets.describe(e)
                            + ". Check its object_stores entry: endpoint, login and bucket.",
                    e);
        }
    }

    @Override
    public void close() {
        io.close();
    }

    /**
     * A key as the store knows it.
     *
     * @param name exact; ends with a slash, or is empty, for a directory
     */
    private record Key(String bucket, String name) {
        static Key of(Location place) {
            if (place.authority().isEmpty()) {
                throw new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        place + ": it names no bucket. Write it like " + place.scheme() + "://bucket/key.");
            }
            return new Key(
                    place.authority(),
                    place.path().isEmpty() ? "" : place.path().substring(1));
        }

        boolean isDirectory() {
            return name.isEmpty() || name.endsWith("/");
        }
    }
}
