package io.strandline.log.kafka;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a log's topic is there, and whether it is what the log is configured as (LOG-2). Only who publishes creates it; for
 * who reads, a topic that is missing is a log that nobody has written to. Thread-safe.
 */
final class KafkaTopic implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaTopic.class);

    private final LogOptions options;
    private final KafkaSettings settings;
    private final KafkaClients clients;
    private final KafkaErrors errors;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean there;
    private volatile @Nullable String identity;
    private volatile int largestBatch;
    private @Nullable Admin admin;

    KafkaTopic(LogOptions options, KafkaSettings settings, KafkaClients clients, KafkaErrors errors) {
        this.options = options;
        this.settings = settings;
        this.clients = clients;
        this.errors = errors;
        this.largestBatch = clients.largestBatch();
    }

    /**
     * Whether it is there; once it was, it is not asked again.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} if it has other partitions or another kind
     */
    boolean isThere() {
        if (there) {
            return true;
        }
        lock.lock();
        try {
            return there || look();
        } finally {
            lock.unlock();
        }
    }

    /** The id that Kafka gave it; another if it was deleted and created anew. Empty if it is missing. */
    Optional<String> identity() {
        if (isThere() && identity == null) { // this process has created it
            lock.lock();
            try {
                look();
                close();
            } finally {
                lock.unlock();
            }
        }
        return Optional.ofNullable(identity);
    }

    /** As Kafka knows it. */
    String name() {
        return settings.topic();
    }

    /** Creates it unless it is there. */
    void require() {
        if (there) {
            return;
        }
        lock.lock();
        try {
            if (!there && !look()) {
                create();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean look() {
        TopicDescription described;
        try {
            described = answer(admin().describeTopics(List.of(settings.topic()))
                    .topicNameValues()
                    .get(settings.topic()));
        } catch (UnknownTopicOrPartitionException e) {
            return false;
        } catch (KafkaException e) {
            throw errors.ofRead(e);
        }
        int partitions = described.partitions().size();
        if (partitions != options.partitions()) {
            throw errors.otherwise("has " + partitions + " partitions, but log." + options.name() + ".partitions is "
                    + options.partitions() + ". Keys would not be found again; set it to " + partitions
                    + ", or name another topic.");
        }
        checkConfiguration();
        identity = described.topicId().toString();
        found();
        return true;
    }

    /** How it keeps records, and how large: who may not ask takes what it finds. */
    private void checkConfiguration() {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, settings.topic());
        Config found;
        try {
            found = answer(admin().describeConfigs(List.of(resource)).values().get(resource));
        } catch (AuthorizationException e) {
            LOG.info(
                    "log {}: Kafka does not tell the cleanup policy of its topic; it is taken to be right",
                    options.name());
            return;
        } catch (KafkaException e) {
            throw errors.ofRead(e);
        }
        String policy = found.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        if (!policy.equals(policy())) {
            throw errors.otherwise("has the cleanup policy \"" + policy + "\", but a log that is "
                    + options.kind().text() + " needs \"" + policy() + "\". Change one of them.");
        }
        largestBatch =
                Integer.parseInt(found.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value());
    }

    /** Most bytes of a batch that it takes, as far as that is known. */
    int largestBatch() {
        return largestBatch;
    }

    private String policy() {
        return options.kind() == LogKind.COMPACTED
                ? TopicConfig.CLEANUP_POLICY_COMPACT
                : TopicConfig.CLEANUP_POLICY_DELETE;
    }

    private void create() {
        NewTopic topic = new NewTopic(
                        settings.topic(),
                        Optional.of(options.partitions()),
                        Optional.ofNullable(settings.replicas()).map(Integer::shortValue))
                .configs(configuration());
        try {
            answer(admin().createTopics(List.of(topic)).all());
            LOG.info(
                    "log {}: created topic {} with {} partitions",
                    options.name(),
                    settings.topic(),
                    options.partitions());
            found();
        } catch (TopicExistsException e) {
            if (!look()) { // somebody else was quicker, and this broker has not heard of it yet
                throw errors.ofRead(new UnknownTopicOrPartitionException("it was created a moment ago."));
            }
        } catch (AuthorizationException e) {
            throw errors.refused(
                    e,
                    "it is not there; create it with " + options.partitions() + " partitions and cleanup.policy="
                            + policy() + ", or grant CREATE");
        } catch (KafkaException e) {
            throw errors.ofRead(e);
        }
    }

    private Map<String, String> configuration() {
        Map<String, String> all = new TreeMap<>();
        all.put(TopicConfig.CLEANUP_POLICY_CONFIG, policy());
        all.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        all.put(
                TopicConfig.RETENTION_MS_CONFIG,
                options.keep() == null ? "-1" : Long.toString(options.keep().toMillis()));
        all.put(
                TopicConfig.DELETE_RETENTION_MS_CONFIG,
                Long.toString(options.tombstonesKept().toMillis()));
        all.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(clients.largestBatch()));
        // the leader's clock, not each publisher's
        all.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        return all;
    }

    private void found() {
        there = true;
        close();
    }

    private Admin admin() {
        if (admin == null) {
            admin = clients.admin();
        }
        return admin;
    }

    private static <T> T answer(@Nullable KafkaFuture<T> future) {
        try {
            return requireNonNull(future).get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (admin != null) {
                admin.close(Duration.ZERO);
                admin = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
