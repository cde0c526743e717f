package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a type written as text, white space anywhere between words: {@code map<string, decimal(9,2)>}. Fields of a type so
 * written may be NULL and have no comment. Used once.
 */
final class TypeText {
    private static final int DEEPEST = 50;
    private static final Pattern PRIMITIVE =
            Pattern.compile("([A-Za-z_]+)\\s*(?:[(\\[]\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?[)\\]])?");

    /** Iceberg's primitive types by the least format version that has them. */
    private static final Map<String, Integer> KNOWN = Map.ofEntries(
            Map.entry("boolean", 1),
            Map.entry("int", 1),
            Map.entry("long", 1),
            Map.entry("float", 1),
            Map.entry("double", 1),
            Map.entry("decimal", 1),
            Map.entry("date", 1),
            Map.entry("time", 1),
            Map.entry("timestamp", 1),
            Map.entry("timestamptz", 1),
            Map.entry("timestamp_ns", 3),
            Map.entry("timestamptz_ns", 3),
            Map.entry("string", 1),
            Map.entry("uuid", 1),
            Map.entry("fixed", 1),
            Map.entry("binary", 1),
            Map.entry("variant", 3));

    private static final Map<String, String> OTHER_WORDS =
            Map.of("integer", "int", "bigint", "long", "real", "float", "varchar", "string", "varbinary", "binary");

    private final String text;
    private int at;

    private TypeText(String text) {
        this.text = text;
    }

    /**
     * The type.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} if it is none; the message quotes it
     */
    static FieldType parse(String text) {
        TypeText reader = new TypeText(text);
        FieldType type = reader.type(0);
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.wrong("something follows the type");
        }
        return type;
    }

    /** A primitive of an observed table; one this release does not know is taken by its text, to compare as itself. */
    static FieldType.Primitive primitive(String text) {
        if (KNOWN.containsKey(text)) {
            // by far the most, and nothing in them to take apart
            return FieldType.Primitive.of(text);
        }
        Matcher matcher = PRIMITIVE.matcher(text);
        return matcher.matches()
                ? new FieldType.Primitive(matcher.group(1), numbers(matcher))
                : FieldType.Primitive.of(text);
    }

    /** The least format version that has the type; empty for one this release cannot make. */
    static @Nullable Integer leastVersion(FieldType.Primitive type) {
        return KNOWN.get(type.name());
    }

    private FieldType type(int depth) {
        if (depth > DEEPEST) {
            throw wrong("it is nested more than " + DEEPEST + " levels deep");
        }
        skipSpace();
        int start = at;
        String word = word();
        if (!peek('<')) {
            return known(start);
        }
        expect('<');
        FieldType type = switch (word) {
            case "list" -> new FieldType.Listing(TableField.of("element", type(depth + 1), null));
            case "map" -> mapping(depth);
            case "struct" -> new FieldType.Struct(fields(depth));
            default -> throw wrong("only list, map and struct take types in < >");
        };
        expect('>');
        return type;
    }

    private FieldType mapping(int depth) {
        FieldType key = type(depth + 1);
        expect(',');
        return new FieldType.Mapping(TableField.of("key", key, false), TableField.of("value", type(depth + 1), null));
    }

    private List<TableField> fields(int depth) {
        List<TableField> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        do {
            skipSpace();
            String name = peek('"') ? quoted() : word();
            if (name.isEmpty()) {
                throw wrong("a field of the struct has no name");
            }
            if (!names.add(name)) {
                throw wrong("two fields of the struct are named \"" + Text.cut(name, 100) + "\"");
            }
            expect(':');
            fields.add(TableField.of(name, type(depth + 1), null));
        } while (take(','));
        return fields;
    }

    private FieldType.Primitive known(int start) {
        Matcher matcher = PRIMITIVE.matcher(text).region(start, text.length());
        if (!matcher.lookingAt()) {
            throw wrong("a type is missing");
        }
        at = matcher.end();
        String word = Text.lower(matcher.group(1));
        String name = OTHER_WORDS.getOrDefault(word, word);
        if (!KNOWN.containsKey(name)) {
            throw wrong("there is no type \"" + Text.cut(word, 60) + "\"" + Text.didYouMean(word, KNOWN.keySet()));
        }
        FieldType.Primitive type = new FieldType.Primitive(name, numbers(matcher));
        requireParameters(type);
        return type;
    }

    private void requireParameters(FieldType.Primitive type) {
        List<Integer> numbers = type.parameters();
        boolean right = switch (type.name()) {
            case "decimal" ->
                numbers.size() == 2 && numbers.get(0) >= 1 && numbers.get(0) <= 38 && numbers.get(1) <= numbers.get(0);
            case "fixed" -> numbers.size() == 1 && numbers.get(0) >= 1;
            default -> numbers.isEmpty();
        };
        if (!right) {
            throw wrong(
                    switch (type.name()) {
                        case "decimal" -> "a decimal is written decimal(precision, scale), precision at most 38";
                        case "fixed" -> "a fixed is written fixed[length]";
                        default -> type.name() + " takes no parameters";
                    });
        }
    }

    private static List<Integer> numbers(Matcher matcher) {
        List<Integer> numbers = new ArrayList<>();
        for (int group = 2; group <= 3; group++) {
            if (matcher.group(group) != null) {
                numbers.add(Integer.valueOf(matcher.group(group)));
            }
        }
        return numbers;
    }

    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            if (text.charAt(at) != '"') {
                name.append(text.charAt(at));
            } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
                name.append('"');
                at++;
            } else {
                at++;
                return name.toString();
            }
        }
        throw wrong("a quote is not closed");
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean peek(char c) {
        skipSpace();
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean take(char c) {
        boolean there = peek(c);
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!take(c)) {
            throw wrong("\"" + c + "\" is missing at character " + (at + 1));
        }
    }

    private StrandlineException wrong(String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "type " + Text.cut(text, 200) + ": " + what
                        + (what.endsWith(".") || what.endsWith("?") ? "" : ".")
                        + " Write it like long, decimal(9, 2), list<string>, map<string, long> or struct<a: int, b: date>.");
    }
}
