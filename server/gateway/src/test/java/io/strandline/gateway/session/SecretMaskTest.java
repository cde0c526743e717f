package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL create_sink(id => 'a', password => 'hunter2')",
                "CALL create_sink(id => 'a', PASSWORD=>'hunter2', x => 1)",
                "CALL create_sink(id => 'a', \"db.password\" => 'hunter2')",
                "CALL create_sink(properties => MAP['s3.secret-access-key', 'hunter2', 'region', 'x'])",
                "SET api_token = 'hunter2'",
                "SET access_key TO 'hunter2'",
                "CALL p(secret => 'it''s hunter2')",
                "CALL p(url => 'jdbc:postgresql://me:hunter2@db/x')",
                "CALL p(json => '{\"password\": 1}', token => 'hunter2",
                "CALL p(Passwort_PASSWD => 'hunter2')",
                "CALL p(settings => '{\"url\": \"jdbc:x\", \"password\": \"hunter2\", \"a\": 1}')",
                "CALL p(settings => '{\"s3.secret-access-key\" :\n \"a\\\"hunter2\"}')",
                "CALL p(settings => '{\"pin.token\": 1234hunter2}')",
                "CALL p(settings => '{\"password\": \"hunter2",
                "ALTER TABLE t SET PROPERTIES 'adls.auth.shared-key.account.key' = 'hunter2'",
                "CALL p(ssl_passphrase => 'hunter2', header_authorization => 'hunter2', sslkey => 'hunter2')",
                "CALL p(password => N'hunter2')",
                "CALL p(password => _UTF8'hunter2')",
                "CALL p(password => U&'hunter2')",
                "CALL p(password => /* it's ' */ 'hunter2')",
                "CALL p(password -- why\n => 'hunter2')",
                "CALL p(password => 'a' || 'hunter2')",
                "CALL p(password => 'a' 'hunter2')",
            })
    void hidesSecrets(String sql) {
        assertThat(SecretMask.mask(sql)).doesNotContain("hunter2").contains("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t WHERE name = 'hunter2'",
                "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray')",
                "SELECT 'https://example.org/a@b'",
                "SELECT password FROM t WHERE x = 'y'",
                "SET sink.token = '00000000000000000001'",
                "CALL p(key => 'id', settings => '{\"key\": [\"id\"]}')",
                "SELECT \"token\", \"name\" FROM t",
            })
    void leavesTheRestAsItIs(String sql) {
        assertThat(SecretMask.mask(sql)).isEqualTo(sql);
    }

    @Test
    void keepsWhatFollowsASecret() {
        assertThat(SecretMask.mask("CALL p(token => 'a''b', x => 'kept')"))
                .isEqualTo("CALL p(token => '***', x => 'kept')");
    }

    @Test
    void isQuickOnLongTexts() {
        String sql = "CALL p(token => '" + "''".repeat(500_000) + "', x => 1)";
        assertThat(SecretMask.mask(sql)).isEqualTo("CALL p(token => '***', x => 1)");
        for (String words : List.of(
                "a.secret-".repeat(50_000),
                "token ".repeat(50_000),
                "\"token\":".repeat(50_000),
                "pwd/* ".repeat(50_000))) {
            assertThat(SecretMask.mask(words)).hasSizeLessThanOrEqualTo(words.length());
        }
    }
}
