package io.strandline.catalog.trino;

import io.strandline.catalog.FieldType;
import io.strandline.catalog.TableField;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Types as Trino writes them, and as this product names them ({@link FieldType}). Used once for each text. */
final class TrinoTypes {
    private static final Pattern PRIMITIVE =
            Pattern.compile("([a-z][a-z0-9 _]*?)(?:\\(([0-9, ]+)\\))?( with time zone)?");

    /** Trino's word by ours, where they differ. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("int", "integer"),
            Map.entry("long", "bigint"),
            Map.entry("float", "real"),
            Map.entry("string", "varchar"),
            Map.entry("binary", "varbinary"),
            Map.entry("time", "time(6)"),
            Map.entry("timestamp", "timestamp(6)"),
            Map.entry("timestamptz", "timestamp(6) with time zone"),
            Map.entry("timestamp_ns", "timestamp(9)"),
            Map.entry("timestamptz_ns", "timestamp(9) with time zone"));

    /** Ours by Trino's, precisions of times left out. */
    private static final Map<String, String> OURS = Map.of(
            "integer", "int",
            "smallint", "int",
            "tinyint", "int",
            "bigint", "long",
            "real", "float",
            "varchar", "string",
            "char", "string",
            "varbinary", "binary");

    private final String text;
    private int at;

    private TrinoTypes(String text) {
        this.text = text;
    }

    /** The type that Trino writes so; one this release does not know is taken by its text. */
    static FieldType read(String text) {
        TrinoTypes reader = new TrinoTypes(text);
        FieldType type = reader.type();
        return reader.at == text.length() ? type : FieldType.Primitive.of(text);
    }

    /**
     * As Trino writes the type.
     *
     * @throws StrandlineException {@code NOT_SUPPORTED} for one that Trino has no name for
     */
    static String write(FieldType type) {
        if (type instanceof FieldType.Struct struct) {
            return struct.fields().stream()
                    .map(field -> TrinoSql.name(field.name()) + " " + write(field.type()))
                    .collect(Collectors.joining(", ", "ROW(", ")"));
        }
        if (type instanceof FieldType.Listing list) {
            return "ARRAY(" + write(list.element().type()) + ")";
        }
        if (type instanceof FieldType.Mapping map) {
            return "MAP(" + write(map.key().type()) + ", " + write(map.value().type()) + ")";
        }
        FieldType.Primitive primitive = (FieldType.Primitive) type;
        return switch (primitive.name()) {
            case "decimal", "boolean", "double", "date", "uuid" -> primitive.text();
            case "fixed", "variant", "unknown", "geometry", "geography" ->
                throw new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        "Trino has no type for " + primitive.text() + ". Use another, such as binary.");
            default -> WORDS.getOrDefault(primitive.name(), primitive.text());
        };
    }

    private FieldType type() {
        if (takes("row(")) {
            List<TableField> fields = new ArrayList<>();
            do {
                skip(' ');
                String name = at < text.length() && text.charAt(at) == '"' ? quoted() : upTo(' ');
                skip(' ');
                fields.add(TableField.of(name, type(), null));
            } while (takes(","));
            takes(")");
            return new FieldType.Struct(fields);
        }
        if (takes("array(")) {
            FieldType element = type();
            takes(")");
            return new FieldType.Listing(TableField.of("element", element, null));
        }
        if (takes("map(")) {
            FieldType key = type();
            takes(",");
            skip(' ');
            FieldType value = type();
            takes(")");
            return new FieldType.Mapping(TableField.of("key", key, false), TableField.of("value", value, null));
        }
        return primitive(primitiveText());
    }

    /** Up to the comma or bracket that is not the type's own. */
    private String primitiveText() {
        int start = at;
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (depth == 0 && (c == ',' || c == ')')) {
                break;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            at++;
        }
        return text.substring(start, at);
    }

    private static FieldType primitive(String text) {
        Matcher matcher = PRIMITIVE.matcher(Text.lower(text));
        if (!matcher.matches()) {
            return FieldType.Primitive.of(text);
        }
        String word = matcher.group(1);
        boolean zoned = matcher.group(3) != null;
        if (word.equals("timestamp")) {
            boolean nanos = matcher.group(2) != null
                    && Integer.parseInt(matcher.group(2).strip()) > 6;
            return FieldType.Primitive.of((zoned ? "timestamptz" : "timestamp") + (nanos ? "_ns" : ""));
        }
        if (word.equals("decimal") && matcher.group(2) != null) {
            List<Integer> numbers = Pattern.compile(",")
                    .splitAsStream(matcher.group(2))
                    .map(number -> Integer.valueOf(number.strip()))
                    .toList();
            return new FieldType.Primitive("decimal", numbers);
        }
        return zoned ? FieldType.Primitive.of(text) : FieldType.Primitive.of(OURS.getOrDefault(word, word));
    }

    private boolean takes(String what) {
        boolean there = text.regionMatches(true, at, what, 0, what.length());
        at += there ? what.length() : 0;
        return there;
    }

    private void skip(char c) {
        while (at < text.length() && text.charAt(at) == c) {
            at++;
        }
    }

    private String upTo(char c) {
        int end = text.indexOf(c, at);
        int to = end < 0 ? text.length() : end;
        String name = text.substring(at, to);
        at = to;
        return name;
    }

    private String quoted() {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' && !(at + 1 < text.length() && text.charAt(at + 1) == '"')) {
                at++;
                return name.toString();
            }
            at += c == '"' ? 1 : 0;
            name.append(c);
        }
        return name.toString();
    }
}
