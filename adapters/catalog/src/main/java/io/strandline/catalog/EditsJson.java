package io.strandline.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a table as JSON text, which the gateway makes of ALTER TABLE. Read strictly, as {@link DesiredJson} is.
 *
 * <pre>{@code
 * {"changes": [{"add_column": "address.zip", "type": "string", "if_not_exists": true, "after": "city"},
 *              {"drop_column": "note", "if_exists": true},
 *              {"rename_column": "address.street", "to": "road"},
 *              {"alter_column": "id", "type": "long", "nullable": true, "default": 0, "comment": "", "first": true},
 *              {"set": {"properties": {"owner": "shop"}, "comment": "...", "format_version": 3, "location": "s3://..."}},
 *              {"unset": ["owner"], "if_exists": true}]}
 * }</pre>
 */
final class EditsJson {
    private static final Set<String> ADD =
            Set.of("add_column", "type", "nullable", "comment", "default", "if_not_exists", "first", "after");
    private static final Set<String> ALTER =
            Set.of("alter_column", "type", "nullable", "comment", "default", "first", "after");
    private static final Map<String, Function<JsonReader, List<TableEdit>>> READERS = Map.of(
            "add_column", change -> List.of(add(change)),
            "drop_column", change -> List.of(drop(change)),
            "rename_column", change -> List.of(rename(change)),
            "alter_column", change -> List.of(alter(change)),
            "set", EditsJson::set,
            "unset", change -> List.of(unset(change)));

    private EditsJson() {}

    /**
     * Reads changes, at least one.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT}, naming the place
     */
    static List<TableEdit> parse(String json) {
        JsonReader whole = JsonReader.parse(json).only(Set.of("changes"));
        List<List<TableEdit>> edits = whole.list("changes", EditsJson::change);
        if (edits == null || edits.isEmpty()) {
            throw whole.wrongAt("changes", "is missing or empty");
        }
        return edits.stream().flatMap(List::stream).toList();
    }

    private static List<TableEdit> change(JsonNode node, String place) {
        JsonReader change = JsonReader.element(node, place);
        return READERS.entrySet().stream()
                .filter(reader -> change.has(reader.getKey()))
                .findFirst()
                .orElseThrow(() -> JsonReader.wrong(place, "names no change"))
                .getValue()
                .apply(change);
    }

    private static TableEdit add(JsonReader change) {
        change.only(ADD);
        List<String> path = path(change, "add_column");
        return new TableEdit.AddColumn(
                path,
                ColumnJson.named(change, path.get(path.size() - 1)),
                flag(change, "if_not_exists"),
                place(change));
    }

    private static TableEdit drop(JsonReader change) {
        change.only(Set.of("drop_column", "if_exists"));
        return new TableEdit.DropColumn(path(change, "drop_column"), flag(change, "if_exists"));
    }

    private static TableEdit rename(JsonReader change) {
        change.only(Set.of("rename_column", "to"));
        return new TableEdit.RenameColumn(path(change, "rename_column"), change.text("to"));
    }

    private static TableEdit alter(JsonReader change) {
        change.only(ALTER);
        return new TableEdit.AlterColumn(
                path(change, "alter_column"),
                ColumnJson.type(change),
                change.optionalBool("nullable").orElse(null),
                change.optionalScalar("default").orElse(null),
                change.optionalText("comment").orElse(null),
                place(change));
    }

    private static List<TableEdit> set(JsonReader change) {
        JsonReader set = change.only(Set.of("set"))
                .object("set")
                .only(Set.of("properties", "comment", "format_version", "location"));
        List<TableEdit> edits = new ArrayList<>();
        Map<String, String> properties = DesiredJson.properties(set);
        if (!properties.isEmpty()) {
            edits.add(new TableEdit.SetProperties(properties));
        }
        Integer version = DesiredJson.formatVersion(set);
        if (version != null) {
            edits.add(new TableEdit.UpgradeFormat(version));
        }
        String location = DesiredJson.location(set);
        if (location != null) {
            edits.add(new TableEdit.Relocate(location));
        }
        return edits;
    }

    private static TableEdit unset(JsonReader change) {
        change.only(Set.of("unset", "if_exists"));
        List<String> keys = Objects.requireNonNull(change.list("unset", JsonReader::elementText));
        return new TableEdit.UnsetProperties(Set.copyOf(new HashSet<>(keys)), flag(change, "if_exists"));
    }

    private static boolean flag(JsonReader change, String key) {
        return change.optionalBool(key).orElse(false);
    }

    private static List<String> path(JsonReader change, String key) {
        String text = change.text(key);
        return JsonReader.inPlace(change, key, () -> SqlNames.split(text));
    }

    private static TableEdit.@Nullable Place place(JsonReader change) {
        if (flag(change, "first")) {
            return new TableEdit.Place(null);
        }
        return change.optionalText("after").map(TableEdit.Place::new).orElse(null);
    }
}
