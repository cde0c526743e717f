package io.strandline.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is written down before events are published, and read again if it is not known whether they were (GW-1): they were not
 * if every offset given since, in each of their partitions, is still there and holds another. One like them may be
 * somebody else's, and so is no proof.
 */
final class PublishProof {
    private static final JsonMapper JSON = new JsonMapper();

    /** What is only in memory is another log in each process. */
    private static final String PROCESS = UUID.randomUUID().toString();

    /** Digits of a hash that are written: two that agree in them make it unknown, never wrong. */
    private static final int HASH_DIGITS = 16;

    private PublishProof() {}

    /** An event that is to be published; without a key, or without a value. */
    record Event(
            int partition, @Nullable Bytes key, @Nullable Bytes value) {}

    /**
     * The proof as text.
     *
     * @param highs high-water marks from before it is published
     */
    static String of(MetadataEventLog log, List<Event> events, List<Long> highs) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        ObjectNode from = json.objectNode();
        ArrayNode hashes = json.arrayNode();
        for (Event event : events) {
            from.put(Integer.toString(event.partition()), highs.get(event.partition()));
            hashes.add(hash(event.key(), event.value()));
        }
        ObjectNode proof = json.objectNode().put("log", log.options().name());
        proof.set("from", from);
        proof.set("sha256", hashes);
        if (!log.outlivesProcess()) {
            proof.put("process", PROCESS);
        }
        return proof.toString();
    }

    private static String hash(@Nullable Bytes key, @Nullable Bytes value) {
        return ContentHash.of(key, value).substring(0, HASH_DIGITS);
    }

    /**
     * What became of them.
     *
     * @param target as messages name it
     * @param time how long reading back may take
     */
    static Outcome resolve(String proof, String target, Logs logs, Duration time) {
        try {
            JsonNode read = JSON.readTree(proof);
            MetadataEventLog log = logs.require(read.path("log").asText());
            if (!log.outlivesProcess() && !read.path("process").asText().equals(PROCESS)) {
                return Outcome.unknown("log \"" + log.options().name() + "\" went with the memory of its process.");
            }
            Set<String> hashes = new HashSet<>();
            read.path("sha256").forEach(hash -> hashes.add(hash.asText()));
            Runnable checkpoint = ReadAgain.within(time, log.options().name());
            List<Long> highs = log.highWaterMarks(checkpoint);
            for (Map.Entry<String, JsonNode> from : read.path("from").properties()) {
                int partition = Integer.parseInt(from.getKey());
                String doubt =
                        doubt(log, partition, from.getValue().asLong(), highs.get(partition), hashes, checkpoint);
                if (doubt != null) {
                    return Outcome.unknown(doubt);
                }
            }
            return Outcome.refused("exec_failed", "the log shows that nothing was published to " + target + ".");
        } catch (JsonProcessingException | StrandlineException e) {
            return Outcome.unknown(StrandlineException.describe(e));
        }
    }

    /** Why one of them may be in that partition; null if none is. */
    private static @Nullable String doubt(
            MetadataEventLog log, int partition, long from, long high, Set<String> hashes, Runnable checkpoint) {
        AtomicLong seen = new AtomicLong();
        AtomicLong like = new AtomicLong(-1);
        log.visitRange(
                partition,
                from,
                high,
                found -> {
                    seen.incrementAndGet();
                    boolean same = hashes.contains(hash(found.key(), found.value()));
                    if (same) {
                        like.set(found.offset());
                    }
                    return !same;
                },
                checkpoint);
        String where = "partition " + partition + " of log \"" + log.options().name() + "\"";
        if (like.get() >= 0) {
            return "an event like it is at offset " + like.get() + " of " + where + ", by this call or by another.";
        }
        return seen.get() == high - from
                ? null
                : "of the offsets from " + from + " to " + high + " of " + where + " only " + seen.get()
                        + " are still there, so it may have been published.";
    }
}
