package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A desired table is read strictly: what is wrong is an error that names its place. */
class DesiredJsonTest {
    private static final TableRef REF = new TableRef("lake", List.of("sales"), "orders");
    private static final String WHOLE =
            "{\"columns\": [{\"name\": \"id\", \"type\": \"long\", \"nullable\": false, \"comment\":"
                    + " \"number\", \"default\": 0, \"field_id\": 1, \"renamed_from\": \"key\"}, {\"name\": \"address\", \"type\":"
                    + " {\"struct\": [{\"name\": \"city\", \"type\": \"string\"}]}}, {\"name\": \"tags\", \"type\": {\"list\":"
                    + " {\"type\": \"string\", \"nullable\": false}}}, {\"name\": \"rates\", \"type\": {\"map\": {\"key\": {\"type\":"
                    + " \"string\"}, \"value\": {\"type\": \"double\"}}}}], \"partition_fields\": [{\"column\": \"address.city\","
                    + " \"transform\": \"bucket[16]\", \"name\": \"city\"}], \"sort_order\": [{\"column\": \"id\", \"transform\":"
                    + " \"identity\", \"direction\": \"DESC\", \"null_order\": \"nulls-first\"}], \"identifier_fields\": [\"id\"],"
                    + " \"properties\": {\"a\": 1, \"b\": true, \"c\": \"x\"}, \"comment\": \"orders\", \"format_version\": 3,"
                    + " \"location\": \"s3://b/orders\"}";

    @Test
    void everyPartIsRead() {
        DesiredTable table = DesiredJson.parse(REF, WHOLE);
        assertThat(table.columns())
                .extracting(column -> column.type().text())
                .containsExactly("long", "struct<city: string>", "list<string>", "map<string, double>");
        assertThat(table.columns().get(0))
                .isEqualTo(new TableField(1, "id", FieldType.Primitive.of("long"), false, "0", "number", "key"));
        assertThat(table.partitioning())
                .containsExactly(new PartitionBy("address.city", new PartitionTransform("bucket", 16), "city"));
        assertThat(table.sorting())
                .containsExactly(new SortBy("id", PartitionTransform.IDENTITY, "desc", "nulls-first"));
        assertThat(table.properties())
                .containsEntry("a", "1")
                .containsEntry("b", "true")
                .containsEntry("c", "x")
                .containsEntry("comment", "orders");
        assertThat(table.formatVersion()).isEqualTo(3);
        assertThat(table.location()).isEqualTo("s3://b/orders");
    }

    /** What is not said is left to the table. */
    @Test
    void whatIsNotSaidIsOpen() {
        DesiredTable table = DesiredJson.parse(REF, "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}]}");
        assertThat(table.columns().get(0).nullable()).isNull();
        assertThat(table.partitioning()).isNull();
        assertThat(table.sorting()).isNull();
        assertThat(table.identifierFields()).isNull();
        assertThat(table.formatVersion()).isNull();
        assertThat(table.location()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|is no JSON object",
                "{|is no JSON at line 1",
                "{} {}|is no JSON",
                "{'columns': [], 'columns': []}|is no JSON at line 1",
                "{'columns': []}|columns is missing or empty",
                "{'colums': []}|colums is not known; did you mean \"columns\"?",
                "{'columns': {}}|columns is not a list",
                "{'columns': [1]}|columns[0] is no object",
                "{'columns': [{'name': 'a'}]}|columns[0].type is missing or empty",
                "{'columns': [{'name': '', 'type': 'int'}]}|columns[0].name is missing or empty",
                "{'columns': [{'name': 'a', 'type': 'intt'}]}|columns[0].type is wrong: type intt: there is no type \"intt\"; did you mean \"int\"?",
                "{'columns': [{'name': 'a', 'type': 'decimal(50, 2)'}]}|precision at most 38",
                "{'columns': [{'name': 'a', 'type': 'decimal'}]}|a decimal is written decimal(precision, scale)",
                "{'columns': [{'name': 'a', 'type': 'int(4)'}]}|int takes no parameters",
                "{'columns': [{'name': 'a', 'type': 'list<int'}]}|\">\" is missing",
                "{'columns': [{'name': 'a', 'type': 'set<int>'}]}|only list, map and struct",
                "{'columns': [{'name': 'a', 'type': 'struct<x: int, x: int>'}]}|two fields of the struct are named \"x\"",
                "{'columns': [{'name': 'a', 'type': 'int'}, {'name': 'a', 'type': 'int'}]}|columns names \"a\" twice",
                "{'columns': [{'name': 'a', 'type': 'int', 'nullable': 'yes'}]}|columns[0].nullable is not true or false",
                "{'columns': [{'name': 'a', 'type': 'int', 'field_id': 1.5}]}|columns[0].field_id is not a whole number",
                "{'columns': [{'name': 'a', 'type': 'int', 'default': 'x'}]}|columns[0].default is wrong",
                "{'columns': [{'name': 'a', 'type': {'list': {}}}]}|columns[0].type.list.type is missing or empty",
                "{'columns': [{'name': 'a', 'type': {'list': {'type': 'int', 'comment': 'x'}}}]}|columns[0].type.list.comment is not known",
                "{'columns': [{'name': 'a', 'type': {'map': {'key': {'type': 'int', 'nullable': true}, 'value': {'type': 'int'}}}}]}|columns[0].type.map.key may not be NULL",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'partition_fields': [{'column': 'a', 'transform': 'weekly'}]}|partition_fields[0].transform is wrong: there is no transform \"weekly\"",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'sort_order': [{'column': 'a', 'direction': 'up'}]}|sort_order[0].direction is neither asc nor desc",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'identifier_fields': ['a..b']}|identifier_fields[0] is no path of a column",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'format_version': 9}|format_version is not 1, 2 or 3",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'location': ''}|location is wrong",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'properties': {'format-version': 2}}|properties.format-version is kept by the table itself",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'properties': {'x': null}}|properties.x is null",
                "{'columns': [{'name': 'a', 'type': 'int'}], 'properties': {'s3.secret-access-key': 'canary'}}|looks like a secret"
            })
    void whatIsWrongIsNamedWithItsPlace(String json, String message) {
        assertThatThrownBy(() -> DesiredJson.parse(REF, json.replace('\'', '"')))
                .hasMessageContaining(message)
                .hasMessageNotContaining("canary")
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BAD_ARGUMENT));
    }

    /** Nesting without end is an error, and no overflow. */
    @Test
    void deepNestingIsRefused() {
        String deep = "{\"columns\": [{\"name\": \"a\", \"type\": \"" + "list<".repeat(5000) + "int" + ">".repeat(5000)
                + "\"}]}";
        assertThatThrownBy(() -> DesiredJson.parse(REF, deep)).hasMessageContaining("levels deep");
        String objects = "{\"columns\": [{\"name\": \"a\", \"type\": " + "{\"list\": {\"type\": ".repeat(100)
                + "\"int\"" + "}}".repeat(100) + "}]}";
        assertThatThrownBy(() -> DesiredJson.parse(REF, objects)).hasMessageContaining("levels deep");
    }

    /** Fuzz: whatever the text is, it is a table or a bad argument. */
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void anyTextIsATableOrABadArgument(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(WHOLE);
        for (int change = 0; change < 1 + random.nextInt(4); change++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, "{}[]\",:<>().-019ax\u0000\ud800".charAt(random.nextInt(20)));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x250));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
            }
        }
        try {
            assertThat(DesiredJson.parse(REF, text.toString()).columns()).isNotEmpty();
        } catch (StrandlineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT);
            assertThat(e.getMessage()).endsWith(".");
        }
    }
}
