package io.strandline.sink.store;

import static io.strandline.sink.store.RunTables.ACCEPTED;
import static io.strandline.sink.store.RunTables.ACTOR;
import static io.strandline.sink.store.RunTables.CATALOG_NAME;
import static io.strandline.sink.store.RunTables.COALESCED;
import static io.strandline.sink.store.RunTables.CONNECTOR;
import static io.strandline.sink.store.RunTables.DATASET_URI;
import static io.strandline.sink.store.RunTables.DROPPED;
import static io.strandline.sink.store.RunTables.ENDED_AT;
import static io.strandline.sink.store.RunTables.ERROR;
import static io.strandline.sink.store.RunTables.FAILED;
import static io.strandline.sink.store.RunTables.FORGOTTEN;
import static io.strandline.sink.store.RunTables.KEY_COLUMNS;
import static io.strandline.sink.store.RunTables.LOCAL_OUTPUTS;
import static io.strandline.sink.store.RunTables.NAMESPACE;
import static io.strandline.sink.store.RunTables.OFFERED;
import static io.strandline.sink.store.RunTables.OWNER_ID;
import static io.strandline.sink.store.RunTables.PREVIOUS_TOKEN;
import static io.strandline.sink.store.RunTables.QUARANTINED;
import static io.strandline.sink.store.RunTables.ROLLED_BACK_AT;
import static io.strandline.sink.store.RunTables.ROUND_TRIPS;
import static io.strandline.sink.store.RunTables.RUN_ID;
import static io.strandline.sink.store.RunTables.SCOPE;
import static io.strandline.sink.store.RunTables.SINK_ID;
import static io.strandline.sink.store.RunTables.SKIPPED;
import static io.strandline.sink.store.RunTables.STARTED_AT;
import static io.strandline.sink.store.RunTables.STATE;
import static io.strandline.sink.store.RunTables.STATEMENT_ID;
import static io.strandline.sink.store.RunTables.TABLE_NAME;
import static io.strandline.sink.store.RunTables.TOKEN;
import static io.strandline.sink.store.RunTables.WRITE_MODE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RunCounts;
import io.strandline.sink.RunId;
import io.strandline.sink.RunProgress;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Runs as rows of {@code sink_run}. */
final class RunRows {
    /** Named one by one, since only then does a time come as a time. */
    static final List<Field<?>> ALL = List.of(
            RUN_ID,
            SINK_ID,
            CATALOG_NAME,
            NAMESPACE,
            TABLE_NAME,
            CONNECTOR,
            DATASET_URI,
            WRITE_MODE,
            KEY_COLUMNS,
            STATE,
            SCOPE,
            TOKEN,
            PREVIOUS_TOKEN,
            OFFERED,
            ACCEPTED,
            COALESCED,
            SKIPPED,
            FAILED,
            QUARANTINED,
            DROPPED,
            ROUND_TRIPS,
            LOCAL_OUTPUTS,
            ACTOR,
            STATEMENT_ID,
            OWNER_ID,
            STARTED_AT,
            ENDED_AT,
            ERROR,
            ROLLED_BACK_AT,
            FORGOTTEN);

    /** PostgreSQL has no U+0000. */
    private static final char NUL = '\0';

    private static final JsonMapper MAPPER = new JsonMapper();

    private RunRows() {}

    /** What changes while a run is under way and when it ends. */
    static Map<Field<?>, @Nullable Object> changing(RunRecord run) {
        Map<Field<?>, @Nullable Object> values = new LinkedHashMap<>();
        RunCounts counts = run.counts();
        values.put(STATE, run.state().text());
        values.put(TOKEN, text(run.token()));
        values.put(OFFERED, counts.offered());
        values.put(ACCEPTED, counts.accepted());
        values.put(COALESCED, counts.coalesced());
        values.put(SKIPPED, counts.skipped());
        values.put(FAILED, counts.failed());
        values.put(QUARANTINED, counts.quarantined());
        values.put(DROPPED, counts.dropped());
        values.put(ROUND_TRIPS, run.progress().roundTrips());
        values.put(LOCAL_OUTPUTS, json(run.progress().localOutputs()));
        values.put(ENDED_AT, run.progress().endedAt());
        values.put(ERROR, clean(run.progress().error()));
        return values;
    }

    /** All of a run that begins. */
    static Map<Field<?>, @Nullable Object> whole(RunRecord run) {
        Map<Field<?>, @Nullable Object> values = changing(run);
        values.put(RUN_ID, run.id().text());
        values.put(SINK_ID, run.sink());
        values.put(CATALOG_NAME, run.table().catalog());
        values.put(NAMESPACE, run.table().namespaceText());
        values.put(TABLE_NAME, run.table().name());
        values.put(CONNECTOR, run.connector());
        values.put(DATASET_URI, run.datasetUri());
        values.put(WRITE_MODE, run.mode().text());
        values.put(KEY_COLUMNS, json(run.key()));
        values.put(SCOPE, run.scope());
        values.put(PREVIOUS_TOKEN, text(run.previousToken()));
        values.put(ACTOR, run.actor());
        values.put(STATEMENT_ID, run.statementId());
        values.put(OWNER_ID, run.owner());
        values.put(STARTED_AT, run.startedAt());
        values.put(ROLLED_BACK_AT, run.progress().rolledBackAt());
        values.put(FORGOTTEN, run.forgotten());
        return values;
    }

    static RunRecord run(Record row) {
        return new RunRecord(
                new RunId(row.get(RUN_ID)),
                row.get(SINK_ID),
                new TableRef(row.get(CATALOG_NAME), SqlNames.split(row.get(NAMESPACE)), row.get(TABLE_NAME)),
                row.get(CONNECTOR),
                row.get(DATASET_URI),
                WriteMode.valueOf(Text.upper(row.get(WRITE_MODE))),
                list(row.get(KEY_COLUMNS)),
                row.get(SCOPE),
                token(row.get(PREVIOUS_TOKEN)),
                row.get(ACTOR),
                row.get(STATEMENT_ID),
                row.get(OWNER_ID),
                row.get(STARTED_AT),
                progress(row));
    }

    private static RunProgress progress(Record row) {
        return new RunProgress(
                RunState.valueOf(Text.upper(row.get(STATE))),
                token(row.get(TOKEN)),
                new RunCounts(
                        row.get(OFFERED),
                        row.get(ACCEPTED),
                        row.get(COALESCED),
                        row.get(SKIPPED),
                        row.get(FAILED),
                        row.get(QUARANTINED),
                        row.get(DROPPED)),
                row.get(ROUND_TRIPS),
                list(row.get(LOCAL_OUTPUTS)),
                row.get(ENDED_AT),
                row.get(ERROR),
                row.get(ROLLED_BACK_AT),
                row.get(FORGOTTEN));
    }

    private static @Nullable String text(@Nullable CommitToken token) {
        return token == null ? null : token.text();
    }

    private static @Nullable CommitToken token(@Nullable String text) {
        return text == null ? null : new CommitToken(text);
    }

    /** As each database takes it. */
    static @Nullable String clean(@Nullable String text) {
        return text == null ? null : text.replace(NUL, '\u2400');
    }

    private static String json(List<String> texts) {
        try {
            return MAPPER.writeValueAsString(texts);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> list(String json) {
        try {
            return MAPPER.readValue(json, new TypeReference<List<String>>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
