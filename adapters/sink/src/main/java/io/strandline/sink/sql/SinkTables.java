package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.Capability;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Guarantee;
import io.strandline.sink.JournalEntry;
import io.strandline.sink.NativeLoad;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What sinks are and what is in their destinations beside the rows: looked at when it is asked for. */
final class SinkTables {
    private SinkTables() {}

    private static final Columns<SinkSpec> SINK = Columns.<SinkSpec>none()
            .with(RunColumns.DESTINATION, SinkSpec::table)
            .column(RunColumns.SINK, text(), SinkSpec::id, "Id of the sink.");

    /** What one look at a sink gave: something, or why not. */
    record Look<T>(
            SinkSpec sink, @Nullable T found, @Nullable StrandlineException failure) {
        <V> @Nullable V of(Function<T, V> value) {
            return found == null ? null : value.apply(found);
        }

        String status() {
            return failure == null ? "ok" : "error";
        }

        @Nullable
        String error() {
            return failure == null ? null : StrandlineException.describe(failure);
        }
    }

    static VirtualTable<Look<SinkDescription>> capabilities(SinkLooks looks) {
        return VirtualTable.<Look<SinkDescription>>named(
                        "capabilities", "Sinks that are declared and what each can do, from its configuration alone.")
                .columns(SINK, Look::sink)
                .column("connector", text(), look -> look.sink().driver(), "Driver that writes.")
                .column(
                        "write_mode",
                        text(),
                        look -> look.sink().mode().text(),
                        "What its runs do if a session says nothing.")
                .column("key_columns", arrayOf(text()), look -> look.sink().key(), "Columns by which rows are found.")
                .column(
                        "modes",
                        arrayOf(text()).orNull(),
                        look -> look.of(d ->
                                d.modes().stream().sorted().map(WriteMode::text).toList()),
                        "What its runs can do.")
                .column("staging", bool().orNull(), has(Capability.STAGING), "Whether it can replace all rows at once.")
                .column(
                        "commit_token",
                        bool().orNull(),
                        has(Capability.COMMIT_TOKEN),
                        "Whether rows and token land together.")
                .column(
                        "cleanup",
                        bool().orNull(),
                        has(Capability.CLEANUP),
                        "Whether it deletes what a run did not write.")
                .column(
                        "schema_evolution",
                        bool().orNull(),
                        has(Capability.SCHEMA_EVOLUTION),
                        "Whether its destination's columns can follow.")
                .column("can_roll_back", bool().orNull(), has(Capability.ROLLBACK), "Whether its runs can be undone.")
                .column("columnar", bool().orNull(), has(Capability.COLUMNAR), "Whether it takes columns as they are.")
                .column(
                        "native_loads",
                        arrayOf(text()).orNull(),
                        look -> look.of(d ->
                                d.nativeLoads().stream().map(SinkTables::shown).toList()),
                        "Formats that its destination loads itself, each with its modes.")
                .column("staged_load", bool(), look -> false, "Whether it loads through an object store.")
                .column(
                        "guarantee",
                        text().orNull(),
                        look -> look.of(d ->
                                Text.lower(Guarantee.of(d, look.sink().mode()).name())),
                        "How often a row lands whose page is sent again.")
                .column(
                        "batch_atomicity",
                        text().orNull(),
                        look -> look.of(d -> Text.lower(d.atomicity().name())),
                        "What a page that failed leaves.")
                .column(
                        "unknown_fields",
                        text().orNull(),
                        look -> look.of(d -> Text.lower(d.unknownFields().name())),
                        "What becomes of columns its destination does not have.")
                .column(
                        "dataset_uri",
                        text().orNull(),
                        look -> look.of(SinkDescription::datasetUri),
                        "Destination by OpenLineage's naming.")
                .column(
                        "config_schema",
                        text().orNull(),
                        look -> look.of(SinkDescription::configSchema),
                        "JSON Schema of the driver's settings.")
                .column("declared_in", text(), look -> look.sink().declaredIn(), "configuration or sql.")
                .column("status", text(), Look::status, "ok, or error if its configuration is wrong.")
                .column("error", text().orNull(), Look::error, "What is wrong.")
                .key(RunColumns.SINK)
                .pushes(RunColumns.SINK)
                .rows(looks::descriptions);
    }

