package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.Catalogs;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that can look for no stored file (REC-19). */
class NoLocatorTest {
    @TempDir
    Path directory;

    private Lab lab;
    private Reconciler reconciler;
    private Repairs repairs;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
        Evidence evidence = new Evidence(
                new Catalogs(List.of(lab.catalog)), lab.registrations, lab.sources, null, LocationRules.defaults());
        reconciler = new Reconciler(lab.connections, evidence, lab.scans, Runnable::run, 1, Lab.CLOCK);
        repairs = new Repairs(lab.connections, evidence, reconciler, Lab.CLOCK);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** REC-19, REC-6: the managed prefix alone proves; what lies at a stored file is found, said why not, and left alone. */
    @Test
    void itWorksOnTheManagedPrefixAlone() {
        lab.tableOverFile("stray", "f1");
        lab.table("made", "managed/resources/scripts/7");
        lab.register("r1", "gone", lab.at("uploads/gone"));
        try (Statement call = lab.statement(Role.ADMIN)) {
            List<Finding> findings =
                    reconciler.findings(Lab.named("scratch"), null, call).toList();
            assertThat(findings)
                    .extracting(Finding::kind, Finding::table, Finding::provable)
                    .containsExactly(
                            tuple(FindingKind.MISSING, "gone", true),
                            tuple(FindingKind.ORPHAN, "made", true),
                            tuple(FindingKind.ORPHAN, "stray", false));
            assertThat(findings.get(2).detail())
                    .contains("source file \"f1\" lies there, but no locator is configured");
        }
        try (Statement call = lab.statement(Role.ADMIN)) {
            assertThat(repairs.carryOut(
                            "scratch",
                            List.of(
                                    new RepairItem("drop", "stray", null),
                                    new RepairItem("drop", "made", null),
                                    new RepairItem("forget", null, "r1")),
                            false,
                            call))
                    .extracting(RepairOutcome::done, RepairOutcome::reason)
                    .containsExactly(tuple(false, "not_provable"), tuple(true, null), tuple(true, null));
        }
        assertThat(lab.exists(Lab.ref("stray"))).isTrue();
    }
}
