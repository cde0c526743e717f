package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.sink.Run;
import io.strandline.sink.RunId;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunStore;
import io.strandline.sink.Runs;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.Sinks;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.TableWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** What writes the tables of catalogs and of sinks. Thread-safe. */
public final class SinkWriters {
    private final Sinks sinks;
    private final Runs runs;
    private final SessionRuns sessions;
    private final TableKeys keys;
    private final WritePermits permits;
    private final SinkRegistration registration;
    private final Executor threads;

    /**
     * Writers through those sinks.
     *
     * @param keys what tables themselves say of their keys
     * @param permits where callers may write who are limited to some connections
     * @param registration is told of each that is about to write
     * @param threads that pages are written on while the next ones are made, as many as there are such statements
     */
    public SinkWriters(
            Sinks sinks,
            Runs runs,
            TableKeys keys,
            WritePermits permits,
            SinkRegistration registration,
            Executor threads) {
        this.sinks = sinks;
        this.runs = runs;
        this.sessions = new SessionRuns(runs);
        this.keys = keys;
        this.permits = permits;
        this.registration = registration;
        this.threads = threads;
    }

    /**
     * What writes a table.
     *
     * @param columns all of its columns
     */
    public TableWriter of(TableRef table, List<? extends Column<?>> columns) {
        return new SinkWriter(this, table, columns);
    }

    /** The key of a sink if nobody says another: its own, else that of its table. */
    List<String> key(SinkSpec spec, CallContext call) {
        return spec.key().isEmpty() ? keys.of(spec.table(), call) : spec.key();
    }

    Executor threads() {
        return threads;
    }

    SessionRuns sessions() {
        return sessions;
    }

    /** The run that the caller's session has begun on a table. */
    Optional<Run> runs(TableRef table, CallContext call) {
        return sessions.of(table, call);
    }

    Run begin(RunRequest request, CallContext call) {
        registration.writes(request.sink(), call);
        return runs.begin(request, call);
    }

    /**
     * The sink of a table.
     *
     * @throws StrandlineException {@code NOT_SUPPORTED} if it has none
     */
    SinkSpec spec(TableRef table, CallContext call) {
        return sinks.forTable(table, call)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        table
                                + " cannot be written here: no sink writes to it, and its catalog is none whose tables are"
                                + " sinks by themselves. SELECT * FROM sink.capabilities lists the sinks."));
    }

    /**
     * Checks who may write (GW-3).
     *
     * @throws StrandlineException {@code NOT_ALLOWED}; {@code NO_SUCH_CATALOG} for a catalog the caller may not look at
     */
    void requireMayWrite(TableRef table, String what, CallContext call) {
        Caller caller = call.caller();
        caller.require(Role.OPERATOR, what);
        if (!caller.grants().all() && !permits.mayWrite(caller, table)) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    what + " is not allowed to user \"" + caller.user()
                            + "\", who is limited to some connections: tables in the namespaces of these may be written, and"
                            + " this is none. Ask an administrator to grant the connection.");
        }
    }

    /**
     * The sink of that id, or of the table of that name, that the caller may see (GW-3). A declared one comes before the table's own,
     * which knows none of its rules (SNK-20).
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}, which tells of no other sink than those either
     */
    SinkSpec named(String text, CallContext call) {
        return table(text)
                .flatMap(table -> sinks.forTable(table, call))
                .or(() -> sinks.byId(text, call))
                .filter(spec -> isSeen(spec, call))
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no sink \"" + Text.cut(text, 200) + "\""
                                + Text.didYouMean(
                                        text,
                                        sinks.declared().stream()
                                                .filter(spec -> isSeen(spec, call))
                                                .map(SinkSpec::id)
                                                .toList())
                                + " SELECT sink_id FROM sink.capabilities lists those that are declared; a table of the lake"
                                + " is named catalog.namespace.table."));
    }

    /** Who may look at the catalog of its destination may see a sink. */
    static boolean isSeen(SinkSpec spec, CallContext call) {
        return call.caller().grants().catalog(spec.table().catalog());
    }

    private static Optional<TableRef> table(String text) {
        try {
            List<String> parts = SqlNames.split(text);
            return parts.size() < 3
                    ? Optional.empty()
                    : Optional.of(new TableRef(
                            parts.get(0), parts.subList(1, parts.size() - 1), parts.get(parts.size() - 1)));
        } catch (StrandlineException e) {
            return Optional.empty();
        }
    }

    /**
     * The run of that id, that the caller may see.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}
     */
    RunRecord run(RunStore store, RunId id, CallContext call) {
        return store.byId(id)
                .filter(run -> call.caller().grants().catalog(run.table().catalog()))
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "run " + id + " is not known. SELECT run_id FROM sink.runs lists the runs."));
    }
}
