package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What changes that name what they change make of a table: allowed for what they name, by the same plan (CAT-5 to CAT-8). */
class AlteredTableTest extends PlannerCases {
    @BeforeEach
    void aTable() {
        column(1, "id", "int", false);
        column(2, "note", "string", true);
        column(3, "address", "struct<4: city: optional string, 5: zip: optional int>", true);
        nested(4, 3, "city", "string");
        nested(5, 3, "zip", "int");
        column(6, "tags", "list<string>", true);
        nested(7, 6, "element", "string");
        column(8, "at", "date", true);
        partitions.add(new PartitionFieldState(0, 1000, 8, "year", "at_year", 1, true));
        properties = Map.of("owner", "shop", "comment", "old", "strandline.token", "7");
    }

    private Plan plan(String changes) {
        Wish.Wanted wanted = AlteredTable.of(live(), EditsJson.parse("{\"changes\": [" + changes + "]}"));
        return PLANNER.plan(wanted.table(), Optional.of(live()), wanted.allow());
    }

    private static String joined(List<PlanStep> steps) {
        return steps.stream().map(PlanStep::text).collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            {"add_column": "x", "type": "long"}                         | add_column x: nothing becomes long
            {"add_column": "note", "type": "long", "if_not_exists": true} | §§
            {"add_column": "address.street", "type": "string", "after": "city"} | add_column address.street: nothing becomes string
            {"drop_column": "note"}                                     | drop_column note: string becomes nothing
            {"drop_column": "address.zip"}                              | drop_column address.zip: int becomes nothing
            {"drop_column": "nothing", "if_exists": true}               | §§
            {"rename_column": "note", "to": "remark"}                   | rename_column note: note becomes remark
            {"rename_column": "address.zip", "to": "code"}              | rename_column address.zip: zip becomes code
            {"alter_column": "id", "type": "long"}                      | widen_column id: int becomes long
            {"alter_column": "address.zip", "type": "long"}             | widen_column address.zip: int becomes long
            {"alter_column": "id", "nullable": true}                    | relax_nullability id: required becomes optional
            {"alter_column": "tags.element", "comment": "a tag"}        | set_comment tags.element: nothing becomes a tag
            {"alter_column": "note", "comment": ""}                     | §§
            {"alter_column": "note", "first": true}                     | reorder_columns: id, note, address, tags, at becomes note, id, address, tags, at
            {"alter_column": "id", "after": "address"}                  | reorder_columns: id, note, address, tags, at becomes note, address, id, tags, at
            {"set": {"properties": {"owner": "us", "a": "b"}}}          | set_property a: nothing becomes b; set_property owner: shop becomes us
            {"set": {"comment": "new"}}                                 | set_comment: old becomes new
            {"set": {"comment": ""}}                                    | set_comment: old becomes nothing
            {"set": {"format_version": 3}}                              | upgrade_format: 2 becomes 3
            {"set": {"location": "s3://b/other"}}                       | set_location: s3://b/orders becomes s3://b/other
            {"unset": ["owner"]}                                        | remove_property owner: shop becomes nothing
            {"unset": ["nothing"], "if_exists": true}                   | §§
            {"drop_column": "note"}, {"rename_column": "id", "to": "note"} | drop_column note: string becomes nothing; rename_column id: id becomes note
            {"rename_column": "note", "to": "n"}, {"add_column": "note", "type": "int"} | rename_column note: note becomes n; add_column note: nothing becomes int
            {"set": {"properties": {"owner": "us"}}}, {"unset": ["owner"]} | remove_property owner: shop becomes nothing
            """)
    void eachChangeIsOneStepAndNothingElse(String changes, String steps) {
        Plan plan = plan(changes);
        assertThat(joined(plan.refusals())).isEmpty();
        assertThat(plan.actions().stream().map(PlanStep::text))
                .containsExactlyInAnyOrder(steps.isEmpty() ? new String[0] : steps.split("; "));
    }

    /** CAT-7: what is refused always stays refused, though it was named. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            {"alter_column": "id", "type": "string"}        | change_type id: int becomes string
            {"alter_column": "note", "nullable": false}     | require_column note: optional becomes required
            {"drop_column": "at"}                           | drop_column at: date becomes nothing (partition field "at_year" of spec 0 is made from it)
            {"add_column": "x", "type": "int", "nullable": false} | a required column needs a default
            {"add_column": "x", "type": "int", "default": 5} | defaults need format version 3
            {"rename_column": "note", "to": "ID"}           | ID
            {"rename_column": "note", "to": "at_year"}      | a partition field has that name
            {"set": {"format_version": 1}}                  | a format version never goes back
            {"unset": ["strandline.token"]}                 | what Strandline itself remembers
            """)
    void whatIsRefusedStaysRefused(String changes, String says) {
        assertThat(joined(plan(changes).refusals())).contains(says);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            {"drop_column": "nott"}                         | NO_SUCH_COLUMN | did you mean "note"?
            {"alter_column": "address.street", "nullable": true} | NO_SUCH_COLUMN | address.street
            {"add_column": "nothing.x", "type": "int"}      | NO_SUCH_COLUMN | no column nothing
            {"alter_column": "id", "after": "nothing"}      | NO_SUCH_COLUMN | nothing
            {"add_column": "note", "type": "int"}           | COLUMN_EXISTS  | note already
            {"rename_column": "note", "to": "id"}           | COLUMN_EXISTS  | id already
            {"add_column": "note.x", "type": "int"}         | REFUSED        | which has no fields
            {"drop_column": "tags.element"}                 | REFUSED        | what a list or map is made of
            {"rename_column": "tags.element", "to": "tag"}  | REFUSED        | what a list or map is made of
            {"drop_column": "address.zip"}, {"drop_column": "address.city"} | REFUSED | the only field of a struct
            {"alter_column": "address", "type": "struct<a: int>"} | REFUSED  | one by one
            {"drop_column": "note"}, {"add_column": "note", "type": "string"} | REFUSED | write two statements
            {"unset": ["ownr"]}                             | NO_SUCH_OBJECT | did you mean "owner"?
            {"alter_column": "id", "default": "x"}          | BAD_ARGUMENT   | no value of that type
            {"set": {"properties": {"s3.secret": "x"}}}     | BAD_ARGUMENT   | looks like a secret
            {"drop_it": "id"}                               | BAD_ARGUMENT   | names no change
            """)
    void whatNamesNothingIsSaidSo(String changes, ErrorCode code, String says) {
        assertThatThrownBy(() -> plan(changes))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(says);
    }

    /** CAT-6: the drop of one column lets no other go, also if it was added since the statement was planned. */
    @Test
    void aDropIsAllowedForTheColumnItNamesOnly() {
        List<TableEdit> edits = EditsJson.parse("{\"changes\": [{\"drop_column\": \"note\"}]}");
        column(9, "added_meanwhile", "int", true);
        Wish.Wanted wanted = AlteredTable.of(live(), edits);
        Plan plan = PLANNER.plan(wanted.table(), Optional.of(live()), wanted.allow());
        assertThat(joined(plan.steps().stream()
                        .filter(step -> step.verdict() != PlanStep.Verdict.KEPT)
                        .toList()))
                .isEqualTo("drop_column note: string becomes nothing");
    }

    /** GW-1: what is kept for another process says of the changed table that it is as wanted, and of this one that it is not. */
    @Test
    void theProofIsTheTableItself() {
        Wish.Wanted wanted = AlteredTable.of(
                live(), EditsJson.parse("{\"changes\": [{\"drop_column\": \"note\"}, {\"unset\": [\"owner\"]}]}"));
        DesiredTable read = DesiredJson.parse(REF, wanted.json());
        assertThat(read).isEqualTo(wanted.table());
        assertThat(PLANNER.plan(read, Optional.of(live()), wanted.allow()).isEmpty())
                .isFalse();
        columns.removeIf(column -> column.fieldId() == 2);
        properties = Map.of("comment", "old", "strandline.token", "7", "new", "one");
        assertThat(PLANNER.plan(read, Optional.of(live()), wanted.allow()).isEmpty())
                .isTrue();
    }

    /** CAT-6: a desired table that names a property to remove is refused where removing is not allowed. */
    @Test
    void removingByNameIsAskedFor() {
        DesiredTable desired = DesiredJson.parse(
                REF, "{\"columns\": [{\"name\": \"id\", \"type\": \"int\"}], \"remove_properties\": [\"owner\"]}");
        assertThat(joined(PLANNER.plan(desired, Optional.of(live()), java.util.Set.of())
                        .refusals()))
                .isEqualTo(
                        "remove_property owner: shop becomes nothing (it is done only if remove_property is allowed)");
    }
}
