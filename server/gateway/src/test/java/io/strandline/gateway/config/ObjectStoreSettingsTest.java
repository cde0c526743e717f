package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.gateway.config.ObjectStoreSettings.Configured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the configuration says of object stores. */
class ObjectStoreSettingsTest {
    @TempDir
    Path folder;

    private GatewayConfig config(String yaml) throws IOException {
        Files.writeString(folder.resolve("secret"), "canary\n");
        return new ConfigReader(name -> null).read(Files.writeString(folder.resolve("strandline.yaml"), yaml));
    }

    private List<Configured> stores(String yaml) throws IOException {
        return ObjectStoreSettings.of(config("object_stores:\n" + yaml));
    }

    @Test
    void aStoreIsReadWithItsLoginFromAFile() throws IOException {
        List<Configured> stores = stores("""
              main:
                type: s3
                buckets: [lake, uploads]
                endpoint: https://s3.example:9000
                region: eu-west-1
                access_key: someone
                secret_key: { file: secret }
                path_style: true
                timeout: 2s
              others: { type: s3 }
            """);
        assertThat(stores).extracting(Configured::name).containsExactly("main", "others");
        Configured main = stores.get(0);
        assertThat(main.buckets()).isEqualTo(Set.of("lake", "uploads"));
        assertThat(main.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(main.options().secretKey()).isEqualTo("canary");
        assertThat(main.options().pathStyle()).isTrue();
        assertThat(stores.get(1).timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    /** CAT-12. */
    @Test
    void theLoginIsNotShown() throws IOException {
        GatewayConfig config = config("object_stores: { main: { type: s3, access_key: a1b2c3,"
                + " secret_key: { file: secret }, session_token: canary2 } }\n");
        assertThat(config.toString()).doesNotContain("canary").doesNotContain("a1b2c3");
        assertThat(ObjectStoreSettings.of(config).toString())
                .doesNotContain("canary")
                .doesNotContain("a1b2c3");
    }

    @Test
    void whatIsWrongNamesItsKey() {
        assertWrong("  main: {}\n", "object_stores.main.type", "s3");
        assertWrong("  main: { type: gs }\n", "object_stores.main.type", "\"gs\"");
        assertWrong("  main: { type: s3, access_key: a }\n", "object_stores.main", "secret_key");
        assertWrong("  main: { type: s3, endpoint: s3.example }\n", "object_stores.main.endpoint", "URL");
        assertWrong("  main: { type: s3, timeout: soon }\n", "object_stores.main.timeout", "soon");
        assertWrong(
                "  a: { type: s3, buckets: [x] }\n  b: { type: s3, buckets: [x] }\n",
                "object_stores.b.buckets",
                "\"x\"");
        assertWrong("  a: { type: s3 }\n  b: { type: s3 }\n", "object_stores.b.buckets", "object_stores.a");
        assertWrong("  a: { type: s3, bucket: x }\n", "buckets");
    }

    private void assertWrong(String yaml, String... parts) {
        assertThatThrownBy(() -> stores(yaml)).as(yaml).hasMessageContainingAll(parts);
    }
}
