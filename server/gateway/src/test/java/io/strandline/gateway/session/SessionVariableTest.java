package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionVariableTest {
    private final Session session =
            new Session("s", new Caller("ann", Role.READER), "here", Instant.EPOCH, 10, ModuleOptions.NONE);
    private final SchemaLookup schemas = new SchemaLookup() {
        @Override
        public boolean exists(String catalog, @Nullable String schema) {
            return catalog.equals("strandline") && (schema == null || schema.equals("log"));
        }

        @Override
        public List<String> catalogs() {
            return List.of("prod", "strandline");
        }
    };

    private void set(String name, String value) {
        session.set(name, value, SettingOrder.UNNUMBERED, schemas);
    }

    @Test
    void setsAndResetsEachOption() {
        set("time_zone", "Europe/Berlin");
        session.remembersInitialOptions();
        set("time_zone", "+05:30");
        set("read_only", "TRUE");
        set("schema", "log");
        assertThat(session.options().timeZone()).isEqualTo(ZoneId.of("+05:30"));
        assertThat(session.options().readOnly()).isTrue();
        assertThat(session.options().schema()).isEqualTo("log");
        set("time_zone", null);
        set("read_only", null);
        assertThat(session.options().timeZone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(session.options().readOnly()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"10, 10000", "1500ms, 1500", "30s, 30000", "5m, 300000", "1h, 3600000"})
    void readsTimes(String value, long millis) {
        set("query_timeout", value);
        assertThat(session.queryTimeout()).contains(Duration.ofMillis(millis));
        set("query_timeout", "0");
        assertThat(session.queryTimeout()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "time_zone, Mars/Olympus, as 'Europe/Berlin'",
        "read_only, maybe, 'true' or 'false'",
        "query_timeout, soon, a number of seconds",
        "query_timeout, -1, a number of seconds",
        "query_timeout, 9999999999999999999h, a number of seconds",
        "idempotency_key, a b, visible ASCII",
        "idempotency_key, '', visible ASCII",
        "timezone, UTC, did you mean \"time_zone\"",
        "Time_Zone, UTC, did you mean \"time_zone\"",
    })
    void refusesWhatItCannotTake(String name, String value, String why) {
        assertThatThrownBy(() -> set(name, value))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT))
                .hasMessageContaining(why);
    }

    @Test
    void refusesASchemaOrCatalogThatIsNotThere() {
        assertThatThrownBy(() -> set("schema", "lag"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_SCHEMA));
        assertThatThrownBy(() -> set("catalog", "strandlime"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_CATALOG))
                .hasMessageContaining("There are: prod, strandline.");
        assertThat(session.options()).isEqualTo(Session.DEFAULTS);
    }

    /** GW-2: one key for one change. */
    @Test
    void givesAKeyOnce() {
        set("idempotency_key", "k");
        assertThat(session.takeKey()).isEqualTo("k");
        assertThat(session.takeKey()).isNull();
        set("idempotency_key", "k");
        set("idempotency_key", null);
        assertThat(session.takeKey()).isNull();
    }
}
