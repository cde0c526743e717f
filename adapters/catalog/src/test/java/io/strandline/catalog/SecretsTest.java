package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.SecretNames;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CAT-12: what holds a secret is known by its name, and kept out of texts. */
class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc.password",
                "password",
                "s3.secret-access-key",
                "token",
                "oauth2.credential",
                "api_key",
                "apikey",
                "client.secret",
                "header.Authorization",
                "sslkey",
                "s3.session-token",
                "JDBC.PASSWORD",
                "adls.auth.shared-key.account.key",
                "ssl.passphrase",
                "fs.azure.account.key.lake.dfs.core.windows.net"
            })
    void knowsWhereSecretsAre(String key) {
        assertThat(SecretNames.isSecretProperty(key)).isTrue();
        assertThat(Secrets.none().shown(key, "canary")).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uri",
                "warehouse",
                "s3.access-key-id",
                "write.format.default",
                "owner",
                "primary-key",
                "partition_key",
                "strandline.commit-token",
                "encryption.key-id",
                "token-refresh-enabled",
                "write.metadata.metrics.column.key",
                "write.parquet.bloom-filter-enabled.column.token",
                "sink.token",
                "monkey-business"
            })
    void leavesOthersAlone(String key) {
        assertThat(Secrets.none().shown(key, "value")).isEqualTo("value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://h/d?user=u&password=canary&ssl=true|jdbc:postgresql://h/d?user=u&password=***&ssl=true",
                "http://user:canary@host/path|http://user:***@host/path",
                "failed: password=canary, user=u|failed: password=***, user=u",
                "{\"client_secret\": \"canary\", \"a\": 1}|{\"client_secret\": \"***\", \"a\": 1}",
                "Authorization: Bearer canary123456|Authorization: Bearer ***",
                "nothing here|nothing here",
                "SELECT * FROM token|SELECT * FROM token"
            })
    void findsSecretsInTexts(String text, String shown) {
        assertThat(Secrets.none().scrub(text)).isEqualTo(shown);
    }

    /** A known value is found wherever it stands. */
    @Test
    void findsItsOwnValuesInAnyText() {
        Secrets secrets = Secrets.of(Map.of("jdbc.password", "p;w=d'x\"", "uri", "jdbc:x"));
        assertThat(secrets.scrub("login p;w=d'x\" for jdbc:x failed")).isEqualTo("login *** for jdbc:x failed");
        assertThat(secrets).hasToString("1 secrets");
    }

    /** Causes are told once each, without secrets, on one line. */
    @Test
    void describesAFailureWithItsCauses() {
        Throwable failure = new IllegalStateException(
                "cannot\n open", new RuntimeException("with password=canary given", new Error()));
        assertThat(Secrets.none().describe(failure)).isEqualTo("cannot open: with password=*** given: Error");
    }
}
