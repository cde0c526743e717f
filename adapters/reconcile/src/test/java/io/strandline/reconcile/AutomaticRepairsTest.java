package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Role;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a policy allows is made, and nothing else. */
class AutomaticRepairsTest {
    @TempDir
    Path directory;

    @Test
    void onlyWhatThePolicyAllowsIsRepairedAndNeverTooMuchAtOnce() {
        try (Lab lab = new Lab(directory);
                Statement call = lab.statement(Role.ADMIN)) {
            lab.tableOverFile("stray", "f1");
            lab.register("r1", "gone", lab.at("uploads/f2"));
            lab.register("r2", "gone too", lab.at("uploads/f3"));
            AutomaticRepairs one = repairs(lab, 1);
            assertThatThrownBy(() -> one.repair("scratch", call)).hasMessageContaining("max_repairs => 1: none was");
            assertThat(lab.registrations.byId("r1")).isPresent();
            assertThat(repairs(lab, 2).repair("scratch", call)).hasSize(2).allMatch(RepairOutcome::done);
            assertThat(lab.exists(Lab.ref("stray"))).isTrue();
            assertThat(one.repair("twin", call)).isEmpty();
            assertThat(one.repair("unheard of", call)).isEmpty();
        }
    }

    /** The scheduler runs it as text, so what it says must be what the policy says. */
    @Test
    void theCallSaysWhatThePolicySays() {
        try (Lab lab = new Lab(directory)) {
            AutomaticRepairs repairs = repairs(lab, 7);
            assertThat(repairs.callFor("scratch"))
                    .contains("CALL reconcile.repair_all(connection => 'scratch', kinds => 'MISSING',"
                            + " max_repairs => 7, dry_run => false)");
            assertThat(repairs.callFor("twin")).isEmpty();
            assertThat(repairs.callFor("unheard of")).isEmpty();
        }
    }

    private static AutomaticRepairs repairs(Lab lab, int most) {
        return new AutomaticRepairs(
                List.of(
                        RepairPolicy.none("twin"),
                        new RepairPolicy("scratch", EnumSet.of(FindingKind.MISSING), most, "policy.yaml")),
                lab.repairs);
    }

    @Test
    void aPolicyNamesOnlyKindsThatHaveARepair() {
        assertThatThrownBy(() -> new RepairPolicy("c", Set.of(FindingKind.DRIFTED), 1, null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
