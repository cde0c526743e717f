package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.GatewayProcess;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GW-9, case 47: gateway and client in JVMs of any zone, language and charset say the same times and know the same words. */
class ZonesTest {
    private static final DateTimeFormatter TEXT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "UTC,              en, US, UTC,              en, US, UTF-8",
        "America/New_York, en, US, Asia/Kathmandu,   en, US, ISO-8859-1",
        "UTC,              tr, TR, America/New_York, tr, TR, UTF-8",
        "Europe/Istanbul,  tr, TR, UTC,              en, US, US-ASCII",
    })
    void theWholePathIsTheSame(
            String serverZone,
            String serverLanguage,
            String serverCountry,
            String zone,
            String language,
            String country,
            String charset)
            throws Exception {
        List<String> said;
        try (GatewayProcess gateway =
                GatewayProcess.demo(folder.resolve("lake"), jvm(serverZone, serverLanguage, serverCountry, charset))) {
            said = GatewayProcess.run(
                    ZonesClient.class, List.of(gateway.jdbcUrl()), jvm(zone, language, country, charset));
        }
        assertThat(values(said, "findings"))
                .contains("MISSING|returns_2025|true", "ORPHAN|mystery|false", "ORPHAN|stray_import|true");
        assertThat(values(said, "missing")).containsExactly("1");
        assertThat(values(said, "words")).containsExactly("I|i|TITLE|title|İıIi");
        assertThat(values(said, "call"))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("stray_import|", "|true|"));
        assertThat(values(said, "zone")).containsExactly(zone);
        assertThat(values(said, "TIMESTAMP")).containsExactly("1", "1");
        assertThat(values(said, "TIMESTAMP WITH LOCAL TIME ZONE")).containsExactly("1", "1");
        assertTimes(said, zone);
        assertThat(values(said, "skipped")).containsExactly("2026-03-08 02:30:00|2026-03-08T02:30");
        assertThat(values(said, "twice")).containsExactly("2026-11-01 01:30:00|2026-11-01T01:30");
        assertThat(values(said, "day")).containsExactly("2026-03-08|2026-03-08");
    }

    /** One instant, however it is read, and between what the client's own clock said before and after. */
    private static void assertTimes(List<String> said, String zone) {
        Instant at = Instant.parse(values(said, "own.timestamp").get(0));
        assertThat(at)
                .isBetween(
                        Instant.parse(values(said, "before").get(0)),
                        Instant.parse(values(said, "after").get(0)));
        for (String key :
                List.of("own.timestamp", "own.offset", "set.timestamp", "set.offset", "utc.timestamp", "utc.offset")) {
            assertThat(values(said, key)).as(key).containsExactly(at.toString());
        }
        assertThat(values(said, "own.string")).containsOnly(text(at, zone)).hasSize(2);
        assertThat(values(said, "utc.string")).containsOnly(text(at, "UTC")).hasSize(2);
    }

    private static String text(Instant at, String zone) {
        return TEXT.format(at.atZone(ZoneId.of(zone)));
    }

    private static String[] jvm(String zone, String language, String country, String charset) {
        return new String[] {
            "-Duser.timezone=" + zone,
            "-Duser.language=" + language,
            "-Duser.country=" + country,
            "-Dfile.encoding=" + charset,
            "-XX:TieredStopAtLevel=1"
        };
    }

    private static List<String> values(List<String> said, String key) {
        return said.stream()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .toList();
    }
}
