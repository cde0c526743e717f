package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.strandline.catalog.Access;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.catalog.VendedCredentials;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-11: credentials for tables on S3, made in the name of a role and narrowed to one table. */
class StsCredentialsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private final TestEffects effects = new TestEffects(intent -> Outcome.unknown("not looked at"));
    private StsServer sts;
    private Lake lake;

    @BeforeEach
    void open() throws IOException {
        sts = new StsServer(CLOCK);
        lake = lake(Map.of());
    }

    private Lake lake(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "type",
                "in-memory",
                "warehouse",
                "s3://lake/warehouse",
                "s3.access-key-id",
                "gateway",
                "s3.secret-access-key",
                "canary-own",
                "client.region",
                "eu-central-1",
                "s3.endpoint",
                "https://s3.example",
                "strandline.sts.role-arn",
                "arn:aws:iam::123456789012:role/lake",
                "strandline.sts.external-id",
                "shared with us",
                "strandline.sts.endpoint",
                sts.endpoint()));
        properties.putAll(more);
        return new Lake("lake", properties);
    }

    @AfterEach
    void close() {
        lake.close();
        sts.close();
    }

    private TableRef table(String name, String location, Map<String, String> properties) {
        TableRef ref = lake.ref("sales", name);
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(ref, List.of(LakeColumn.of("id", "long")), Optional.of(location), properties);
        return ref;
    }

    private List<VendedCredentials> vend(TableRef table, Access access, Role role, List<String> warnings) {
        TestCall call = new TestCall(effects, new Caller("ann smith", role));
        try {
            return new TableCredentials(new Catalogs(List.of(lake.catalog)), LocationRules.defaults(), CLOCK)
                    .vend(table, access, Optional.empty(), call);
        } finally {
            warnings.addAll(call.warnings());
        }
    }

    private List<VendedCredentials> vend(TableRef table, Access access) {
        return vend(table, access, Role.ADMIN, new ArrayList<>());
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.textValue()));
        return texts;
    }

    private JsonNode policy() throws IOException {
        return JSON.readTree(sts.asked.get(sts.asked.size() - 1).get("Policy"));
    }

    /** A reader's session reads below the table's directory and does nothing else; it ends in time. */
    @Test
    void aReaderReadsBelowTheTableAlone() throws IOException {
        TableRef orders = table("orders", "s3://lake/warehouse/sales/orders", Map.of());
        assertThat(vend(orders, Access.READ, Role.READER, new ArrayList<>()))
                .singleElement()
                .satisfies(made -> {
                    assertThat(made.prefix()).isEqualTo("s3://lake/warehouse/sales/orders");
                    assertThat(made.expiresAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
                    assertThat(made.properties())
                            .containsEntry("s3.access-key-id", "made-up-id")
                            .containsEntry("s3.secret-access-key", "canary-made-up")
                            .containsEntry("s3.session-token", "canary-session")
                            .containsEntry("client.region", "eu-central-1")
                            .containsEntry("s3.endpoint", "https://s3.example");
                    assertThat(made.toString()).doesNotContain("canary");
                });
        assertThat(sts.asked)
                .singleElement()
                .satisfies(asked -> assertThat(asked)
                        .containsEntry("Action", "AssumeRole")
                        .containsEntry("RoleArn", "arn:aws:iam::123456789012:role/lake")
                        .containsEntry("ExternalId", "shared with us")
                        .containsEntry("RoleSessionName", "strandline-ann_smith")
                        .containsEntry("DurationSeconds", "3600"));
        assertThat(sts.asked.get(0).get("Authorization")).contains("Credential=gateway/", "/eu-central-1/sts/");
        JsonNode statements = policy().get("Statement");
        assertThat(statements)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.get("Effect").textValue()).isEqualTo("Allow"));
        assertThat(texts(statements.get(0).get("Action"))).containsExactly("s3:GetObject");
        assertThat(texts(statements.get(0).get("Resource")))
                .containsExactly("arn:aws:s3:::lake/warehouse/sales/orders/*");
        assertThat(texts(statements.get(1).get("Action"))).containsExactly("s3:ListBucket");
        assertThat(texts(statements.get(1).get("Resource"))).containsExactly("arn:aws:s3:::lake");
        assertThat(texts(statements.get(1).at("/Condition/StringLike/s3:prefix")))
                .containsExactly("warehouse/sales/orders/*");
    }

    @Test
    void aWriterWritesThereToo() throws IOException {
        TableRef orders = table("orders", "s3a://lake/warehouse/sales/orders/", Map.of());
        vend(orders, Access.READ_WRITE);
        assertThat(texts(policy().get("Statement").get(0).get("Action")))
                .contains("s3:GetObject", "s3:PutObject", "s3:DeleteObject")
                .allSatisfy(action -> assertThat(action).startsWith("s3:").doesNotContain("*"));
        assertThatThrownBy(() -> vend(orders, Access.READ_WRITE, Role.OPERATOR, new ArrayList<>()))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED));
        assertThat(sts.asked).hasSize(1);
    }

    /** Every place of the table, in whatever bucket; what stands for other texts in a policy stands for itself. */
    @Test
    void placesElsewhereAreThoseOfTheTableToo() throws IOException {
        TableRef orders = table(
                "orders",
                "s3://lake/a*b/what?/$x",
                Map.of("write.data.path", "s3://other/data", "write.metadata.path", "gs://third/metadata"));
        List<String> warnings = new ArrayList<>();
        assertThat(vend(orders, Access.READ, Role.READER, warnings))
                .extracting(VendedCredentials::prefix)
                .containsExactlyInAnyOrder("s3://lake/a*b/what?/$x", "s3://other/data");
        assertThat(warnings).anyMatch(warning -> warning.contains("gs://third/metadata"));
        assertThat(texts(policy().get("Statement").get(0).get("Resource")))
                .containsExactly("arn:aws:s3:::lake/a${*}b/what${?}/${$}x/*", "arn:aws:s3:::other/data/*");
        assertThat(policy().get("Statement")).hasSize(3);
        assertThat(policy().toString()).doesNotContain("third");
    }

    /** It may be used no longer than is configured, though the service makes none for less than a quarter of an hour. */
    @Test
    void theirUseIsBounded() throws IOException {
        lake.close();
        lake = lake(Map.of("strandline.credentials-max-age", "5m"));
        TableRef orders = table("orders", "s3://lake/orders", Map.of());
        assertThat(vend(orders, Access.READ))
                .singleElement()
                .satisfies(made -> assertThat(made.expiresAt()).isEqualTo(NOW.plus(Duration.ofMinutes(5))));
        assertThat(sts.asked.get(0)).containsEntry("DurationSeconds", "900");
        lake.close();
        lake = lake(Map.of("strandline.credentials-max-age", "48h"));
        vend(table("orders", "s3://lake/orders", Map.of()), Access.READ);
        assertThat(sts.asked.get(1)).containsEntry("DurationSeconds", "43200");
    }

    /** CAT-12: a service that refuses is an error that says what to look at, without a secret; nobody is given anything. */
    @Test
    void aRefusalIsAnError() {
        TableRef orders = table("orders", "s3://lake/orders", Map.of());
        sts.error = "AccessDenied";
        assertThatThrownBy(() -> vend(orders, Access.READ))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND))
                .hasMessageContaining("role/lake")
                .hasMessageContaining("trust policy")
                .hasMessageNotContaining("canary");
        sts.error = "PackedPolicyTooLarge";
        assertThatThrownBy(() -> vend(orders, Access.READ))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining("shorter");
        assertThat(effects.outcomes().toString()).doesNotContain("canary");
    }

    @Test
    void aTableThatIsNotThereAndOneElsewhereHaveNone() {
        assertThatThrownBy(() -> vend(lake.ref("sales", "none"), Access.READ))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_TABLE));
        TableRef elsewhere = table("elsewhere", "gs://lake/orders", Map.of());
        assertThatThrownBy(() -> vend(elsewhere, Access.READ))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining("for S3 alone");
        assertThat(sts.asked).isEmpty();
    }

    @Test
    void wrongSettingsAreNamed() {
        Map<String, String> wrong = Map.of(
                "strandline.sts.role-arn", "lake",
                "strandline.sts.endpoint", "sts.example");
        wrong.forEach((key, value) -> assertThatThrownBy(() -> lake(Map.of(key, value)))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining(key));
        assertThatThrownBy(() -> CatalogFactory.create(
                        "lake", Map.of("type", "in-memory", "strandline.sts.region", "eu-central-1")))
                .hasMessageContaining("needs strandline.sts.role-arn");
    }
}
