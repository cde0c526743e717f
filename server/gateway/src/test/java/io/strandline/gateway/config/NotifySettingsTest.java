package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Severity;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks in the configuration: whole or refused, and their secrets in no message. */
class NotifySettingsTest {
    private static GatewayConfig config(String notify) {
        return new ConfigReader(name -> name.equals("KEY") ? "canary-canary-canary" : null)
                .parse("connections: { c: { catalog: p, notify: " + notify + " } }", "test.yaml", Path.of("."));
    }

    @Test
    void aWebhookIsReadAndHidesItsSecret() {
        GatewayConfig config =
                config("{ url: https://h.example/canary, secret: \"${KEY}\", kinds: [ORPHAN, MISSING] }");
        assertThat(NotifySettings.endpoints(config)).singleElement().satisfies(endpoint -> {
            assertThat(endpoint.connection()).isEqualTo("c");
            assertThat(endpoint.url()).hasPath("/canary");
            assertThat(endpoint.secret()).isEqualTo("canary-canary-canary");
        });
        assertThat(NotifySettings.rules(config))
                .containsEntry("c", new NoticeRule(EnumSet.of(FindingKind.ORPHAN, FindingKind.MISSING), Severity.INFO));
        assertThat(config.toString()).doesNotContain("canary");
    }

    @Test
    void everyKindIsToldByDefaultAndNoConnectionTellsUnasked() {
        GatewayConfig config = config("{ url: http://127.0.0.1:1/, secret: \"${KEY}\", min_severity: ERROR }");
        assertThat(NotifySettings.rules(config))
                .containsEntry("c", new NoticeRule(EnumSet.allOf(FindingKind.class), Severity.ERROR));
        GatewayConfig silent =
                new ConfigReader(name -> null).parse("connections: { c: { catalog: p } }", "test.yaml", Path.of("."));
        assertThat(NotifySettings.rules(silent)).isEmpty();
        assertThat(NotifySettings.endpoints(silent)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ url: https://h.example/canary }                                | notify needs url and secret",
                "{ secret: '${KEY}' }                                             | notify needs url and secret",
                "{ url: https://h.example/canary, secret: canary }                | notify.secret must have at least 16",
                "{ url: http://h.example/canary, secret: '${KEY}' }               | notify.url must be https",
                "{ url: 'https://h.example/canary x', secret: '${KEY}' }          | notify.url is no URL",
                "{ url: https://canary:x@h.example/, secret: '${KEY}' }           | notify.url must have neither a login",
            },
            quoteCharacter = '~')
    void aFaultNamesItsKeyAndNoSecret(String notify, String message) {
        GatewayConfig config = config(notify);
        assertThatThrownBy(() -> NotifySettings.endpoints(config))
                .hasMessageContaining("connections.c." + message)
                .hasMessageNotContaining("canary")
                .hasNoCause();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kinds: [ORPHANS]        | notify.kinds \"ORPHANS\" is none of",
                "kinds: []               | notify.kinds names none",
                "min_severity: FATAL     | notify.min_severity \"FATAL\" is none of [INFO, WARNING, ERROR]",
            })
    void aKindOrSeverityThatThereIsNotIsRefused(String part, String message) {
        GatewayConfig config = config("{ url: https://h.example/, secret: \"${KEY}\", " + part + " }");
        assertThatThrownBy(() -> NotifySettings.rules(config)).hasMessageContaining("connections.c." + message);
    }

    @Test
    void plainHttpIsTakenWhenItIsAllowed() {
        assertThat(NotifySettings.endpoints(
                        config("{ url: http://h.example/, secret: \"${KEY}\", allow_plain: true }")))
                .hasSize(1);
    }
}
