package io.strandline.gateway.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.parser.ddl.ColumnType;
import io.strandline.parser.ddl.ColumnType.Zone;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * SQL's types as the JSON of desired tables has them: one table. A length or precision that the lake does not keep is refused,
 * not dropped; so is a word that means another thing to each of the engines.
 */
final class ColumnTypes {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final Map<String, Function<ColumnType.Simple, String>> WORDS = Map.ofEntries(
            Map.entry("boolean", plain("boolean")),
            Map.entry("bool", plain("boolean")),
            Map.entry("int", plain("int")),
            Map.entry("integer", plain("int")),
            Map.entry("int4", plain("int")),
            Map.entry("bigint", plain("long")),
            Map.entry("long", plain("long")),
            Map.entry("int8", plain("long")),
            Map.entry("real", plain("float")),
            Map.entry("float4", plain("float")),
            Map.entry("double", plain("double")),
            Map.entry("double precision", plain("double")),
            Map.entry("float8", plain("double")),
            Map.entry("decimal", ColumnTypes::decimal),
            Map.entry("numeric", ColumnTypes::decimal),
            Map.entry("dec", ColumnTypes::decimal),
            Map.entry("date", plain("date")),
            Map.entry("time", ColumnTypes::time),
            Map.entry("timestamp", ColumnTypes::timestamp),
            Map.entry("timestamp_ntz", plain("timestamp")),
            Map.entry("timestamp_ltz", plain("timestamptz")),
            Map.entry("timestamptz", plain("timestamptz")),
            Map.entry("varchar", unbounded("string")),
            Map.entry("string", plain("string")),
            Map.entry("text", plain("string")),
            Map.entry("uuid", plain("uuid")),
            Map.entry("binary", ColumnTypes::binary),
            Map.entry("varbinary", unbounded("binary")),
            Map.entry("bytea", plain("binary")),
            Map.entry("variant", plain("variant")));

    private static final Map<String, String> OTHERWISE = Map.ofEntries(
            Map.entry("float", "has 4 bytes in some engines and 8 in others; write REAL or DOUBLE"),
            Map.entry("char", "is not kept by the table; write VARCHAR"),
            Map.entry("character", "is not kept by the table; write VARCHAR"),
            Map.entry("character varying", "is written VARCHAR here"),
            Map.entry("smallint", "is not kept by the table; write INTEGER"),
            Map.entry("int2", "is not kept by the table; write INTEGER"),
            Map.entry("tinyint", "is not kept by the table; write INTEGER"),
            Map.entry("datetime", "is written TIMESTAMP here"),
            Map.entry("json", "is not kept by the table; write VARCHAR, or VARIANT on format version 3"));

    private ColumnTypes() {}

    /**
     * The type as JSON.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} saying what to write instead
     */
    static JsonNode json(ColumnType type) {
        if (type instanceof ColumnType.Array array) {
            ObjectNode node = NODES.objectNode();
            node.putObject("list").set("type", json(array.element()));
            return node;
        }
        if (type instanceof ColumnType.Mapping map) {
            ObjectNode node = NODES.objectNode();
            ObjectNode sides = node.putObject("map");
            sides.putObject("key").set("type", json(map.key()));
            sides.putObject("value").set("type", json(map.value()));
            return node;
        }
        if (type instanceof ColumnType.Row row) {
            ObjectNode node = NODES.objectNode();
            ArrayNode fields = node.putArray("struct");
            row.fields().forEach(field -> fields.add(TableStatementJson.column(field)));
            return node;
        }
        return NODES.textNode(word((ColumnType.Simple) type));
    }

    private static String word(ColumnType.Simple type) {
        String name = Text.lower(type.name());
        Function<ColumnType.Simple, String> word = WORDS.get(name);
        if (word == null) {
            String otherwise = OTHERWISE.get(name);
            throw error(
                    type,
                    otherwise != null
                            ? otherwise
                            : "is no type that a table has"
                                    + Text.didYouMean(name, WORDS.keySet()).replaceFirst("\\.$", "")
                                    + ". There are " + String.join(", ", new TreeSet<>(WORDS.keySet()))
                                    + ", and of them ARRAY, MAP and ROW");
        }
        if (type.zone() != Zone.NONE && !name.equals("timestamp") && !name.equals("time")) {
            throw error(type, "has no time zone; leave that out");
        }
        return word.apply(type);
    }

    private static Function<ColumnType.Simple, String> plain(String word) {
        return type -> {
            if (!type.parameters().isEmpty()) {
                throw error(type, "takes no numbers; leave them out");
            }
            return word;
        };
    }

    private static Function<ColumnType.Simple, String> unbounded(String word) {
        return type -> {
            if (!type.parameters().isEmpty()) {
                throw error(type, "has a length, which the table does not keep; leave it out");
            }
            return word;
        };
    }

    private static String decimal(ColumnType.Simple type) {
        List<Integer> numbers = type.parameters();
        if (numbers.isEmpty() || numbers.size() > 2) {
            throw error(type, "is written DECIMAL(precision, scale), precision at most 38");
        }
        return "decimal(" + numbers.get(0) + ", " + (numbers.size() == 2 ? numbers.get(1) : 0) + ")";
    }

    private static String time(ColumnType.Simple type) {
        if (type.zone() == Zone.WITH || type.zone() == Zone.LOCAL) {
            throw error(type, "is kept without time zone; leave that out");
        }
        requirePrecision(type, List.of(6), "microseconds; write TIME or TIME(6)");
        return "time";
    }

    private static String timestamp(ColumnType.Simple type) {
        boolean zoned = type.zone() == Zone.WITH || type.zone() == Zone.LOCAL;
        requirePrecision(
                type,
                List.of(6, 9),
                "microseconds, or nanoseconds on format version 3; write TIMESTAMP(6) or TIMESTAMP(9)");
        boolean nanos = type.parameters().equals(List.of(9));
        return (zoned ? "timestamptz" : "timestamp") + (nanos ? "_ns" : "");
    }

    private static void requirePrecision(ColumnType.Simple type, List<Integer> kept, String says) {
        List<Integer> numbers = type.parameters();
        if (!numbers.isEmpty() && (numbers.size() > 1 || !kept.contains(numbers.get(0)))) {
            throw error(type, "is kept in " + says);
        }
    }

    private static String binary(ColumnType.Simple type) {
        List<Integer> numbers = type.parameters();
        if (numbers.size() > 1) {
            throw error(type, "is written BINARY(length), or VARBINARY for any length");
        }
        return numbers.isEmpty() ? "binary" : "fixed[" + numbers.get(0) + "]";
    }

    private static StrandlineException error(ColumnType.Simple type, String what) {
        String numbers = type.parameters().isEmpty()
                ? ""
                : type.parameters().toString().replace('[', '(').replace(']', ')');
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT, "type " + Text.cut(Text.upper(type.name()) + numbers, 100) + " " + what + ".");
    }
}
