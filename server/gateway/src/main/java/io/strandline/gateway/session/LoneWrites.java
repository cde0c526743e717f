package io.strandline.gateway.session;

import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.sqlkit.ColumnBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Columns that are written without a session: each stream one changing statement, shown in {@code runtime.statements}, at most
 * once under its key (GW-1), under the limits of its user's role (GW-8). Thread-safe.
 */
public final class LoneWrites {
    private final SqlEngine engine;
    private final Sessions sessions;
    private final OwnQueries own;

    LoneWrites(SqlEngine engine, Sessions sessions, OwnQueries own) {
        this.engine = engine;
        this.sessions = sessions;
        this.own = own;
    }

    /**
     * Where columns go.
     *
     * @param table its name, part by part
     * @param shown the same as SQL text
     * @param options as a client gives them when it connects, and those that SET knows of modules
     */
    public record Target(List<String> table, String shown, Map<String, String> options) {
        public Target {
            table = List.copyOf(table);
            options = Map.copyOf(options);
        }
    }

    /**
     * How it ended.
     *
     * @param statementId as {@code runtime.statements} shows it
     * @param rows how many were written
     */
    public record Written(String statementId, long rows) {}

    /**
     * Writes all batches, or fails.
     *
     * @throws StrandlineException whatever it fails of
     */
    public Written run(Target target, ColumnBatches batches, RequestContext request) {
        Session options = optionsOf(target, request);
        Executions executions = sessions.executions();
        return executions.counted(request.caller(), () -> {
            Execution execution =
                    executions.startAlone(options, "INGEST " + target.shown(), request, own.schemas(options, request));
            return executions.toItsEnd(execution, () -> {
                execution.plannedAs(
                        StatementKind.INSERT, true, request.idempotencyKey().orElse(null));
                try (Answer answer = engine.ingest(target.table(), batches, options.options(), execution)) {
                    return new Written(execution.id(), answer.updateCount());
                }
            });
        });
    }

    private Session optionsOf(Target target, RequestContext request) {
        Session options =
                new Session("", request.caller(), request.clientAddress(), sessions.now(), 1, sessions.options());
        SessionProperties.apply(options, target.options(), own.schemas(options, request), SettingOrder.UNNUMBERED);
        sessions.options().all().forEach(option -> {
            String value = target.options().get(option.name());
            if (value != null) {
                options.set(option.name(), value, SettingOrder.UNNUMBERED, own.schemas(options, request));
            }
        });
        return options;
    }

    /** Names of what {@link Target#options} may hold. */
    public List<String> optionNames() {
        List<String> names = new ArrayList<>(List.of("time_zone", "catalog", "schema"));
        sessions.options().all().forEach(option -> names.add(option.name()));
        return names;
    }
}
