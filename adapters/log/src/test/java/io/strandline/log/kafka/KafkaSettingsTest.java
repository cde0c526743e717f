package io.strandline.log.kafka;

import static io.strandline.log.kafka.KafkaLab.messageOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.fixtures.KafkaServer.User;
import io.strandline.log.LogOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Kafka's clients are told: whole or refused, and never shown where it is secret. */
class KafkaSettingsTest {
    private static KafkaSettings with(Map<String, String> properties) {
        return new KafkaSettings("127.0.0.1:9", "topic", null, properties);
    }

    @ParameterizedTest
    @CsvSource({
        "acks, not for you to set",
        "enable.idempotence, not for you to set",
        "group.id, not for you to set",
        "allow.auto.create.topics, not for you to set",
        "security.protocl, did you mean \"security.protocol\"?",
    })
    void whatThePromisesRestOnIsRefused(String property, String message) {
        assertThat(messageOf(ErrorCode.CONFIGURATION, () -> with(Map.of(property, "1"))))
                .contains(property)
                .contains(message);
    }

    @Test
    void secretsAreMasked() {
        KafkaSettings settings =
                with(Map.of("sasl.jaas.config", User.READER.jaas(), "ssl.key.password", "hunter2", "client.id", "me"));
        assertThat(settings.masked("reader, reader-secret, hunter2 and me; " + User.READER.jaas()))
                .isEqualTo("reader, ***, *** and me; ***");
        assertThat(settings.toString()).doesNotContain("secret").doesNotContain("hunter2");
    }

    @Test
    void whatTheClientsDoNotTakeIsAnErrorOfTheConfiguration() {
        KafkaSettings settings =
                with(Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.jaas.config", "hunter2 with no end"));
        assertThat(messageOf(
                        ErrorCode.CONFIGURATION,
                        () -> KafkaEventLog.open(LogOptions.appendOnly("events", 1), settings)))
                .contains("log.events.kafka")
                .doesNotContain("hunter2");
    }
}
