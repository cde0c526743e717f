package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of each difference between desired and live columns (CAT-5, CAT-7). */
class ColumnPlannerTest extends PlannerCases {
    /** CAT-5: wider types are applied, CAT-7: all others refused. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2|int|long|",
                "2|float|double|",
                "2|decimal(9, 2)|decimal(12, 2)|",
                "3|date|timestamp|",
                "3|date|timestamp_ns|",
                "2|long|int|it is narrower: values would be cut",
                "2|double|float|it is narrower: values would be cut",
                "2|decimal(12, 2)|decimal(9, 2)|it is narrower: values would be cut",
                "2|decimal(9, 2)|decimal(9, 3)|a scale cannot change",
                "2|decimal(9, 2)|decimal(12, 3)|a scale cannot change",
                "2|date|timestamp|that needs format version 3, the table has 2",
                "3|date|timestamptz|the types do not fit",
                "2|int|string|the types do not fit",
                "2|int|double|the types do not fit",
                "2|int|list<int>|a type with fields cannot become another one"
            })
    void aTypeBecomesAWiderOneOnly(int version, String from, String to, String refusal) {
        formatVersion = version;
        column(1, "a", from, true);
        Plan plan = plan("{\"columns\": [{\"name\": \"a\", \"type\": \"" + to + "\"}]}");
        if (refusal == null) {
            assertDone(plan, "widen_column a: " + from + " becomes " + to);
            assertThat(plan.target().columns()).hasSize(1);
            assertThat(plan.target().columns().get(0).id()).isEqualTo(1);
        } else {
            assertRefused(plan, "change_type a: " + from + " becomes " + to + " (" + refusal + ")");
        }
    }

    /** CAT-5, sharpened: with files, a date that becomes a timestamp would lose rows to readers. */
    @Test
    void aDateBecomesATimestampOnlyBeforeThereAreFiles() {
        formatVersion = 3;
        column(1, "a", "date", true).column(2, "b", "int", true);
        snapshots = List.of(new SnapshotState(1, null, 1, Instant.EPOCH, "append", null, 0, true, Map.of()));
        assertRefused(
                plan("{\"columns\": [{\"name\": \"a\", \"type\": \"timestamp\"}, {\"name\": \"b\", \"type\":"
                        + " \"long\"}]}"),
                "change_type a: date becomes timestamp (the table has files, and readers would miss rows of them; add a"
                        + " column instead)");
    }

    /** CAT-5: optional columns are added, required ones become optional; CAT-7: never the other way round. */
    @Test
    void columnsAreAddedAndRelaxedAndNeverRequired() {
        column(1, "a", "int", false).column(2, "b", "int", true);
        assertDone(
                plan(
                        "{\"columns\": [{\"name\": \"a\", \"type\": \"int\", \"nullable\": true}, {\"name\": \"b\", \"type\":"
                                + " \"int\"}, {\"name\": \"c\", \"type\": \"string\"}]}"),
                "relax_nullability a: required becomes optional",
                "add_column c: nothing becomes string");
        assertRefused(
                plan(
                        "{\"columns\": [{\"name\": \"b\", \"type\": \"int\", \"nullable\": false}, {\"name\": \"c\", \"type\":"
                                + " \"int\", \"nullable\": false}]}"),
                "require_column b: optional becomes required (rows there are may have no value for it)",
                "add_column c: nothing becomes int (a required column needs a default, else rows there are have no value;"
                        + " give a default (format version 3) or let it be NULL)");
    }

    /** CAT-7: a required column comes with its default on format v3, and nowhere else. */
    @Test
    void aRequiredColumnComesWithADefault() {
        String desired = "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}, {\"name\": \"c\", \"type\": \"int\","
                + " \"nullable\": false, \"default\": 7}]}";
        column(1, "a", "int", true);
        assertRefused(plan(desired), "set_default c: nothing becomes 7 (defaults need format version 3)");
        formatVersion = 3;
        assertDone(plan(desired), "add_column c: nothing becomes int");
    }

