package io.strandline.log.kafka;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.fixtures.KafkaServer;
import io.strandline.log.Bytes;
import io.strandline.log.LogLab;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.MetadataEventLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Logs on one broker that the tests of this module share, each a topic of its own. Time is the broker's. */
public final class KafkaLab extends LogLab {
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private static final class Shared {
        private static final KafkaServer SERVER = start();

        private static KafkaServer start() {
            try {
                KafkaServer server = KafkaServer.start();
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static KafkaServer server() {
        return Shared.SERVER;
    }

    static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", server().bootstrap()));
    }

    /** A topic that nobody has named yet. */
    public static String newTopic() {
        return "topic-" + TOPICS.incrementAndGet();
    }

    public static KafkaSettings settings(String topic) {
        return new KafkaSettings(server().bootstrap(), topic, null, Map.of());
    }

    /** What a client needs to log in. */
    static Map<String, String> login(KafkaServer.User user) {
        return Map.of(
                "security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN", "sasl.jaas.config", user.jaas());
    }

    @Override
    protected MetadataEventLog create(LogOptions options) {
        return KafkaEventLog.open(options, settings(newTopic()));
    }

    /** The broker does in its own time: {@code KafkaUpkeepTest} waits for it. */
    @Override
    protected boolean tidyUp(MetadataEventLog log) {
        return false;
    }

    @Override
    protected boolean isGapless() {
        return false;
    }

    @Override
    protected boolean isTimedByClock() {
        return false;
    }

    @Override
    protected Duration settled() {
        return Duration.ofMillis(300);
    }

    static Bytes text(String text) {
        return Bytes.ofText(text);
    }

    static String valueOf(LogRecord found) {
        return found.value() == null ? "(none)" : found.value().text().orElseThrow();
    }

    static List<LogRecord> visited(MetadataEventLog log, long start, long end) {
        List<LogRecord> shown = new ArrayList<>();
        log.visitRange(0, start, end, shown::add, until(Duration.ofSeconds(60)));
        return shown;
    }

    static long high(MetadataEventLog log) {
        return log.highWaterMarks(until(Duration.ofSeconds(60))).get(0);
    }

    /** A caller's checkpoint with a deadline. */
    static Runnable until(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        return () -> {
            if (System.nanoTime() > end) {
                throw new StrandlineException(ErrorCode.TIMED_OUT, "it took too long.");
            }
        };
    }

    /** What an error of that code says. */
    static String messageOf(ErrorCode code, ThrowingCallable call) {
        StrandlineException failure = Assertions.catchThrowableOfType(StrandlineException.class, call);
        Assertions.assertThat(failure).as("an error").isNotNull();
        Assertions.assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
        return failure.getMessage();
    }
}
