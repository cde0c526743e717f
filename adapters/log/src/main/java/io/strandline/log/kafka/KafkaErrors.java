package io.strandline.log.kafka;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;

/** Kafka's errors in the words of the port. */
final class KafkaErrors {
    private final String log;
    private final KafkaSettings settings;

    KafkaErrors(String log, KafkaSettings settings) {
        this.log = log;
        this.settings = settings;
    }

    /** Whether what failed so may succeed when it is done again: leaders move, brokers come back (LOG-11). */
    static boolean mayPass(RuntimeException failure) {
        return failure instanceof StrandlineException known
                && known.code() == ErrorCode.BACKEND
                && known.getCause() instanceof RetriableException;
    }

    /** Of what has written nothing: a read, or a publish that was never handed over. */
    StrandlineException ofRead(KafkaException failure) {
        if (failure instanceof InterruptException) {
            return new StrandlineException(ErrorCode.CANCELLED, "the wait for Kafka was cancelled.", failure);
        }
        if (isDenied(failure)) {
            return refused(failure, "reading needs READ and DESCRIBE on the topic, publishing needs WRITE");
        }
        if (isCorrupt(failure)) {
            return new StrandlineException(
                    ErrorCode.CORRUPT, place() + " holds what cannot be read: " + told(failure), failure);
        }
        if (failure instanceof RetriableException) {
            return new StrandlineException(
                    ErrorCode.BACKEND,
                    place() + " does not answer: " + told(failure) + " Check the address and that its brokers run.",
                    failure);
        }
        return new StrandlineException(ErrorCode.BACKEND, place() + " failed: " + told(failure), failure);
    }

    /** A producer that was denied once says so with all it is asked later, as the cause. */
    private static boolean isDenied(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof AuthenticationException || each instanceof AuthorizationException) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCorrupt(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CorruptRecordException || each instanceof RecordDeserializationException) {
                return true;
            }
        }
        return false;
    }

    /** Of a publish that was handed over: what is not certainly refused may have been written (LOG-11). */
    StrandlineException ofPublish(Throwable failure) {
        if (failure instanceof RecordTooLargeException) {
            return new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    place() + " does not take so large a record; nothing was written: " + told(failure)
                            + " Raise max.message.bytes of the topic, or publish less.",
                    failure);
        }
        if (failure instanceof AuthenticationException || failure instanceof AuthorizationException) {
            return refused((KafkaException) failure, "publishing needs WRITE on the topic");
        }
        if (failure instanceof InvalidRecordException || failure instanceof InvalidTopicException) {
            return new StrandlineException(
                    ErrorCode.REFUSED, place() + " refuses the record; nothing was written: " + told(failure), failure);
        }
        return new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                place() + " did not say whether it keeps what was published: " + told(failure)
                        + " Look for it in log.events before you publish it again.",
                failure);
    }

    /** The record is larger than the topic takes; nothing was written. */
    StrandlineException tooLarge(long bytes, int limit) {
        return new StrandlineException(
                ErrorCode.LIMIT_EXCEEDED,
                place() + " does not take a record of " + bytes + " bytes, its max.message.bytes is " + limit
                        + "; nothing was written. Raise that, or publish less.");
    }

    /** Kafka does not let the log's user do that. */
    StrandlineException refused(KafkaException failure, String needed) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                place() + " refuses access: " + told(failure) + " Check the login in log." + log
                        + ".kafka.properties and its ACLs: " + needed + ".",
                failure);
    }

    /** No broker has answered for long. */
    StrandlineException away() {
        return ofRead(new TimeoutException("no connection to a broker."));
    }

    /** The topic ends before an offset that was given to somebody. */
    StrandlineException truncated(int partition, long high) {
        return new StrandlineException(
                ErrorCode.CORRUPT,
                place() + " has lost records: partition " + partition + " ends before offset " + high
                        + ", below which records were seen. A replica that was behind has become leader, or the topic was"
                        + " made anew. Restart the gateway to go on with what is there.");
    }

    /** The topic is not as the log is configured. */
    StrandlineException otherwise(String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, place() + " " + what);
    }

    private String place() {
        return "topic \"" + settings.topic() + "\" of Kafka at " + settings.bootstrapServers() + " (log \"" + log
                + "\")";
    }

    private String told(Throwable failure) {
        String text = settings.masked(StrandlineException.describe(failure));
        return text.endsWith(".") ? text : text + ".";
    }
}
