package io.strandline.manifest.s3;

import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.manifest.ManifestObjects.Copied;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Copies within an S3 store: in one request, or in parts where an object is too large for that. The condition that the target
 * is not there is tried, and left out for a bucket once its store says that it does not know it.
 */
final class S3Copies {
    private static final Logger LOG = LoggerFactory.getLogger(S3Copies.class);
    private static final String NOT_THERE = "*";
    /** For one request: a store copies a part of a gibibyte in it, and answers when it is done. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** How often a copy is begun that meets another one to the same target, and how long it waits after each. */
    private static final int ATTEMPTS = 5;

    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_IMPLEMENTED = 501;
    private static final Set<String> WRONG_HEADER = Set.of("InvalidArgument", "InvalidRequest");

    private final Supplier<S3Client> client;
    private final long largest;
    private final long part;
    private final Set<String> withoutConditions = ConcurrentHashMap.newKeySet();

    S3Copies(Supplier<S3Client> client, long largest, long part) {
        this.client = client;
        this.largest = largest;
        this.part = part;
    }

    private static void limited(AwsRequestOverrideConfiguration.Builder request) {
        request.apiCallTimeout(LIMIT);
    }

    /** Copies an object that is as it was just seen; the checkpoint ends a copy in parts before any of them. */
    Copied copy(Key from, HeadObjectResponse seen, Key to, Runnable checkpoint) {
        for (int attempt = 1; ; attempt++) {
            try {
                return copyOnce(from, seen, to, checkpoint);
            } catch (S3Exception e) {
                // a store tells so that another copy with a condition is under way there, and asks to begin anew
                if (e.statusCode() != CONFLICT || attempt == ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private Copied copyOnce(Key from, HeadObjectResponse seen, Key to, Runnable checkpoint) {
        if (withoutConditions.contains(to.bucket())) {
            return copy(from, seen, to, null, checkpoint);
        }
        try {
            return copy(from, seen, to, NOT_THERE, checkpoint);
        } catch (S3Exception e) {
            if (!saysUnknownCondition(e)) {
                throw e;
            }
            Copied copied = copy(from, seen, to, null, checkpoint);
            if (withoutConditions.add(to.bucket())) {
                LOG.warn(
                        "The object store of bucket {} does not know conditions of copies ({}). Manifests are looked"
                                + " for before they are copied; let no program write there that does not commit"
                                + " through the manifest store.",
                        to.bucket(),
                        e.statusCode());
            }
            return copied;
        }
    }

    /** Other wrong requests say nothing of conditions. */
    private static boolean saysUnknownCondition(S3Exception e) {
        AwsErrorDetails details = e.awsErrorDetails();
        return e.statusCode() == NOT_IMPLEMENTED
                || (details != null
                        && WRONG_HEADER.contains(String.valueOf(details.errorCode()))
                        && Text.lower(String.valueOf(details.errorMessage())).contains("if-none-match"));
    }

    private Copied copy(Key from, HeadObjectResponse seen, Key to, @Nullable String condition, Runnable checkpoint) {
        try {
            if (seen.contentLength() > largest) {
                return inParts(from, seen, to, condition, checkpoint);
            }
            return ifNotThere(() -> client.get()
                    .copyObject(request -> request.sourceBucket(from.bucket())
                            .sourceKey(from.name())
                            .destinationBucket(to.bucket())
                            .destinationKey(to.name())
                            .ifNoneMatch(condition)
                            .overrideConfiguration(S3Copies::limited)));
        } catch (NoSuchKeyException e) {
            return Copied.NO_SOURCE;
        }
    }

    /** Makes the request that writes the target, the only one whose failed condition tells of the target. */
    private static Copied ifNotThere(Runnable request) {
        try {
            request.run();
            return Copied.DONE;
        } catch (S3Exception e) {
            if (e.statusCode() == PRECONDITION_FAILED) {
                return Copied.TARGET_EXISTS;
            }
            throw e;
        }
    }

    private Copied inParts(Key from, HeadObjectResponse seen, Key to, @Nullable String condition, Runnable checkpoint) {
        String upload = client.get()
                .createMultipartUpload(
                        request -> request.bucket(to.bucket()).key(to.name()).overrideConfiguration(S3Copies::limited))
                .uploadId();
        try {
            List<CompletedPart> parts = new ArrayList<>();
            for (long start = 0; start < seen.contentLength(); start += part) {
                checkpoint.run();
                parts.add(part(from, seen, to, upload, parts.size() + 1, start));
            }
            Copied copied = ifNotThere(() -> client.get()
                    .completeMultipartUpload(request -> request.bucket(to.bucket())
                            .key(to.name())
                            .uploadId(upload)
                            .multipartUpload(whole -> whole.parts(parts))
                            .ifNoneMatch(condition)
                            .overrideConfiguration(S3Copies::limited)));
            if (copied != Copied.DONE) {
                abort(to, upload);
            }
            return copied;
        } catch (SdkException | StrandlineException e) {
            try {
                abort(to, upload);
            } catch (SdkException left) {
                e.addSuppressed(left);
            }
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
                        .partNumber(number)
                        .overrideConfiguration(S3Copies::limited))
                .copyPartResult()
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    /** Parts that are left cost money; whoever owns the bucket has a rule that removes them if this cannot. */
    private void abort(Key to, String upload) {
        client.get()
                .abortMultipartUpload(request -> request.bucket(to.bucket())
                        .key(to.name())
                        .uploadId(upload)
                        .overrideConfiguration(S3Copies::limited));
    }
}
