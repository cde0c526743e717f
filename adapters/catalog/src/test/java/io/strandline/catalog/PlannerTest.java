package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan does with a table as a whole: what is applied, kept, allowed and refused (CAT-2 to CAT-8). */
class PlannerTest extends PlannerCases {
    /** CAT-2: against absent it is one create. */
    @Test
    void anAbsentTableIsCreated() {
        Plan plan = PLANNER.plan(
                DesiredJson.parse(
                        REF,
                        "{\"columns\": [{\"name\": \"id\", \"type\": \"long\", \"nullable\": false}, {\"name\": \"at\","
                                + " \"type\": \"timestamptz\"}], \"partition_fields\": [{\"column\": \"at\","
                                + " \"transform\": \"day\"}], \"identifier_fields\": [\"id\"]}"),
                Optional.empty(),
                Set.of());
        assertDone(plan, "create_table: nothing becomes lake.sales.orders");
        assertThat(plan.target().formatVersion()).isEqualTo(2);
        assertThat(plan.target().partitioning())
                .containsExactly(new PartitionBy("at", PartitionTransform.parse("day"), "at_day"));
        assertThat(plan.target().identifierFields()).containsExactly("id");
    }

    /** CAT-2, case 34: against equal it is empty, however the types are spelled. */
    @Test
    void anEqualTableNeedsNothing() {
        column(1, "rates", "map<double, double>", true)
                .nested(2, 1, "key", "double")
                .nested(3, 1, "value", "double");
        assertThat(plan("{\"columns\": [{\"name\": \"rates\", \"type\": \"map<double,double>\"}]}")
                        .isEmpty())
                .isTrue();
        assertThat(plan("{\"columns\": [{\"name\": \"rates\", \"type\": \" MAP <double ,\\n double> \"}]}"
                                .replace("MAP", "map"))
                        .isEmpty())
                .isTrue();
    }

    /** CAT-7: a date that partitions by its days may become a timestamp, one that is itself the partition's value not. */
    @ParameterizedTest
    @CsvSource({"day,true", "month,true", "year,true", "void,true", "identity,false", "bucket[4],false"})
    void aPromotionLeavesPartitionsAsTheyAre(String transform, boolean applied) {
        formatVersion = 3;
        column(1, "a", "date", true);
        partitions.add(new PartitionFieldState(0, 1000, 1, transform, "a_part", 1, false));
        Plan plan = plan("{\"columns\": [{\"name\": \"a\", \"type\": \"timestamp\"}]}");
        assertThat(plan.refusals().isEmpty()).isEqualTo(applied);
        assertThat(plan.actions().isEmpty()).isEqualTo(!applied);
    }

    /** CAT-8: what is not named is kept; CAT-6: dropped only if that is allowed. */
    @Test
    void whatIsNotNamedIsKept() {
        properties = Map.of("owner", "me", "strandline.commit-token.x", "1");
        column(1, "a", "int", true).column(2, "b", "int", true);
        String desired = "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}]}";
        Plan plan = plan(desired);
        assertThat(plan.isEmpty()).isTrue();
        assertThat(texts(plan.kept()))
                .containsExactly(
                        "drop_column b: int becomes nothing (the desired table does not name it)",
                        "remove_property owner: me becomes nothing (the desired table does not name it)");
        Plan allowed = plan(desired, ChangeClass.DROP_COLUMN, ChangeClass.REMOVE_PROPERTY);
        assertDone(allowed, "drop_column b: int becomes nothing", "remove_property owner: me becomes nothing");
        assertThat(allowed.target().removeProperties()).containsExactly("owner");
    }

    /** CAT-7, case 30: a column that any spec, the sort order or the identifier uses is not dropped. */
    @Test
    void aColumnInUseIsNotDropped() {
        column(1, "a", "int", true)
                .column(2, "b", "int", true)
                .column(3, "c", "int", false)
                .column(4, "d", "int", true);
        partitions.add(new PartitionFieldState(0, 1000, 2, "identity", "b", 1, false));
        sorts.add(new SortFieldState(1, 4, "identity", "asc", "nulls-first", 1, true));
        identifiers.add(3);
        assertRefused(
                plan("{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}]}", ChangeClass.DROP_COLUMN),
                "drop_column b: int becomes nothing (partition field \"b\" of spec 0, a historical one, is made from it)",
                "drop_column c: int becomes nothing (it is an identifier field; give others in identifier_fields)",
                "drop_column d: int becomes nothing (the sort order uses it; give another one in sort_order)");
    }

    /** CAT-6: each class is refused until it is allowed by name. */
    @Test
    void theLayoutChangesOnlyIfAllowed() {
        column(1, "a", "int", false).column(2, "at", "timestamptz", true);
        String desired =
                "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}, {\"name\": \"at\", \"type\": \"timestamptz\"}],"
                        + " \"partition_fields\": [{\"column\": \"at\","
                        + " \"transform\": \"month\"}], \"sort_order\": [{\"column\": \"a\", \"direction\": \"desc\"}],"
                        + " \"identifier_fields\": [\"a\"], \"format_version\": 3, \"location\": \"s3://b/elsewhere\"}";
        assertThat(texts(plan(desired).refusals()))
                .containsExactly(
                        "upgrade_format: 2 becomes 3 (it is done only if upgrade_format is allowed)",
                        "set_identifier_fields: none becomes a (it is done only if identifier_fields is allowed)",
                        "set_partition_spec: none becomes month(at) (it is done only if partition_spec is allowed)",
                        "set_sort_order: none becomes a desc nulls-last (it is done only if sort_order is allowed)",
                        "set_location: s3://b/orders becomes s3://b/elsewhere (it is done only if location is allowed)");
        Plan allowed = plan(desired, ChangeClass.values());
        assertThat(allowed.refusals()).isEmpty();
        assertThat(allowed.actions())
                .extracting(PlanStep::verdict)
                .containsOnly(PlanStep.Verdict.ALLOW)
                .hasSize(5);
    }

    /** LOC-1: a location spelled otherwise is the same place. */
    @Test
    void aLocationSpelledOtherwiseIsTheSame() {
        column(1, "a", "int", true);
        assertThat(plan("{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}], \"location\": \"s3a://b/orders/\"}")
                        .isEmpty())
                .isTrue();
    }

    /** CAT-7: a format version never goes back, whatever is allowed. */
    @Test
    void aFormatVersionNeverGoesBack() {
        formatVersion = 3;
        column(1, "a", "int", true);
        assertRefused(
                plan(
                        "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}], \"format_version\": 2}",
                        ChangeClass.values()),
                "upgrade_format: 3 becomes 2 (a format version never goes back)");
    }

    /** CAT-4: all refusals are reported together. */
    @Test
    void allRefusalsComeTogether() {
        column(1, "a", "long", true).column(2, "b", "string", true);
        Plan plan = plan(
                "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}, {\"name\": \"b\", \"type\": \"date\"}, {\"name\":"
                        + " \"c\", \"type\": \"timestamp_ns\"}]}");
        assertThat(plan.refusals()).hasSize(3);
    }

    /** CAT-12: a property that holds a secret is not shown. */
    @Test
    void secretsAreNotShown() {
        properties = Map.of("s3.secret-access-key", "canary");
        column(1, "a", "int", true);
        assertThat(texts(plan("{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}]}")
                        .kept()))
                .singleElement()
                .asString()
                .contains("***")
                .doesNotContain("canary");
    }
}
