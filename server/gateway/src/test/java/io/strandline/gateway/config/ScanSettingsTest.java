package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.schedule.ScanSetting;
import io.strandline.gateway.session.JobSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of scheduled scans and of jobs: defaults, explicit values, and errors that name the key. */
class ScanSettingsTest {
    private static GatewayConfig config(String text) {
        return new ConfigReader(name -> null).parse(text, "strandline.yaml", Path.of(""));
    }

    private static List<ScanSetting> scan(String connection) {
        return ScanSettings.of(config("connections: { lake: { catalog: prod, " + connection + " } }"));
    }

    @Test
    void aConnectionWithoutTheKeyIsNotScanned() {
        assertThat(scan("namespace: pad")).isEmpty();
    }

    @Test
    void jitterIsATenthUnlessGiven() {
        assertThat(scan("namespace: pad, scan: { every: 15m }"))
                .containsExactly(new ScanSetting("lake", Duration.ofMinutes(15), Duration.ofSeconds(90)));
        assertThat(scan("namespace: pad, scan: { every: 10s, jitter: 0s }"))
                .containsExactly(new ScanSetting("lake", Duration.ofSeconds(10), Duration.ZERO));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            namespace: pad, scan: { every: 9s }                | connections.lake.scan.every  | 10s
            namespace: pad, scan: { every: often }             | connections.lake.scan.every  | often
            namespace: pad, scan: { jitter: 1m }               | connections.lake.scan.every  | missing
            namespace: pad, scan: { every: 1m, jitter: 61s }   | connections.lake.scan.jitter | 61s
            namespace: pad, scan: { every: 1m, jitter: x }     | connections.lake.scan.jitter | x
            scan: { every: 1m }                                | connections.lake.scan        | connections.lake.namespace
            """)
    void errorsNameTheKey(String connection, String key, String says) {
        assertThatThrownBy(() -> scan(connection))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining("key " + key)
                .hasMessageContaining(says);
    }

    @Test
    void jobsAreBoundedInNumberAndNotInTimeUnlessConfigured() {
        assertThat(ServerSettings.jobs(config("server: {}").server().limits())).isEqualTo(JobSettings.DEFAULTS);
        assertThat(ServerSettings.jobs(config("server: { limits: { jobs: 3, job_time: 12h } }")
                        .server()
                        .limits()))
                .isEqualTo(new JobSettings(3, Duration.ofHours(12)));
        assertThatThrownBy(() -> ServerSettings.jobs(
                        config("server: { limits: { jobs: 0 } }").server().limits()))
                .hasMessageContaining("key server.limits.jobs");
        assertThatThrownBy(() -> ServerSettings.jobs(
                        config("server: { limits: { job_time: 0s } }").server().limits()))
                .hasMessageContaining("key server.limits.job_time");
    }
}
