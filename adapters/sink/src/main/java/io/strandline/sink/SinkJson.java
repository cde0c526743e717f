package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.sink.RunRules.Action;
import io.strandline.sink.RunRules.Mask;
import io.strandline.sink.RunRules.QualityRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sink as configurations write it: what all have in common by names of its own, and the settings of its driver beside. One
 * reader for the file and for SQL, which say the same with the same words.
 */
public final class SinkJson {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    private final String key;
    private final String id;
    private final Map<String, JsonNode> rest = new LinkedHashMap<>();

    private SinkJson(String key, String id, JsonNode settings) {
        this.key = key;
        this.id = id;
        settings.properties().forEach(field -> rest.put(field.getKey(), field.getValue()));
    }

    /**
     * Reads one.
     *
     * @param key where it is written, for messages: {@code sinks.orders}
     * @param declaredIn {@code configuration} or {@code sql}
     * @throws StrandlineException {@code CONFIGURATION} naming the key that is wrong
     */
    public static SinkSpec read(String key, String id, JsonNode settings, String declaredIn) {
        if (!ID.matcher(id).matches()) {
            throw wrong(
                    key,
                    "is no id of a sink: write lower-case letters, digits and underscores, a letter first, 63 at most");
        }
        if (!settings.isObject()) {
            throw wrong(key, "is no map of settings; write driver and table at least");
        }
        return new SinkJson(key, id, settings).spec(declaredIn);
    }

    /** A value of another type as the settings of drivers have it: text, number, boolean, list or map. */
    private static Object plain(JsonNode node) {
        return requireNonNull(JSON.convertValue(node, Object.class));
    }

    private SinkSpec spec(String declaredIn) {
        String driver = text("driver");
        TableRef table = table(driver, text("table"));
        WriteMode mode = choice("mode", WriteMode.class, WriteMode.APPEND);
        List<String> columns = names("key");
        RunOptions options = options();
        RunRules rules = new RunRules(masks(), quality(), contract());
        Map<String, Object> settings = new HashMap<>();
        rest.forEach((name, value) -> {
            if (!value.isNull()) {
                settings.put(name, plain(value));
            }
        });
        return new SinkSpec(id, driver, table, settings, mode, columns, options, rules, declaredIn);
    }

    /** A table of the lake by its whole name; of a database within it, below a catalog of the sink's own. */
    private TableRef table(String driver, String text) {
        List<String> parts;
        try {
            parts = SqlNames.split(text);
        } catch (StrandlineException e) {
            throw wrong(key + ".table", StrandlineException.describe(e));
        }
        if (driver.equals("iceberg")) {
            if (parts.size() < 3) {
                throw wrong(
                        key + ".table", "\"" + text + "\" names no table of the lake; write catalog.namespace.table");
            }
            return new TableRef(parts.get(0), parts.subList(1, parts.size() - 1), parts.get(parts.size() - 1));
        }
        if (parts.size() > 2) {
            throw wrong(key + ".table", "\"" + text + "\" has too many parts; write schema.table");
        }
        String schema = parts.size() == 2 ? parts.get(0) : driver.equals("sqlite") ? "main" : "public";
        return new TableRef(SinkSpec.CATALOG_PREFIX + id, List.of(schema), parts.get(parts.size() - 1));
    }

    private RunOptions options() {
        RunOptions defaults = RunOptions.DEFAULTS;
        return new RunOptions(
                choice("on_drift", OnDrift.class, defaults.onDrift()),
                choice("on_incompatible", OnIncompatible.class, defaults.onIncompatible()),
                choice("on_missing_key", OnMissingKey.class, defaults.onMissingKey()),
                choice("on_failed_row", OnFailedRow.class, defaults.onFailedRow()),
                (int) number("kept_runs", 0, 1_000, defaults.keptRuns()),
                (int) number("cleanup_max_keys", 0, 10_000_000, defaults.cleanupMaxKeys()),
                (int) number("page_rows", 1, 1_000_000, defaults.pageRows()),
                number("page_bytes", 1, 1L << 30, defaults.pageBytes()),
                (int) number("attempts", 1, 100, defaults.attempts()));
    }

