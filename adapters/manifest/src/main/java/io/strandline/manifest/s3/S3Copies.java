package io.strandline.manifest.s3;

import io.strandline.manifest.ManifestObjects.Copied;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Copies within an S3 store: in one request, or in parts where an object is too large for that. The condition that the target
 * is not there is tried, and left out for ever once the store does not know it.
 */
final class S3Copies {
    private static final Logger LOG = LoggerFactory.getLogger(S3Copies.class);
    private static final String NOT_THERE = "*";
    private static final int PRECONDITION_FAILED = 412;
    private static final Set<Integer> UNKNOWN_CONDITION = Set.of(400, 501);

    private final Supplier<S3Client> client;
    private final long largest;
    private final long part;
    private volatile boolean conditions = true;

    S3Copies(Supplier<S3Client> client, long largest, long part) {
        this.client = client;
        this.largest = largest;
        this.part = part;
    }

    /** Copies an object that is as it was just seen. */
    Copied copy(Key from, HeadObjectResponse seen, Key to) {
        try {
            if (conditions) {
                try {
                    return copy(from, seen, to, NOT_THERE);
                } catch (S3Exception e) {
                    if (!UNKNOWN_CONDITION.contains(e.statusCode())) {
                        throw e;
                    }
                    Copied copied = copy(from, seen, to, null);
                    conditions = false;
                    LOG.warn(
                            "The object store of bucket {} does not know conditions of copies ({}). Manifests are looked"
                                    + " for before they are copied; let no program write there that does not commit"
                                    + " through the manifest store.",
                            to.bucket(),
                            e.statusCode());
                    return copied;
                }
            }
            return copy(from, seen, to, null);
        } catch (NoSuchKeyException e) {
            return Copied.NO_SOURCE;
        } catch (S3Exception e) {
            if (e.statusCode() == PRECONDITION_FAILED) {
                return Copied.TARGET_EXISTS;
            }
            throw e;
        }
    }

    private Copied copy(Key from, HeadObjectResponse seen, Key to, @Nullable String condition) {
        if (seen.contentLength() > largest) {
            inParts(from, seen, to, condition);
        } else {
            client.get()
                    .copyObject(request -> request.sourceBucket(from.bucket())
                            .sourceKey(from.name())
                            .destinationBucket(to.bucket())
                            .destinationKey(to.name())
                            .ifNoneMatch(condition));
        }
        return Copied.DONE;
    }

    private void inParts(Key from, HeadObjectResponse seen, Key to, @Nullable String condition) {
        String upload = client.get()
                .createMultipartUpload(request -> request.bucket(to.bucket()).key(to.name()))
                .uploadId();
        try {
            List<CompletedPart> parts = new ArrayList<>();
            for (long start = 0; start < seen.contentLength(); start += part) {
                parts.add(part(from, seen, to, upload, parts.size() + 1, start));
            }
            client.get()
                    .completeMultipartUpload(request -> request.bucket(to.bucket())
                            .key(to.name())
                            .uploadId(upload)
                            .multipartUpload(whole -> whole.parts(parts))
                            .ifNoneMatch(condition));
        } catch (SdkException e) {
            abort(to, upload, e);
            throw e;
        }
    }

    private CompletedPart part(Key from, HeadObjectResponse seen, Key to, String upload, int number, long start) {
        long end = Math.min(start + part, seen.contentLength()) - 1;
        String etag = client.get()
                .uploadPartCopy(request -> request.sourceBucket(from.bucket())
                        .sourceKey(from.name())
                        .copySourceIfMatch(seen.eTag())
                        .copySourceRange("bytes=" + start + "-" + end)
                        .destinationBucket(to.bucket())
                        .destinationKey(to.name())
                        .uploadId(upload)
                        .partNumber(number))
                .copyPartResult()
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    /** Parts that are left cost money; whoever owns the bucket has a rule that removes them if this cannot. */
    private void abort(Key to, String upload, SdkException failure) {
        try {
            client.get()
                    .abortMultipartUpload(request ->
                            request.bucket(to.bucket()).key(to.name()).uploadId(upload));
        } catch (SdkException e) {
            failure.addSuppressed(e);
        }
    }
}