    /** CAT-5: a rename is told by the field id or by the old name; CAT-6: guessed only if that is allowed. */
    @Test
    void aRenameIsToldOrAllowedToBeGuessed() {
        column(7, "a", "int", true).column(8, "b", "int", true);
        assertDone(
                plan("{\"columns\": [{\"name\": \"x\", \"type\": \"int\", \"field_id\": 7}, {\"name\": \"y\", \"type\":"
                        + " \"int\", \"renamed_from\": \"b\"}]}"),
                "rename_column a: a becomes x",
                "rename_column b: b becomes y");
        String guess = "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}, {\"name\": \"y\", \"type\": \"int\"}]}";
        assertDone(plan(guess), "add_column y: nothing becomes int");
        assertDone(plan(guess, ChangeClass.RENAME_BY_GUESS), "rename_column b: b becomes y");
    }

    /** CAT-5: the old name may stay in the declaration after the rename was made. */
    @Test
    void aRenameThatWasMadeIsNoneAnyMore() {
        column(7, "x", "int", true).column(8, "a", "int", true);
        Plan plan = plan("{\"columns\": [{\"name\": \"x\", \"type\": \"int\", \"renamed_from\": \"a\"}]}");
        assertThat(plan.isEmpty()).isTrue();
        assertThat(texts(plan.kept()))
                .containsExactly("drop_column a: int becomes nothing (the desired table does not name it)");
    }

    /** Names may change places. */
    @Test
    void twoColumnsSwapTheirNames() {
        column(1, "a", "int", true).column(2, "b", "int", true);
        Plan plan =
                plan("{\"columns\": [{\"name\": \"b\", \"type\": \"int\", \"field_id\": 1}, {\"name\": \"a\", \"type\":"
                        + " \"int\", \"field_id\": 2}]}");
        assertDone(plan, "rename_column a: a becomes b", "rename_column b: b becomes a");
    }

    /** CAT-7, case 22 and 23: no new name that is one with another where case does not count; a pair there is stays. */
    @Test
    void newNamesDoNotCollideWhereCaseDoesNotCount() {
        column(1, "body", "int", true).column(2, "Body", "int", true);
        assertThat(plan("{\"columns\": [{\"name\": \"body\", \"type\": \"int\"}, {\"name\": \"Body\", \"type\":"
                                + " \"int\"}]}")
                        .isEmpty())
                .isTrue();
        assertRefused(
                plan("{\"columns\": [{\"name\": \"BODY\", \"type\": \"int\"}]}"),
                "add_column \"BODY\": nothing becomes BODY (where case does not count it is the same name as \"body\")");
    }

    /** CAT-5: the order follows the desired one, and what is kept stays behind what it is behind. */
    @Test
    void columnsAreReordered() {
        column(1, "a", "int", true).column(2, "k", "int", true).column(3, "b", "int", true);
        Plan plan = plan("{\"columns\": [{\"name\": \"b\", \"type\": \"int\"}, {\"name\": \"a\", \"type\": \"int\"}]}");
        assertDone(plan, "reorder_columns: a, k, b becomes b, a, k");
        assertThat(plan.target().columns()).extracting(TableField::name).containsExactly("b", "a", "k");
    }

    /** CAT-5: nested fields by the same rules; the key of a map stays. */
    @Test
    void nestedFieldsFollowTheSameRules() {
        column(1, "s", "struct<2: x: optional int>", true)
                .nested(2, 1, "x", "int")
                .column(3, "l", "list<struct<5: y: optional int>>", true)
                .nested(4, 3, "element", "struct<5: y: optional int>")
                .nested(5, 4, "y", "int")
                .column(6, "m", "map<int, int>", true)
                .nested(7, 6, "key", "int")
                .nested(8, 6, "value", "int");
        assertDone(
                plan(
                        "{\"columns\": [{\"name\": \"s\", \"type\": \"struct<x: long, z: string>\"}, {\"name\": \"l\", \"type\":"
                                + " \"list<struct<y: long>>\"}, {\"name\": \"m\", \"type\": \"map<int, long>\"}]}"),
                "widen_column s.x: int becomes long",
                "add_column s.z: nothing becomes string",
                "widen_column l.element.y: int becomes long",
                "widen_column m.value: int becomes long");
        assertRefused(
                plan("{\"columns\": [{\"name\": \"m\", \"type\": \"map<long, int>\"}]}"),
                "change_type m.key: int becomes long (the key of a map cannot change)");
    }
}
