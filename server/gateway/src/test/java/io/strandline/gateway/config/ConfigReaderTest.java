package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
    private final ConfigReader reader = new ConfigReader(Map.of("LAKE_KEY", "s3cret")::get);

    @Test
    void fillsInDefaultsForWhatIsLeftOut() {
        GatewayConfig config = parse("catalogs: {}");
        assertThat(config.server().listen()).isEqualTo("127.0.0.1:8765");
        assertThat(config.server().users()).isEmpty();
        assertThat(config.store().url()).isEqualTo("jdbc:sqlite:strandline.db");
        assertThat(config.connections()).isEmpty();
        assertThat(StoreSettings.historyKept(config.store())).isEqualTo(Duration.ofDays(400));
    }

    @Test
    void readsEveryKey() {
        GatewayConfig config = parse("""
            server:
              listen: 127.0.0.1:0
              users: { ada: { password_hash: "$2a$x", role: admin } }
              limits: { statement_bytes: 1000, sessions_per_user: 2, session_idle: 1h, frame_bytes: 5, reader: { rows: 7 },
                        jobs: 3, job_time: 2h }
            store: { url: "jdbc:postgresql://db/strandline", user: u, password: "${LAKE_KEY}",
                     history_kept: 30d }
            catalogs:
              prod: { type: jdbc, uri: "jdbc:sqlite:lake.db", warehouse: /w, clients: 4 }
            connections:
              scratch:
                catalog: prod
                namespace: scratch
                description: where uploads become tables
                external_locations: [s3://uploads/]
                managed_bucket: s3://resources
                listing_limit: 10
                read_only: true
                scan: { every: 15m, jitter: 1m }
            """);
        assertThat(config.server().users().get("ada"))
                .isEqualTo(new GatewayConfig.UserSection("$2a$x", "admin", null, null));
        assertThat(config.server().limits())
                .isEqualTo(new GatewayConfig.LimitsSection(
                        1000L,
                        2,
                        null,
                        "1h",
                        5L,
                        3,
                        "2h",
                        new GatewayConfig.RoleSection(null, 7L, null, null, null),
                        null,
                        null));
        assertThat(config.store().password()).isEqualTo("s3cret");
        assertThat(StoreSettings.historyKept(config.store())).isEqualTo(Duration.ofDays(30));
        assertThat(config.catalogs().get("prod").get("clients").asText()).isEqualTo("4");
        assertThat(config.connections().get("scratch"))
                .isEqualTo(new GatewayConfig.ConnectionSection(
                        "prod",
                        "scratch",
                        "where uploads become tables",
                        List.of("s3://uploads/"),
                        "s3://resources",
                        10,
                        true,
                        null,
                        null,
                        new GatewayConfig.ConnectionSection.ScanSection("15m", "1m")));
    }

    @Test
    void namesTheNearestKeyForAnUnknownOne() {
        assertRefused("server:\n  listne: 1.2.3.4:5\n", "unknown key server.listne; did you mean \"listen\"?");
    }

    @Test
    void namesTheKeyOfAValueOfTheWrongKind() {
        assertRefused("connections: {scratch: {listing_limit: many}}", "key connections.scratch.listing_limit");
    }

    @Test
    void saysWhereTheYamlIsBroken() {
        assertRefused("server: [", "is not YAML at line 1");
    }

    @Test
    void refusesAKeyGivenTwice() {
        assertRefused("store: {url: a}\nstore: {url: b}\n", "Duplicate");
    }

    @Test
    void namesAVariableThatIsNotSet() {
        assertRefused("store: {url: \"${NOWHERE}\"}", "key store.url: the environment has no variable NOWHERE");
    }

    @Test
    void readsASecretFromAFileBesideTheConfiguration(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("key"), "from the file\n");
        Path file = Files.writeString(folder.resolve("s.yaml"), "store: {password: {file: key}}");
        assertThat(reader.read(file).store().password()).isEqualTo("from the file");
        assertThat(reader.read(file).toString()).doesNotContain("from the file");
    }

    @Test
    void saysWhichFileIsNotThere(@TempDir Path folder) {
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> reader.read(folder.resolve("no.yaml")))
                .withMessageContaining("no.yaml does not exist");
    }

    @ParameterizedTest
    @CsvSource({"23h", "36501d", "long"})
    void refusesAHistoryThatIsKeptForTooShortOrTooLong(String kept) {
        GatewayConfig config = parse("store: {history_kept: " + kept + "}");
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> StoreSettings.historyKept(config.store()))
                .withMessageContaining("key store.history_kept")
                .withMessageContaining(kept)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION));
    }

    @ParameterizedTest
    @CsvSource({"250ms,PT0.25S", "30s,PT30S", "15m,PT15M", "24h,PT24H", "7d,PT168H"})
    void readsDurations(String text, Duration expected) {
        assertThat(Durations.parse(text, "k")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"15", "m", "1.5h", "-3s", "99999999999999999999s", "5 m"})
    void refusesWhatIsNoDuration(String text) {
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> Durations.parse(text, "limits.session_idle"))
                .withMessageContaining("limits.session_idle");
    }

    private GatewayConfig parse(String yaml) {
        return reader.parse(yaml, "test.yaml", Path.of("."));
    }

    private void assertRefused(String yaml, String message) {
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> parse(yaml))
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION));
    }
}
