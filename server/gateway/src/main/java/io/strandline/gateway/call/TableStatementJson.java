package io.strandline.gateway.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.parser.TimeLiterals;
import io.strandline.parser.ddl.ColumnDefinition;
import io.strandline.parser.ddl.ColumnPlace;
import io.strandline.parser.ddl.PartitionTerm;
import io.strandline.parser.ddl.TableChange;
import io.strandline.parser.ddl.TableStatement;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.BitString;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** What a statement says of a table, as the JSON in which desired tables and changes of tables are told. */
final class TableStatementJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Transforms by the names that the engines have for them. */
    private static final Map<String, String> TRANSFORMS = Map.ofEntries(
            Map.entry("identity", "identity"),
            Map.entry("bucket", "bucket"),
            Map.entry("truncate", "truncate"),
            Map.entry("year", "year"),
            Map.entry("years", "year"),
            Map.entry("month", "month"),
            Map.entry("months", "month"),
            Map.entry("day", "day"),
            Map.entry("days", "day"),
            Map.entry("date", "day"),
            Map.entry("hour", "hour"),
            Map.entry("hours", "hour"),
            Map.entry("date_hour", "hour"));

    private TableStatementJson() {}

    /** A table as CREATE TABLE defines it. */
    static String of(TableStatement.Create create) {
        if (create.provider() != null && !Text.lower(create.provider()).equals("iceberg")) {
            throw bad("USING " + Text.cut(create.provider(), 100) + ": tables are Iceberg's; leave it out.");
        }
        ObjectNode table = settings(create.properties());
        ArrayNode columns = table.putArray("columns");
        for (ColumnDefinition column : create.columns()) {
            columns.add(column(column));
        }
        if (create.partitioning() != null) {
            ArrayNode fields = table.putArray("partition_fields");
            create.partitioning().forEach(term -> fields.add(partition(term)));
        }
        put(table, "comment", create.comment());
        if (create.location() != null) {
            if (table.has("location")) {
                throw bad("LOCATION is given beside the property location. Keep one.");
            }
            table.put("location", create.location());
        }
        return table.toString();
    }

    /** Changes as ALTER TABLE lists them. */
    static String of(TableStatement.Alter alter) {
        ObjectNode whole = NODES.objectNode();
        ArrayNode changes = whole.putArray("changes");
        alter.changes().forEach(change -> changes.add(change(change)));
        return whole.toString();
    }

    /** The change that COMMENT ON TABLE is. */
    static String of(TableStatement.CommentOnTable comment) {
        ObjectNode whole = NODES.objectNode();
        whole.putArray("changes")
                .addObject()
                .putObject("set")
                .put("comment", comment.comment() == null ? "" : comment.comment());
        return whole.toString();
    }

    private static ObjectNode change(TableChange change) {
        if (change instanceof TableChange.AddColumn add) {
            ObjectNode node = described(add.column());
            node.put("add_column", SqlNames.dotted(add.column().path()));
            node.put("if_not_exists", add.ifNotExists());
            return placed(node, add.place());
        }
        ObjectNode node = NODES.objectNode();
        if (change instanceof TableChange.DropColumn drop) {
            return node.put("drop_column", SqlNames.dotted(drop.column())).put("if_exists", drop.ifExists());
        }
        if (change instanceof TableChange.RenameColumn rename) {
            return node.put("rename_column", SqlNames.dotted(rename.column())).put("to", rename.name());
        }
        if (change instanceof TableChange.SetProperties set) {
            node.set("set", settings(set.properties()));
            return node;
        }
        if (change instanceof TableChange.UnsetProperties unset) {
            unset.keys().forEach(node.putArray("unset")::add);
            return node.put("if_exists", unset.ifExists());
        }
        TableChange.AlterColumn alter = (TableChange.AlterColumn) change;
        node.put("alter_column", SqlNames.dotted(alter.column()));
        if (alter.type() != null) {
            node.set("type", ColumnTypes.json(alter.type()));
        }
        if (alter.nullable() != null) {
            node.put("nullable", alter.nullable());
        }
        put(node, "comment", alter.comment());
        putDefault(node, alter.defaultValue());
        return placed(node, alter.place());
    }

    private static ObjectNode placed(ObjectNode node, @Nullable ColumnPlace place) {
        if (place != null && place.after() == null) {
            node.put("first", true);
        } else if (place != null) {
            node.put("after", place.after());
        }
        return node;
    }

    /** A column of a table or a field of a row, by its name. */
    static ObjectNode column(ColumnDefinition column) {
        if (column.path().size() > 1) {
            throw bad("column " + SqlNames.dotted(column.path())
                    + " cannot be within another here. Give the outer one a ROW type.");
        }
        return described(column).put("name", column.name());
    }

    private static ObjectNode described(ColumnDefinition column) {
        ObjectNode node = NODES.objectNode();
        node.set("type", ColumnTypes.json(column.type()));
        if (column.nullable() != null) {
            node.put("nullable", column.nullable());
        }
        put(node, "comment", column.comment());
        putDefault(node, column.defaultValue());
        return node;
    }

    private static JsonNode partition(PartitionTerm term) {
        ObjectNode node = NODES.objectNode().put("column", SqlNames.dotted(term.column()));
        String function = term.function().map(Text::lower).orElse("identity");
        String transform = TRANSFORMS.get(function);
        if (transform == null) {
            throw bad("there is no transform \"" + Text.cut(function, 60) + "\""
                    + Text.didYouMean(function, TRANSFORMS.keySet())
                    + " Write the column itself, bucket(16, c), truncate(4, c), year(c), month(c), day(c) or hour(c).");
        }
        return node.put("transform", term.width() == null ? transform : transform + "[" + term.width() + "]");
    }

    /** Properties; what a table has beside them under a name of its own is put there. */
    private static ObjectNode settings(Map<String, String> given) {
        ObjectNode node = NODES.objectNode();
        Map<String, String> properties = new TreeMap<>();
        given.forEach((key, value) -> {
            switch (key) {
                case "format_version", "format-version" -> node.put("format_version", version(key, value));
                case "location" -> node.put("location", value);
                default -> properties.put(key, value);
            }
        });
        if (!properties.isEmpty()) {
            ObjectNode all = node.putObject("properties");
            properties.forEach(all::put);
        }
        return node;
    }

    private static int version(String key, String value) {
        if (!value.matches("[1-9]")) {
            throw bad("property " + key + " is " + SqlNames.literal(Text.cut(value, 60)) + ". Give 1, 2 or 3.");
        }
        return Integer.parseInt(value);
    }

    private static void put(ObjectNode node, String key, @Nullable String text) {
        if (text != null) {
            node.put(key, text);
        }
    }

    private static void putDefault(ObjectNode node, @Nullable SqlNode literal) {
        if (literal != null) {
            node.put("default", value(SqlLiteral.unchain(TimeLiterals.read(literal))));
        }
    }

    /** A default as desired tables write it: times as ISO 8601 does, bytes in hexadecimal. */
    private static String value(SqlLiteral literal) {
        Object value = literal.getValue();
        if (value == null) {
            throw bad("DEFAULT NULL is what a column has that says nothing. Leave it out.");
        }
        if (value instanceof DateString || value instanceof TimeString) {
            return value.toString();
        }
        if (value instanceof TimestampString time) {
            return time.toString().replace(' ', 'T');
        }
        if (value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof BitString bits) {
            return bits.toHexString();
        }
        return String.valueOf(literal.toValue());
    }

    private static StrandlineException bad(String message) {
        return new StrandlineException(ErrorCode.BAD_ARGUMENT, message);
    }
}
