package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** CAT-9: how often a table is planned anew. */
class ReconcileSettingsTest {
    private static GatewayConfig config(String text) {
        return new ConfigReader(name -> null).parse(text, "strandline.yaml", Path.of(""));
    }

    @Test
    void fourTimesByDefault() {
        assertThat(ReconcileSettings.maxAttempts(config("store: { url: 'jdbc:sqlite:x.db' }")))
                .isEqualTo(4);
        assertThat(ReconcileSettings.maxAttempts(config("reconcile: { max_attempts: 9 }")))
                .isEqualTo(9);
    }

    @Test
    void noneIsRefused() {
        GatewayConfig none = config("reconcile: { max_attempts: 0 }");
        assertThatThrownBy(() -> ReconcileSettings.maxAttempts(none)).hasMessageContaining("from 1 to 100");
    }
}
