package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.TableRef;
import java.util.List;
import java.util.Map;

/**
 * A sink as it is declared: where its rows go and how runs write there if a session does not say otherwise.
 *
 * @param id stable name; also what snapshots of its runs name as their writer
 * @param driver name of its connector: {@code iceberg}, {@code sqlite}, {@code postgresql}
 * @param table as SQL names it: the lake's own table, or {@code sink_<id>.<schema>.<table>} for a database
 * @param settings of the driver, by name; may hold secrets, and is never shown
 * @param key columns by which keyed modes find rows; empty for none
 * @param declaredIn {@code configuration}, {@code sql}, or {@code catalog} for a table that is a sink by itself
 */
public record SinkSpec(
        String id,
        String driver,
        TableRef table,
        Map<String, Object> settings,
        WriteMode mode,
        List<String> key,
        RunOptions options,
        RunRules rules,
        String declaredIn) {
    /** Catalog of the tables of database sinks: this and the sink's id. */
    public static final String CATALOG_PREFIX = "sink_";

    public SinkSpec {
        requireNonNull(id, "id");
        requireNonNull(driver, "driver");
        requireNonNull(table, "table");
        settings = Map.copyOf(settings);
        requireNonNull(mode, "mode");
        key = List.copyOf(key);
        requireNonNull(options, "options");
        requireNonNull(rules, "rules");
        requireNonNull(declaredIn, "declaredIn");
    }

    /** The same for another table. */
    SinkSpec withTable(TableRef other) {
        return new SinkSpec(id, driver, other, settings, mode, key, options, rules, declaredIn);
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
        return "sink " + id + " (" + driver + " " + table + ")";
    }
}
