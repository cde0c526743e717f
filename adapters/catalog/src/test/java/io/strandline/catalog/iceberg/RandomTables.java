package io.strandline.catalog.iceberg;

import io.strandline.catalog.ChangeClass;
import io.strandline.catalog.DesiredJson;
import io.strandline.catalog.DesiredTable;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Desired tables made at random from few names and types, so that two of them often meet. Used by one thread. */
final class RandomTables {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "A", "odd name", "a.b");
    private static final List<String> TYPES = List.of(
            "int",
            "int",
            "long",
            "long",
            "float",
            "double",
            "decimal(9, 2)",
            "decimal(12, 2)",
            "decimal(12, 3)",
            "date",
            "timestamp",
            "timestamptz",
            "timestamp_ns",
            "string",
            "uuid",
            "binary");
    private static final List<String> TRANSFORMS =
            List.of("identity", "bucket[4]", "bucket[8]", "truncate[2]", "year", "month", "day", "hour");

    private final Random random;

    RandomTables(long seed) {
        this.random = new Random(seed);
    }

    Set<ChangeClass> allowed() {
        return Stream.of(ChangeClass.values())
                .filter(one -> random.nextInt(3) > 0)
                .collect(Collectors.toSet());
    }

    DesiredTable table(TableRef ref) {
        return DesiredJson.parse(ref, json());
    }

    /** A desired table as JSON, its keys in any order. */
    String json() {
        List<String> names = names(1 + random.nextInt(5));
        Map<String, String> table = new LinkedHashMap<>();
        table.put("columns", list(names, this::column));
        if (random.nextInt(3) == 0) {
            table.put(
                    "partition_fields",
                    list(
                            some(names),
                            name -> "{\"column\": " + path(name) + ", \"transform\": \"" + pick(TRANSFORMS) + "\"}"));
        }
        if (random.nextInt(3) == 0) {
            table.put(
                    "sort_order",
                    list(
                            some(names),
                            name -> "{\"column\": " + path(name) + ", \"direction\": \""
                                    + (random.nextBoolean() ? "asc" : "desc") + "\"}"));
        }
        if (random.nextInt(3) == 0) {
            table.put("identifier_fields", list(some(names), RandomTables::path));
        }
        if (random.nextInt(2) == 0) {
            table.put(
                    "properties",
                    "{"
                            + some(List.of("p", "q", "r")).stream()
                                    .map(key -> "\"" + key + "\": \"" + random.nextInt(2) + "\"")
                                    .collect(Collectors.joining(", "))
                            + "}");
        }
        if (random.nextInt(2) == 0) {
            table.put("format_version", String.valueOf(1 + random.nextInt(3)));
        }
        return object(table);
    }

    private String column(String name) {
        Map<String, String> column = new LinkedHashMap<>();
        column.put("name", quoted(name));
        column.put("type", type(0));
        if (random.nextInt(3) == 0) {
            column.put("nullable", String.valueOf(random.nextInt(3) > 0));
        }
        if (random.nextInt(4) == 0) {
            column.put("comment", quoted(pick(List.of("one", "two"))));
        }
        if (random.nextInt(6) == 0) {
            column.put("renamed_from", quoted(pick(NAMES)));
        }
        if (random.nextInt(10) == 0 && column.get("type").contains("int")) {
            column.put("type", "\"int\"");
            column.put("default", String.valueOf(random.nextInt(2)));
        }
        return object(column);
    }

    private String type(int depth) {
        return switch (depth > 1 ? 9 : random.nextInt(10)) {
            case 0 ->
                "{\"struct\": "
                        + list(
                                names(1 + random.nextInt(3)),
                                name -> "{\"name\": " + quoted(name) + ", \"type\": " + type(depth + 1)
                                        + ", \"nullable\": " + (random.nextInt(4) > 0) + "}")
                        + "}";
            case 1 -> "{\"list\": {\"type\": " + type(depth + 1) + "}}";
            case 2 ->
                "{\"map\": {\"key\": {\"type\": " + type(2) + "}, \"value\": {\"type\": " + type(depth + 1) + "}}}";
            default -> quoted(pick(TYPES));
        };
    }

    private String object(Map<String, String> fields) {
        List<String> keys = new ArrayList<>(fields.keySet());
        java.util.Collections.shuffle(keys, random);
        return keys.stream()
                .map(key -> "\"" + key + "\": " + fields.get(key))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String list(List<String> of, java.util.function.Function<String, String> each) {
        return of.stream().map(each).collect(Collectors.joining(", ", "[", "]"));
    }

    private List<String> names(int count) {
        List<String> shuffled = new ArrayList<>(NAMES);
        java.util.Collections.shuffle(shuffled, random);
        return shuffled.subList(0, count);
    }

    private List<String> some(List<String> of) {
        return IntStream.range(0, of.size())
                .filter(i -> random.nextInt(3) == 0)
                .mapToObj(of::get)
                .toList();
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    /** A name as the path of a column, in JSON. */
    private static String path(String name) {
        return quoted(name.matches("[a-z]") ? name : "\\\"" + name + "\\\"");
    }
}
