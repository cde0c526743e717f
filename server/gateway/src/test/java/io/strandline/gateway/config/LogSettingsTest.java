package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.gateway.config.LogSettings.Configured;
import io.strandline.gateway.config.LogSettings.Transport;
import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.log.ViewOptions;
import io.strandline.log.file.SnapshotFile;
import io.strandline.log.kafka.KafkaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Event logs in the configuration: whole or refused, with the key. */
class LogSettingsTest {
    private static List<Configured> logs(String text) {
        return LogSettings.of(new ConfigReader(name -> null).parse(text, "test.yaml", Path.of(".")));
    }

    @Test
    void theGatewaysOwnLogIsThereWithoutAWord() {
        Configured own = new Configured(Transport.STORE, LogOptions.appendOnly("events", 8));
        assertThat(logs("store: { url: jdbc:sqlite:x }")).containsExactly(own);
        assertThat(logs("log: { events: { } }")).containsExactly(own);
        assertThat(logs("log: { events: }")).containsExactly(own);
        assertThat(logs("log: { a: { transport: memory } }")).contains(own).hasSize(2);
    }

    @Test
    void everyKeyIsRead() {
        assertThat(logs("log: { events: { partitions: 2, keep: 90d, largest_record: 200000 },"
                        + " states: { transport: memory, kind: compacted, partitions: 1, tombstones_kept: 2h } }"))
                .containsExactly(
                        new Configured(
                                Transport.STORE,
                                LogOptions.appendOnly("events", 2)
                                        .keeping(Duration.ofDays(90))
                                        .withLargestRecord(200_000)),
                        new Configured(
                                Transport.MEMORY,
                                LogOptions.compacted("states", 1).keepingTombstones(Duration.ofHours(2))));
        assertThat(logs("log: { s: { kind: compacted } }"))
                .anyMatch(log -> log.options().kind() == LogKind.COMPACTED);
    }

    @Test
    void theViewOfACompactedLogIsSetUp() {
        assertThat(logs("log: { s: { kind: compacted, largest_view: 1000, view_snapshot: s.view } }"))
                .filteredOn(log -> log.options().name().equals("s"))
                .extracting(Configured::view)
                .containsExactly(ViewOptions.DEFAULTS.atMost(1_000).from(new SnapshotFile(Path.of("s.view"))));
    }

    /** A log on Kafka has 50 partitions unless told otherwise; what its clients are told is not shown. */
    @Test
    void everyKeyOfKafkaIsRead() {
        Configured plain = logs("log: { k: { transport: kafka, kafka: { bootstrap_servers: \"a:9092\" } } }").stream()
                .filter(log -> log.options().name().equals("k"))
                .findFirst()
                .orElseThrow();
        assertThat(plain)
                .isEqualTo(new Configured(
                        Transport.KAFKA,
                        LogOptions.appendOnly("k", 50),
                        ViewOptions.DEFAULTS,
                        false,
                        new KafkaSettings("a:9092", "__strandline_metadata", null, Map.of())));
        List<Configured> whole = logs("log: { k: { transport: kafka, kind: compacted, partitions: 3, kafka: {"
                + " bootstrap_servers: \"a:9092,b:9092\", topic: states, replicas: 3, properties: {"
                + " security.protocol: SASL_SSL, ssl.keystore.password: hunter2, delivery.timeout.ms: 40000 } } } }");
        assertThat(whole)
                .contains(new Configured(
                        Transport.KAFKA,
                        LogOptions.compacted("k", 3),
                        ViewOptions.DEFAULTS,
                        false,
                        new KafkaSettings(
                                "a:9092,b:9092",
                                "states",
                                3,
                                Map.of(
                                        "security.protocol", "SASL_SSL",
                                        "ssl.keystore.password", "hunter2",
                                        "delivery.timeout.ms", "40000"))));
        assertThat(whole.toString()).doesNotContain("hunter2");
    }

    /** LOG-2: a count of 0 or less fails when the configuration is read. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ a: { partitions: 0 } }                    | key log.a is wrong",
                "{ a: { partitions: -1 } }                   | key log.a is wrong",
                "{ a: { kind: compact } }                    | key log.a.kind is \"compact\"",
                "{ a: { transport: disk } }                  | key log.a.transport is \"disk\"",
                "{ a: { keep: soon } }                       | log.a.keep",
                "{ a: { kind: compacted, keep: 1d } }        | key log.a is wrong",
                "{ a: { largest_record: 0 } }                | key log.a is wrong",
                "{ events: { kind: compacted } }             | the gateway's own events go there",
                "{ events: { largest_record: 1000 } }        | at least 131072",
                "{ a: { own_events: true, largest_record: 1000 } } | key log.a.largest_record must be at least 131072",
                "{ events: { transport: memory } }           | the gateway's own events go there",
                "{ a: { view_snapshot: a.view } }            | key log.a.view_snapshot is for a compacted log",
                "{ a: { largest_view: 100 } }                | key log.a.largest_view is for a compacted log",
                "{ a: { kind: compacted, largest_view: 0 } } | key log.a.largest_view is 0",
                "{ a: { kind: compacted, view_snapshot: '' } } | key log.a.view_snapshot names no file",
                "{ a: { kind: compacted, transport: memory, view_snapshot: f } } | key log.a.view_snapshot outlives",
                "{ a: { kind: compacted, view_snapshot: f }, b: { kind: compacted, view_snapshot: ./f } } | is that of log \"a\" too",
                "{ a: { kind: compacted, own_events: true } } | key log.a.own_events is for an append-only log",
                "{ events: { own_events: true } }            | key log.events.own_events is for an append-only log",
                "{ a: { partition: 1 } }                     | did you mean",
                "{ events: { transport: kafka } }            | the gateway's own events go there",
                "{ a: { transport: kafka } }                 | key log.a.kafka.bootstrap_servers is missing",
                "{ a: { kafka: { topic: t } } }              | key log.a.kafka is for the transport kafka",
                "{ a: { transport: kafka, kafka: { bootstrap_servers: 'h:1', topic: 'a b' } } } | cannot be a topic",
                "{ a: { transport: kafka, kafka: { bootstrap_servers: 'h:1', replicas: 0 } } } | 0 replicas",
                "{ a: { transport: kafka, kafka: { bootstrap_servers: 'h:1', properties: { acks: 1 } } } } | acks",
                "{ a: { transport: kafka, kafka: { bootstrap_servers: 'h:1', properties: { sasl.jaas.confg: x } } } } | did you mean \"sasl.jaas.config\"",
                "{ a: { transport: kafka, kafka: { bootstrap_servers: 'h:1' } }, b: { transport: kafka, kafka: { bootstrap_servers: 'h:1' } } } | is that of log \"a\" too",
            },
            quoteCharacter = '~')
    void aFaultNamesItsKey(String log, String message) {
        assertThatThrownBy(() -> logs("log: " + log)).hasMessageContaining(message);
    }
}
