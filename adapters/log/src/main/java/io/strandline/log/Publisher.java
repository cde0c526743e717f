package io.strandline.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Publishes what a statement asks for, as a change that is journaled, audited and made at most once (GW-1). Thread-safe. */
public final class Publisher {
    static final String PUBLISH = "log.publish";

    private static final JsonMapper JSON = new JsonMapper();

    /** How long reading back may take: a transport that stays away keeps no call and no start of a gateway. */
    private static final Duration READING_BACK = Duration.ofSeconds(5);

    /** What is only in memory is another log in each process. */
    private static final String PROCESS = UUID.randomUUID().toString();

    private final Logs logs;
    private final Duration readingBack;

    /** A publisher to those logs. */
    public Publisher(Logs logs) {
        this(logs, READING_BACK);
    }

    Publisher(Logs logs, Duration readingBack) {
        this.logs = logs;
        this.readingBack = readingBack;
    }

    /**
     * Publishes an event without a key.
     *
     * @param dryRun whether to check only
     * @throws StrandlineException {@code NO_SUCH_OBJECT} for the log, else as {@link MetadataEventLog#publish}; nothing is
     *     written then
     */
    public Published publish(String log, int partition, Bytes event, boolean dryRun, CallContext call) {
        return publish(logs.require(log), partition, null, event, dryRun, call);
    }

    /**
     * Publishes a value of a key, or its tombstone.
     *
     * @param partition null for the key's own (LOG-12)
     * @param event null for a tombstone
     * @throws StrandlineException as {@link #publish}
     */
    public Published publishKeyed(
            String log,
            @Nullable Integer partition,
            Bytes key,
            @Nullable Bytes event,
            boolean dryRun,
            CallContext call) {
        MetadataEventLog found = logs.require(log);
        int own = partition == null ? KeyPartitioner.partition(key, found.partitionCount()) : partition;
        return publish(found, own, key, event, dryRun, call);
    }

    private static Published publish(
            MetadataEventLog log,
            int partition,
            @Nullable Bytes key,
            @Nullable Bytes event,
            boolean dryRun,
            CallContext call) {
        call.caller().require(Role.OPERATOR, "publishing");
        call.caller().requireUnlimited("publishing");
        String name = log.options().name();
        log.options().require(partition, key, event);
        if (dryRun) {
            return new Published(name, partition, null, false, "dry_run");
        }
        long high = log.highWaterMarks(call::checkpoint).get(partition);
        AtomicLong offset = new AtomicLong(-1);
        Outcome outcome = call.effects().carryOut(intent(log, partition, high, key, event), () -> {
            offset.set(key == null ? log.publish(partition, orEmpty(event)) : log.publishKeyed(partition, key, event));
            return Outcome.ofDone();
        });
        if (outcome instanceof Outcome.Done done) {
            return new Published(name, partition, offset.get(), true, done.reason());
        }
        if (outcome instanceof Outcome.Refused refused) {
            throw new StrandlineException(ErrorCode.STORE, refused.detail());
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                "whether log \"" + name + "\" keeps the event is not known: " + outcome.detail()
                        + " Look for it in log.events before you publish it again.");
    }

    private static Bytes orEmpty(@Nullable Bytes event) {
        return event == null ? Bytes.EMPTY : event;
    }

    private static Intent intent(
            MetadataEventLog log, int partition, long high, @Nullable Bytes key, @Nullable Bytes event) {
        ObjectNode proof = JsonNodeFactory.instance
                .objectNode()
                .put("log", log.options().name())
                .put("partition", partition)
                .put("from_offset", high)
                .put("sha256", ContentHash.of(key, event));
        if (!log.outlivesProcess()) {
            proof.put("process", PROCESS);
        }
        return new Intent(
                PUBLISH, "partition " + partition + " of log \"" + log.options().name() + "\"", proof.toString());
    }

    /**
     * Who finds out whether an event was published: it was not if every offset given since is still there, and holds another.
     * One like it may be somebody else's, and so is no proof.
     */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(PUBLISH, this::resolve);
    }

    private Outcome resolve(Intent intent) {
        try {
            JsonNode proof = JSON.readTree(intent.proof());
            MetadataEventLog log = logs.require(proof.path("log").asText());
            if (!log.outlivesProcess() && !proof.path("process").asText().equals(PROCESS)) {
                return Outcome.unknown("log \"" + log.options().name() + "\" went with the memory of its process.");
            }
            int partition = proof.path("partition").asInt();
            long from = proof.path("from_offset").asLong();
            String hash = proof.path("sha256").asText();
            Runnable checkpoint = ReadAgain.within(readingBack, log.options().name());
            long high = log.highWaterMarks(checkpoint).get(partition);
            AtomicLong seen = new AtomicLong();
            AtomicLong like = new AtomicLong(-1);
            log.visitRange(
                    partition,
                    from,
                    high,
                    found -> {
                        seen.incrementAndGet();
                        boolean same =
                                ContentHash.of(found.key(), found.value()).equals(hash);
                        if (same) {
                            like.set(found.offset());
                        }
                        return !same;
                    },
                    checkpoint);
            if (like.get() >= 0) {
                return Outcome.unknown("an event like it is at offset " + like.get() + " of " + intent.target()
                        + ", by this call or by another.");
            }
            return seen.get() == high - from
                    ? Outcome.refused(
                            "exec_failed", "the log shows that nothing was published to " + intent.target() + ".")
                    : Outcome.unknown("of the offsets from " + from + " to " + high + " of " + intent.target()
                            + " only " + seen.get() + " are still there, so it may have been published.");
        } catch (JsonProcessingException | StrandlineException e) {
            return Outcome.unknown(StrandlineException.describe(e));
        }
    }
}
