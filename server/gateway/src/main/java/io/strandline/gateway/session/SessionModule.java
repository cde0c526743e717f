package io.strandline.gateway.session;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.store.Jobs;
import io.strandline.store.Journal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The part of schema {@code runtime} that sessions know: who is connected, what runs, and how to stop it. */
public final class SessionModule implements SqlModule {
    private final Sessions sessions;
    private final Journal journal;
    private final Jobs jobs;

    /**
     * The module of those sessions.
     *
     * @param journal where the statements of other processes are looked up
     * @param jobs where their jobs are
     */
    public SessionModule(Sessions sessions, Journal journal, Jobs jobs) {
        this.jobs = jobs;
        this.sessions = sessions;
        this.journal = journal;
    }

    @Override
    public String schema() {
        return "runtime";
    }

    @Override
    public String remarks() {
        return "What the gateway itself does: sessions, statements, procedures, settings.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(
                SessionsTable.of(sessions),
                StatementsTable.of(new StatementHistory(sessions.executions(), journal)),
                JobsTable.of(new JobList(sessions, jobs)),
                SettingsTable.of(sessions));
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of(killStatement());
    }

    private Procedure<Killed> killStatement() {
        return Procedure.named(
                        "kill_statement",
                        "Stops a running statement or job at its next safe point: one's own, or as admin anybody's.")
                .parameter("statement_id", text(), "Id as runtime.statements shows it.")
                .returns(Columns.<Killed>none()
                        .column("statement_id", text(), Killed::statementId, "The statement.")
                        .column("done", bool(), Killed::done, "Whether it was running and is asked to stop.")
                        .column("reason", text().orNull(), Killed::reason, "Why not: not_running."))
                .does((arguments, call) -> {
                    String id = arguments.text("statement_id");
                    boolean done = sessions.executions().cancel(id, call.caller()) || jobs.askToStop(id, call.caller());
                    return Stream.of(new Killed(id, done));
                });
    }

    /** What came of it. */
    private record Killed(String statementId, boolean done) {
        @Nullable
        String reason() {
            return done ? null : "not_running";
        }
    }
}
