package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items as callers write them (REC-9). */
class RepairItemsTest {
    /** Cases 21 and 22: names are exact, whatever is in them. */
    @Test
    void namesArriveAsTheyAreWritten() {
        assertThat(RepairItems.parse("""
                [{"action": "drop", "table_name": "\\"my.database\\".\\"my.table\\""},
                 {"action": "drop", "table_name": "body", "registration_id": null},
                 {"table_name": "Body", "action": "drop"},
                 {"action": "forget", "registration_id": "r 1"},
                 {"action": "shrink"},
                 {"action": "drop", "table_name": "body"}]"""))
                .containsExactly(
                        new RepairItem("drop", "\"my.database\".\"my.table\"", null),
                        new RepairItem("drop", "body", null),
                        new RepairItem("drop", "Body", null),
                        new RepairItem("forget", null, "r 1"),
                        new RepairItem("shrink", null, null),
                        new RepairItem("drop", "body", null));
    }

    /** REC-9: what is wrong is said of the element it is in, with what is right. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~~                                                   | items is empty, not an array
            [                                                    | items is not JSON at line 1
            [] x                                                 | items is not JSON at line 1
            {}                                                   | items is an object, not an array
            []                                                   | items has 0 elements; give 1 to 1000
            ["drop"]                                             | element 1 of items is text, not an object
            [{"action": "drop", "table_name": "t"}, null]        | element 2 of items is null, not an object
            [{"action": "drop", "tablename": "t"}]               | did you mean "table_name"? Fields are action
            [{"action": "drop", "table_name": 7}]                | element 1 of items: table_name is a number, not text
            [{"action": ["drop"]}]                               | element 1 of items: action is an array, not text
            [{"table_name": "t"}]                                | element 1 of items has no action: drop or forget
            [{"action": "drop", "action": "drop"}]               | Duplicate field 'action'
            [{"action": "drop", "table_name": "t", "registration_id": "r"}] | element 1 of items has both
            """)
    void whatIsWrongIsSaidOfItsElement(String json, String message) {
        assertRefused(json, message);
    }

    @Test
    void moreThanTheMostAreRefusedAndTheMostAreNot() {
        String one = "{\"action\": \"drop\", \"table_name\": \"t\"},";
        assertRefused(
                "[" + one.repeat(RepairItems.MOST) + one.replace(",", "").replace("\"drop\"", "\"drop\",") + "]",
                "items has 1001 elements; give 1 to 1000, and the rest in another call");
        String most = "[" + one.repeat(RepairItems.MOST);
        assertThat(RepairItems.parse(most.substring(0, most.length() - 1) + "]"))
                .hasSize(RepairItems.MOST);
        assertRefused("[".repeat(5_000), "items is not JSON");
    }

    private static void assertRefused(String json, String message) {
        assertThatThrownBy(() -> RepairItems.parse(json))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT))
                .hasMessageContaining(message);
    }
}