    private Map<String, Mask> masks() {
        Map<String, Mask> masks = new LinkedHashMap<>();
        JsonNode node = rest.remove("mask");
        if (node != null) {
            require(node.isObject(), "mask", "is no map of columns, as {email: hash}");
            node.properties()
                    .forEach(field -> masks.put(
                            field.getKey(),
                            choice("mask." + field.getKey(), Mask.class, field.getValue(), Mask.REDACT)));
        }
        return masks;
    }

    private List<QualityRule> quality() {
        List<QualityRule> rules = new ArrayList<>();
        JsonNode node = rest.remove("quality");
        if (node == null) {
            return rules;
        }
        require(
                node.isObject(),
                "quality",
                "is no map of rules, as {positive: {check: 'total > 0', action: quarantine}}");
        node.properties().forEach(field -> {
            String name = "quality." + field.getKey();
            JsonNode rule = field.getValue();
            JsonNode check = rule.isTextual() ? rule : rule.get("check");
            require(check != null && check.isTextual(), name, "has no check, a condition in SQL");
            rules.add(new QualityRule(
                    field.getKey(),
                    requireNonNull(check).asText(),
                    choice(name + ".action", Action.class, rule.get("action"), Action.FAIL)));
        });
        return rules;
    }

    private @Nullable RowSchema contract() {
        JsonNode node = rest.remove("contract");
        if (node == null) {
            return null;
        }
        require(node.isObject(), "contract", "is no map of columns and types, as {id: bigint}");
        List<RowSchema.Column> columns = new ArrayList<>();
        node.properties().forEach(field -> {
            String type = field.getValue().asText();
            columns.add(new RowSchema.Column(
                    field.getKey(),
                    ContractTypes.of(type)
                            .orElseThrow(() -> wrong(
                                    key + ".contract." + field.getKey(),
                                    "\"" + Text.cut(type, 60) + "\" is no type; write one of "
                                            + ContractTypes.shown()))));
        });
        return new RowSchema(columns);
    }

    private String text(String name) {
        JsonNode node = rest.remove(name);
        require(node != null && node.isTextual() && !node.asText().isBlank(), name, "is missing, or no text");
        return requireNonNull(node).asText();
    }

    private List<String> names(String name) {
        JsonNode node = rest.remove(name);
        if (node == null || node.isNull()) {
            return List.of();
        }
        if (node.isTextual()) {
            return List.of(node.asText());
        }
        List<String> names = new ArrayList<>();
        node.forEach(each -> names.add(each.asText()));
        require(
                node.isArray()
                        && names.stream().noneMatch(String::isBlank)
                        && names.size() == names.stream().distinct().count(),
                name,
                "is no list of columns, each once");
        return names;
    }

    private long number(String name, long least, long most, long byDefault) {
        JsonNode node = rest.remove(name);
        if (node == null || node.isNull()) {
            return byDefault;
        }
        require(
                node.isIntegralNumber() && node.asLong() >= least && node.asLong() <= most,
                name,
                "is no number from " + least + " to " + most);
        return node.asLong();
    }

    private <E extends Enum<E>> E choice(String name, Class<E> type, E byDefault) {
        return choice(name, type, rest.remove(name), byDefault);
    }

    private <E extends Enum<E>> E choice(String name, Class<E> type, @Nullable JsonNode node, E byDefault) {
        if (node == null || node.isNull()) {
            return byDefault;
        }
        List<String> words = Arrays.stream(type.getEnumConstants())
                .map(e -> Text.lower(e.name()))
                .toList();
        int found = words.indexOf(Text.lower(node.asText()));
        require(
                found >= 0,
                name,
                "is \"" + Text.cut(node.asText(), 60) + "\"" + Text.didYouMean(node.asText(), words) + " Write one of "
                        + String.join(", ", words));
        return type.getEnumConstants()[found];
    }

    private void require(boolean holds, String name, String what) {
        if (!holds) {
            throw wrong(key + "." + name, what);
        }
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what + ".");
    }
}