    private static Function<Look<SinkDescription>, @Nullable Boolean> has(Capability capability) {
        return look -> look.of(description -> description.has(capability));
    }

    private static String shown(NativeLoad load) {
        return load.format() + ": "
                + String.join(
                        ", ",
                        load.modes().stream().sorted().map(WriteMode::text).toList());
    }

    static VirtualTable<Look<Map.Entry<String, CommitToken>>> commitTokens(SinkLooks looks) {
        return VirtualTable.<Look<Map.Entry<String, CommitToken>>>named(
                        "commit_tokens", "How far each scope's source was written, as the destinations keep it.")
                .columns(SINK, Look::sink)
                .column("scope", text().orNull(), look -> look.of(Map.Entry::getKey), "The source.")
                .column(
                        "token",
                        text().orNull(),
                        look -> look.of(e -> e.getValue().text()),
                        "Its last token.")
                .column("status", text(), Look::status, "ok, or error if the destination could not be asked.")
                .column("error", text().orNull(), Look::error, "Why not.")
                .pushes(RunColumns.SINK)
                .rows(looks::tokens);
    }

    static VirtualTable<Look<JournalEntry>> journal(SinkLooks looks) {
        return VirtualTable.<Look<JournalEntry>>named("journal", "What destinations keep to undo runs.")
                .columns(SINK, Look::sink)
                .column(
                        RunColumns.RUN,
                        text().orNull(),
                        look -> look.of(e -> e.run().text()),
                        "Run that it undoes.")
                .column(
                        "write_mode",
                        text().orNull(),
                        look -> look.of(e -> e.mode().text()),
                        "What that run did.")
                .column("kind", text().orNull(), look -> look.of(JournalEntry::kind), "rows, previous_table or tag.")
                .column(
                        "object_name",
                        text().orNull(),
                        look -> look.of(JournalEntry::object),
                        "Table or tag that keeps it.")
                .column(
                        "kept_rows",
                        bigint().orNull(),
                        look -> look.of(e -> e.rows() < 0 ? null : e.rows()),
                        "Rows that are kept; NULL if they are not counted.")
                .column("status", text(), Look::status, "ok, or error if the destination could not be asked.")
                .column("error", text().orNull(), Look::error, "Why not.")
                .pushes(RunColumns.SINK)
                .rows(looks::journal);
    }

    /** A check, with the call that mends what it found. */
    record Checked(SinkCheck check, @Nullable RunId left) {
        @Nullable
        String fixSql() {
            return left == null ? null : "CALL sink.abort_run('" + left + "')";
        }
    }

    static final Columns<Look<Checked>> CHECKS = Columns.<Look<Checked>>none()
            .with(SINK, Look::sink)
            .column(
                    "check_name",
                    text().orNull(),
                    look -> look.of(c -> c.check().name()),
                    "What was looked at.")
            .column(
                    "outcome",
                    text().orNull(),
                    look -> look.of(c -> Text.lower(c.check().result().name())),
                    "pass, fail, or skip if it could not be looked at or does not apply.")
            .column("detail", text().orNull(), look -> look.of(c -> c.check().detail()), "What was seen.")
            .column("hint", text().orNull(), look -> look.of(c -> c.check().hint()), "What to do.")
            .column("fix_sql", text().orNull(), look -> look.of(Checked::fixSql), "The CALL that mends it, if one can.")
            .column("status", text(), Look::status, "ok, or error if the destination could not be asked.")
            .column("error", text().orNull(), Look::error, "Why not.");

    static VirtualTable<Look<Checked>> checks(SinkLooks looks) {
        return VirtualTable.<Look<Checked>>named(
                        "checks",
                        "Looks at the destinations of sinks that change nothing, and what runs have left staged there.")
                .columns(CHECKS)
                .pushes(RunColumns.SINK)
                .rows(looks::checks);
    }
}
