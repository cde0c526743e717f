package io.strandline.reconcile;

import static io.strandline.reconcile.FindingKind.DRIFTED;
import static io.strandline.reconcile.FindingKind.MISSING;
import static io.strandline.reconcile.FindingKind.NESTED_LOCATION;
import static io.strandline.reconcile.FindingKind.ORPHAN;
import static io.strandline.reconcile.FindingKind.SHARED_LOCATION;
import static io.strandline.reconcile.FindingKind.TABLE_REPLACED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that lie where they should not, on a real catalog and a real store. */
class MeetingPlacesTest {
    @TempDir
    Path directory;

    private Lab lab;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private void registered(String table, String place) {
        lab.table(table, place);
        lab.register("r-" + table, table, lab.at(place));
    }

    /** REC-17; case 1: each of the two names the other, and none is repaired. */
    @Test
    void twoTablesOfOneLocationAreShared() {
        registered("one", "uploads/x");
        String written = "file:" + lab.at("uploads/x").path() + "/";
        lab.writer.createTable(
                Lab.ref("two"), List.of(LakeColumn.required("id", "long")), Optional.of(written), Map.of());
        lab.register("r-two", "two", lab.at("uploads/x"));
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table, Finding::registrationId, Finding::provable)
                .containsExactly(
                        tuple(SHARED_LOCATION, "one", "r-one", false), tuple(SHARED_LOCATION, "two", "r-two", false));
        assertThat(lab.findings("scratch").get(0).detail()).contains("two (" + lab.at("uploads/x"));
    }

    /** Case 9: a table was renamed away from its registration, and its place is registered still. */
    @Test
    void aTableInThePlaceOfAnothersRegistrationIsShared() {
        lab.table("renamed", "uploads/x");
        lab.register("r1", "gone", lab.at("uploads/x"));
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table)
                .containsExactly(tuple(MISSING, "gone"), tuple(ORPHAN, "renamed"), tuple(SHARED_LOCATION, "renamed"));
        assertThat(lab.findings("scratch").get(2).detail()).contains("the registration of gone");
    }

    /** Cases 2, 3 and 8: compared by segments. */
    @Test
    void aTableBelowAnotherIsNestedAndASiblingIsNot() {
        registered("my_table", "uploads/ns/my_table");
        registered("my_table_2", "uploads/ns/my_table_2");
        assertThat(lab.findings("scratch")).isEmpty();
        registered("inner", "uploads/ns/my_table/inner");
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table)
                .containsExactly(tuple(NESTED_LOCATION, "inner"), tuple(NESTED_LOCATION, "my_table"));
        assertThat(lab.findings("scratch").get(0).detail()).contains("in the directory of my_table");
        assertThat(lab.findings("scratch").get(1).detail()).contains("around inner");
    }

    /** REC-6, REC-10: a drop keeps the files, so sharing does not keep an orphan from being proved and repaired. */
    @Test
    void anOrphanThatSharesItsPlaceIsProvableAndItsDropHarmsNobody() {
        lab.tableOverFile("stray", "f1");
        lab.table("other", "uploads/f1");
        lab.register("r1", "other", lab.at("uploads/f1"));
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table, Finding::provable)
                .containsExactly(
                        tuple(SHARED_LOCATION, "other", false),
                        tuple(ORPHAN, "stray", true),
                        tuple(SHARED_LOCATION, "stray", false));
        assertThat(lab.drop("stray").done()).isTrue();
        assertThat(lab.hasDataFiles("uploads/f1")).isTrue();
        assertThat(lab.findings("scratch")).isEmpty();
    }

    /** REC-17: another UUID under a registered name; where none was recorded, it is not judged. */
    @Test
    void anotherTableUnderARegisteredNameIsReplaced() {
        lab.table("t", "uploads/t");
        lab.table("old", "uploads/old");
        lab.register("r2", "old", lab.at("uploads/old"));
        lab.registrations.insert(new Registration(
                "r1",
                "scratch",
                Lab.ref("t"),
                lab.at("uploads/t"),
                SourceKind.RESOURCE,
                null,
                "ada",
                Lab.NOW,
                null,
                "00000000-0000-0000-0000-000000000000"));
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table, Finding::registrationId, Finding::fixSql)
                .containsExactly(tuple(TABLE_REPLACED, "t", "r1", null));
    }

    /** LOC-1 to LOC-5, cases 5, 12 and 13: what is another place and what is only written otherwise. */
    @Test
    void onlyAnotherPlaceIsDrift() {
        String path = lab.at("uploads/x").path();
        Map<String, String> registered = Map.of(
                "a_scheme", "file:" + path + "/a_scheme",
                "b_plain", path + "/b_plain/",
                "c_encoded", "file://" + path + "/c_p=a%2Fb",
                "d_case", "file://" + path + "/D_CASE",
                "e_parent", "file://" + path,
                "f_sibling", "file://" + path + "/f_sibling_2",
                "g_slashes", "file://" + path + "//g_slashes");
        Map<String, String> lie = Map.of("c_encoded", "uploads/x/c_p=a/b");
        registered.forEach((table, location) -> {
            lab.table(table, lie.getOrDefault(table, "uploads/x/" + table));
            lab.register("r-" + table, table, Location.parse(location));
        });
        assertThat(lab.findings("scratch").stream().filter(f -> f.kind() == DRIFTED))
                .extracting(Finding::table)
                .containsExactly("c_encoded", "d_case", "e_parent", "f_sibling", "g_slashes");
    }

    /** REC-17: kinds that are not looked for, and those that are none, are named; no row is made up. */
    @Test
    void kindsThatAreNotLookedForAreNamed() {
        lab.tableOverFile("stray", "f1");
        try (Statement call = lab.statement(Role.READER)) {
            for (int readings = 0; readings < 2; readings++) {
                assertThat(lab.reconciler.findings(
                                Lab.named("scratch"), Set.of("ORPHAN_FILES", "FILES_MISSING", "ORPHANS"), call))
                        .isEmpty();
            }
            assertThat(call.warnings)
                    .hasSize(3)
                    .anyMatch(w -> w.contains("ORPHAN_FILES") && w.contains("deep => true"))
                    .anyMatch(w -> w.contains("FILES_MISSING") && w.contains("deep => true"))
                    .anyMatch(w -> w.contains("no kind \"ORPHANS\"") && w.contains("did you mean \"ORPHAN\"?"));
        }
    }
}
