package io.strandline.gateway.http;

import io.strandline.gateway.call.JobStart;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.session.JobReports;
import io.strandline.gateway.session.JobRunner;
import io.strandline.gateway.session.JobSettings;
import io.strandline.gateway.session.SessionModule;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.system.SystemModules;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseAuditLog;
import io.strandline.store.database.DatabaseJobs;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.strandline.store.sql.StoreModule;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** A gateway that runs jobs on a store in a directory, and what it is made of. */
record JobsGateway(
        StoreDatabase store, DatabaseJournal journal, JobReports reports, JobRunner runner, GatewayServer server)
        implements AutoCloseable {
    static JobsGateway start(Path directory, Orbits orbits, JobSettings settings, SessionSettings sessionSettings) {
        StoreDatabase store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        DatabaseJournal journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.systemUTC());
        journal.start(Map.of(JobStart.ACTION, JobStart.resolver(journal)));
        Sessions sessions = new Sessions(sessionSettings, Clock.systemUTC());
        DatabaseJobs jobs = new DatabaseJobs(store, journal);
        JobReports reports = JobReports.begin(sessions, jobs);
        JobRunner runner = new JobRunner(sessions, settings, reports);
        var modules = SystemModules.around(
                List.of(
                        orbits,
                        StoreModule.of(new DatabaseAuditLog(store)),
                        new SessionModule(sessions, journal, jobs)),
                "1.2.3");
        GatewayServer server = GatewayServer.start(
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0),
                Users.NONE,
                Engines.create(modules, journal, EngineLimits.DEFAULT, runner),
                sessions,
                "1.2.3");
        return new JobsGateway(store, journal, reports, runner, server);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:avatica:remote:url=http://127.0.0.1:" + server.port() + "/");
    }

    @Override
    public void close() {
        server.close();
        runner.close();
        reports.close();
        journal.close();
        store.close();
    }
}
