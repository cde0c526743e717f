package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.TableRef;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RunCounts;
import io.strandline.sink.RunId;
import io.strandline.sink.RunRecord;
import io.strandline.sqlkit.Columns;
import org.jspecify.annotations.Nullable;

/** Columns that tables and procedures of this schema have in common. */
final class RunColumns {
    static final String SINK = "sink_id";
    static final String RUN = "run_id";

    /** The destination, as SQL names it. */
    static final Columns<TableRef> DESTINATION = Columns.<TableRef>none()
            .column("catalog_name", text(), TableRef::catalog, "Catalog of the destination.")
            .column("namespace", text(), TableRef::namespaceText, "Its namespace, as dotted SQL text.")
            .column("table_name", text(), TableRef::name, "Its name.");

    private static final Columns<RunCounts> COUNTS = Columns.<RunCounts>none()
            .column("offered", bigint(), RunCounts::offered, "Rows the run was offered: the sum of the next six.")
            .column("accepted", bigint(), RunCounts::accepted, "Rows that were written.")
            .column("coalesced", bigint(), RunCounts::coalesced, "Rows that a later row of their page replaced.")
            .column(
                    "skipped",
                    bigint(),
                    RunCounts::skipped,
                    "Rows left out as the sink says, such as those without a key.")
            .column("failed", bigint(), RunCounts::failed, "Rows the destination did not take; see sink.row_errors.")
            .column("quarantined", bigint(), RunCounts::quarantined, "Rows a rule kept aside; see sink.quarantine.")
            .column("dropped", bigint(), RunCounts::dropped, "Rows of pages that the scope had already.");

    /** A run. */
    static final Columns<RunRecord> RUNS = Columns.<RunRecord>none()
            .with(DESTINATION, RunRecord::table)
            .column(SINK, text(), RunRecord::sink, "Sink that wrote.")
            .column(RUN, text(), run -> run.id().text(), "Id of the run.")
            .column("write_mode", text(), run -> run.mode().text(), "append, upsert, delete or overwrite.")
            .column(
                    "state",
                    text(),
                    run -> run.state().text(),
                    "running, committing, cancelling, done, failed, aborted, cancelled, interrupted or unknown.")
            .column("scope", text().orNull(), RunRecord::scope, "Source whose tokens it moves; NULL for none.")
            .column("token", text().orNull(), run -> token(run.token()), "Last token it moved its scope to.")
            .column(
                    "previous_token",
                    text().orNull(),
                    run -> token(run.previousToken()),
                    "The scope's last token before the run; NULL if it had none.")
            .column("key_columns", arrayOf(text()), RunRecord::key, "Columns by which it finds rows; none for append.")
            .with(COUNTS, RunRecord::counts)
            .column("round_trips", bigint(), run -> run.progress().roundTrips(), "How often it asked its destination.")
            .column("connector", text(), RunRecord::connector, "Driver that wrote.")
            .column("dataset_uri", text(), RunRecord::datasetUri, "Destination by OpenLineage's naming.")
            .column("local_outputs", arrayOf(text()), run -> run.progress().localOutputs(), "Local files it opened.")
            .column("actor", text(), RunRecord::actor, "User who began it.")
            .column("statement_id", text(), RunRecord::statementId, "Statement that began it.")
            .column("gateway_id", text(), RunRecord::owner, "Gateway that runs it.")
            .column("started_at", timestamp(), RunRecord::startedAt, "When it began.")
            .column(
                    "ended_at",
                    timestamp().orNull(),
                    run -> run.progress().endedAt(),
                    "When it ended; NULL while it runs.")
            .column("error", text().orNull(), run -> run.progress().error(), "Why it did not end well.")
            .column(
                    "rolled_back_at",
                    timestamp().orNull(),
                    run -> run.progress().rolledBackAt(),
                    "When it was undone.")
            .column(
                    "undoable",
                    bool(),
                    run -> !run.forgotten() && !run.isRolledBack(),
                    "Whether what undoes it is still kept.");

    private RunColumns() {}

    static @Nullable String token(@Nullable CommitToken token) {
        return token == null ? null : token.text();
    }

    static RunId run(String text) {
        return new RunId(text);
    }
}
