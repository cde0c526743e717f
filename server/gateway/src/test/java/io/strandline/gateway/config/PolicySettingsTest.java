package io.strandline.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.RepairPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What policy files allow, and what they may not say. */
class PolicySettingsTest {
    @TempDir
    Path folder;

    private List<RepairPolicy> policies(String connection, String policy) throws IOException {
        Files.createDirectories(folder.resolve("policies"));
        Files.writeString(folder.resolve("policies/it.yaml"), policy);
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                "catalogs: { lake: { type: in-memory } }\nconnections:\n  c: { catalog: lake, " + connection + " }\n");
        return PolicySettings.of(new ConfigReader(name -> null).read(config));
    }

    private RepairPolicy policy(String policy) throws IOException {
        return policies("namespace: ns, scan: { every: 15m }, policy: policies/it.yaml", policy)
                .get(0);
    }

    private void assertWrong(String policy, String message) {
        assertThatThrownBy(() -> policy(policy))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining("it.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void withoutAFileNothingIsAllowed() throws IOException {
        assertThat(policies("namespace: ns", "").get(0)).isEqualTo(RepairPolicy.none("c"));
        assertThat(RepairPolicy.none("c").kinds()).isEmpty();
    }

    @Test
    void theFileLiesBesideTheOneThatNamesIt() throws IOException {
        RepairPolicy policy = policy("automatic_repairs: [MISSING, orphan]\nmax_repairs: 3\n");
        assertThat(policy.kinds()).isEqualTo(Set.of(FindingKind.MISSING, FindingKind.ORPHAN));
        assertThat(policy.maxRepairs()).isEqualTo(3);
        assertThat(policy.file())
                .isEqualTo(folder.toAbsolutePath().resolve("policies/it.yaml").toString());
    }

    @Test
    void whatItLeavesOutIsLittle() throws IOException {
        RepairPolicy policy = policy("automatic_repairs: [MISSING]\n");
        assertThat(policy.maxRepairs()).isEqualTo(10);
        assertThat(policy("max_repairs: 5").kinds()).isEmpty();
    }

    @Test
    void whatIsWrongIsSaidWithFileAndKey() {
        assertWrong("automatic_repair: [MISSING]", "unknown key automatic_repair; did you mean \"automatic_repairs\"?");
        assertWrong("automatic_repairs: [MISSING, ORPHANS]", "key automatic_repairs[1]: \"ORPHANS\" is no kind");
        assertWrong("automatic_repairs: [DRIFTED]", "key automatic_repairs[0]: DRIFTED has no repair");
        assertWrong("automatic_repairs: MISSING", "key automatic_repairs");
        assertWrong("automatic_repairs: [MISSING]\nmax_repairs: 0", "key max_repairs must be at least 1");
        assertWrong("automatic_repairs: [MISSING]\nmax_repairs: many", "key max_repairs");
        assertWrong("", "is empty");
    }

    @Test
    void aPolicyThatCanNeverRepairAnythingIsWrong() {
        assertThatThrownBy(() -> policies("policy: policies/it.yaml", "automatic_repairs: [MISSING]"))
                .hasMessageContaining("connection \"c\" has no namespace");
        assertThatThrownBy(() -> policies(
                        "namespace: ns, read_only: true, policy: policies/it.yaml", "automatic_repairs: [MISSING]"))
                .hasMessageContaining("connection \"c\" is read only");
        assertThatThrownBy(() -> policies("namespace: ns, policy: policies/it.yaml", "automatic_repairs: [MISSING]"))
                .hasMessageContaining("connection \"c\" is never scanned")
                .hasMessageContaining("scan: { every: 15m }");
        String alone = "namespace: ns, scan: { every: 15m }, policy: policies/it.yaml";
        String beside = alone + " }\n  twin: { catalog: lake, namespace: ns";
        assertThatThrownBy(() -> policies(beside, "automatic_repairs: [ORPHAN]"))
                .hasMessageContaining("connection \"twin\" has the same namespace as \"c\"");
        assertThatCode(() -> policies(beside, "automatic_repairs: [MISSING]")).doesNotThrowAnyException();
        assertThatThrownBy(() -> policies("namespace: ns, policy: nowhere.yaml", ""))
                .hasMessageContaining("nowhere.yaml does not exist");
    }
}
