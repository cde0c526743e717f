package io.strandline.gateway;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Caller;
import io.strandline.common.Role;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.ServerSettings;
import io.strandline.gateway.engine.EngineQueries;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.http.GatewayServer;
import io.strandline.gateway.http.HttpSettings;
import io.strandline.gateway.schedule.ScanScheduler;
import io.strandline.gateway.schedule.ScheduleModule;
import io.strandline.gateway.session.Gateway;
import io.strandline.gateway.session.JobReports;
import io.strandline.gateway.session.JobRunner;
import io.strandline.gateway.session.ModuleOptions;
import io.strandline.gateway.session.RequestContext;
import io.strandline.gateway.session.SessionModule;
import io.strandline.gateway.session.Sessions;
import io.strandline.gateway.session.WarmUp;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.system.SystemModules;
import io.strandline.sqlkit.SqlModule;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;

/** A running gateway: the control plane of a configuration, served over HTTP. Thread-safe. */
public final class StrandlineGateway implements AutoCloseable {
    /** The product's version, {@code major.minor.patch}. */
    public static final String VERSION = Version.read();

    private final Closing closing = new Closing();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final String host;
    private final GatewayServer server;
    private final Gateway gateway;
    private final SqlEngine engine;

    private StrandlineGateway(GatewayConfig config, Clock clock) {
        try {
            HttpSettings http = ServerSettings.http(config.server());
            AtomicReference<SqlEngine> joined = new AtomicReference<>();
            ControlPlane plane = closing.add(
                    ControlPlane.open(config, new EngineQueries(() -> requireNonNull(joined.get())), clock));
            Sessions sessions =
                    new Sessions(ServerSettings.sessions(config.server().limits()), optionsOf(plane.modules()), clock);
            plane.modules().forEach(module -> sessions.whenEnded(module::sessionEnded));
            List<SqlModule> modules = new ArrayList<>(plane.modules());
            modules.add(new SessionModule(sessions, plane.journal(), plane.jobs()));
            AtomicReference<ScanScheduler> scheduler = new AtomicReference<>();
            modules.add(new ScheduleModule(scheduler::get));
            JobReports reports = closing.add(JobReports.begin(sessions, plane.jobs()));
            JobRunner runner = closing.add(
                    new JobRunner(sessions, ServerSettings.jobs(config.server().limits()), reports));
            this.engine = Engines.create(
                    SystemModules.around(modules, VERSION), plane.journal(), EngineLimits.DEFAULT, runner);
            joined.set(engine);
            ScanScheduler scans = Scheduling.of(config, plane, runner, engine, clock);
            scheduler.set(scans);
            this.host = http.host();
            this.gateway = new Gateway(engine, sessions, VERSION);
            this.server =
                    closing.add(GatewayServer.start(http, ServerSettings.users(config), engine, sessions, VERSION));
            closing.add(scans.start());
        } catch (RuntimeException | Error e) {
            closing.close();
            throw e;
        }
    }

    private static ModuleOptions optionsOf(List<SqlModule> modules) {
        return new ModuleOptions(
                modules.stream().flatMap(module -> module.options().stream()).toList());
    }

    /**
     * Starts a gateway.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} naming the key, {@code STORE} if the store cannot
     *     be opened; nothing is left running then
     */
    public static StrandlineGateway start(GatewayConfig config) {
        return start(config, Clock.systemUTC());
    }

    /** The same by a clock that says when sessions are idle and what is due. */
    public static StrandlineGateway start(GatewayConfig config, Clock clock) {
        return new StrandlineGateway(config, clock);
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Lets it do beside its work, once, what first statements would wait for. */
    public synchronized WarmUp warmUp() {
        return closing.add(WarmUp.begin(engine, gateway.sessions()));
    }

    /** How many clients are connected now. */
    public int connections() {
        return server.connections();
    }

    /** URL for the driver on this machine. */
    public String jdbcUrl() {
        return "jdbc:strandline://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port() + "/"
                + (server.secure() ? "?ssl=true" : "");
    }

    /** Avatica's service in this process, without a wire and as an admin: for programs that hold a gateway themselves. */
    public Service service() {
        Caller caller = new Caller("embedded", Role.ADMIN);
        return new LocalService(gateway.meta(new RequestContext(caller, "in process", null, null)));
    }

    /** Closes it when the process is told to end, so that running statements end in order. */
    public void closeWithProcess() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "strandline-stop"));
    }

    /** Waits until it is closed. */
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    /** Stops listening, lets running requests end, closes what was opened. Idempotent. */
    @Override
    public synchronized void close() {
        closing.close();
        closed.countDown();
    }
}
