package io.strandline.catalog;

import io.strandline.common.Location;
import io.strandline.common.SecretNames;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A desired table as JSON text. Read strictly: what is not known is an error that names its place.
 *
 * <pre>{@code
 * {"columns": [{"name": "id", "type": "long", "nullable": false, "comment": "…", "default": 0, "field_id": 1,
 *               "renamed_from": "key"},
 *              {"name": "address", "type": {"struct": [{"name": "city", "type": "string"}]}},
 *              {"name": "tags", "type": {"list": {"type": "string", "nullable": false}}},
 *              {"name": "rates", "type": {"map": {"key": {"type": "string"}, "value": {"type": "double"}}}}],
 *  "partition_fields": [{"column": "placed_at", "transform": "day", "name": "placed_day"}],
 *  "sort_order": [{"column": "id", "transform": "identity", "direction": "asc", "null_order": "nulls-first"}],
 *  "identifier_fields": ["id"],
 *  "properties": {"write.format.default": "parquet"}, "remove_properties": ["owner"],
 *  "comment": "…", "format_version": 2, "location": "s3://…"}
 * }</pre>
 */
public final class DesiredJson {
    private static final Set<String> TABLE = Set.of(
            "columns",
            "partition_fields",
            "sort_order",
            "identifier_fields",
            "properties",
            "remove_properties",
            "comment",
            "format_version",
            "location");
    private static final Set<String> PARTITION = Set.of("column", "transform", "name");
    private static final Set<String> SORT = Set.of("column", "transform", "direction", "null_order");
    /** Properties that Iceberg itself sets from other parts of the metadata. */
    private static final Set<String> RESERVED = Set.of(
            "format-version",
            "uuid",
            "snapshot-count",
            "current-snapshot-summary",
            "current-snapshot-id",
            "current-snapshot-timestamp-ms",
            "current-schema",
            "default-partition-spec",
            "default-sort-order");

    private static final int NEWEST_VERSION = 3;

    private DesiredJson() {}

    /**
     * Reads a desired table.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT}, naming the place
     */
    public static DesiredTable parse(TableRef ref, String json) {
        JsonReader table = JsonReader.parse(json).only(TABLE);
        List<TableField> columns = table.list("columns", (node, place) -> ColumnJson.column(node, place));
        if (columns == null || columns.isEmpty()) {
            throw table.wrongAt("columns", "is missing or empty");
        }
        ColumnJson.requireDifferent(columns, table, "columns");
        return new DesiredTable(
                ref,
                columns,
                table.list(
                        "partition_fields",
                        (node, place) ->
                                partition(JsonReader.element(node, place).only(PARTITION))),
                table.list(
                        "sort_order",
                        (node, place) -> sort(JsonReader.element(node, place).only(SORT))),
                table.list("identifier_fields", (node, place) -> path(JsonReader.elementText(node, place), place)),
                properties(table),
                removals(table),
                formatVersion(table),
                location(table));
    }

    /** The format version; null if it is not given. */
    static @Nullable Integer formatVersion(JsonReader table) {
        Integer version = table.optionalInt("format_version").orElse(null);
        if (version != null && (version < 1 || version > NEWEST_VERSION)) {
            throw table.wrongAt("format_version", "is not 1, 2 or " + NEWEST_VERSION);
        }
        return version;
    }

    private static @Nullable Set<String> removals(JsonReader table) {
        List<String> keys = table.list("remove_properties", JsonReader::elementText);
        return keys == null ? null : Set.copyOf(new HashSet<>(keys));
    }

    private static PartitionBy partition(JsonReader field) {
        return new PartitionBy(
                path(field.text("column"), field.place() + ".column"),
                transform(field),
                field.optionalText("name").filter(name -> !name.isEmpty()).orElse(null));
    }

    private static PartitionTransform transform(JsonReader field) {
        return field.optionalText("transform")
                .map(text -> JsonReader.inPlace(field, "transform", () -> PartitionTransform.parse(text)))
                .orElse(PartitionTransform.IDENTITY);
    }

    private static SortBy sort(JsonReader field) {
        String direction = choice(field, "direction", "asc", "asc", "desc");
        return new SortBy(
                path(field.text("column"), field.place() + ".column"),
                transform(field),
                direction,
                choice(
                        field,
                        "null_order",
                        direction.equals("asc") ? "nulls-first" : "nulls-last",
                        "nulls-first",
                        "nulls-last"));
    }

    private static String choice(JsonReader field, String key, String otherwise, String one, String other) {
        String text = field.optionalText(key).map(Text::lower).orElse(otherwise);
        if (!text.equals(one) && !text.equals(other)) {
            throw field.wrongAt(key, "is neither " + one + " nor " + other);
        }
        return text;
    }

    private static String path(String text, String place) {
        try {
            return SqlNames.dotted(SqlNames.split(text));
        } catch (StrandlineException e) {
            throw JsonReader.wrong(place, "is no path of a column: " + e.getMessage());
        }
    }

    /** The properties, the comment among them; empty if there are none. */
    static Map<String, String> properties(JsonReader table) {
        Map<String, String> properties = new TreeMap<>();
        table.optionalText("comment").ifPresent(comment -> properties.put(DesiredTable.COMMENT, comment));
        if (!table.has("properties")) {
            return properties;
        }
        JsonReader given = table.object("properties");
        for (Iterator<String> keys = given.keys(); keys.hasNext(); ) {
            String key = keys.next();
            if (RESERVED.contains(key)) {
                throw given.wrongAt(key, "is kept by the table itself. Leave it out, or use format_version");
            }
            if (SecretNames.isSecretProperty(key)) {
                throw given.wrongAt(
                        key,
                        "looks like a secret, and everybody reads a table's properties. Give it to the"
                                + " catalog in the configuration");
            }
            String value = given.optionalScalar(key)
                    .orElseThrow(() -> given.wrongAt(key, "is null. Leave it out, and allow remove_property"));
            if (properties.putIfAbsent(key, value) != null) {
                throw given.wrongAt(key, "is given beside comment. Keep one");
            }
        }
        return properties;
    }

    /** The location; null if it is not given. */
    static @Nullable String location(JsonReader table) {
        return table.optionalText("location")
                .map(text -> JsonReader.inPlace(
                        table, "location", () -> Location.parse(text).text()))
                .orElse(null);
    }
}
