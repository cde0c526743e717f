package io.strandline.gateway.http;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.session.Gateway;
import io.strandline.gateway.session.Sessions;
import io.strandline.gateway.sql.SqlEngine;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gateway listening on its port, until it is closed. */
public final class GatewayServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayServer.class);

    /** Writes headers into the log, logins among them, wherever everything is logged. Held, or it would forget its level. */
    private static final java.util.logging.Logger HEADERS =
            java.util.logging.Logger.getLogger("org.eclipse.jetty.http.HttpParser");

    private static final Duration CANCELLED_END_WITHIN = Duration.ofSeconds(2);

    /** How often it is looked whether clients still wait for their answers. */
    private static final Duration LOOK_AT_CLIENTS = Duration.ofMillis(500);

    static {
        HEADERS.setLevel(Level.INFO);
    }

    private final HttpSettings settings;
    private final Server server;
    private final ServerConnector connector;
    private final GatewayHandler handler;
    private final Sessions sessions;
    private final ScheduledExecutorService housekeeping;

    private GatewayServer(
            HttpSettings settings,
            Server server,
            ServerConnector connector,
            GatewayHandler handler,
            Sessions sessions) {
        this.settings = settings;
        this.server = server;
        this.connector = connector;
        this.handler = handler;
        this.sessions = sessions;
        this.housekeeping = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "strandline-sessions");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts listening.
     *
     * @param version the product's version, {@code major.minor.patch}
     * @throws StrandlineException {@code CONFIGURATION} if it may not listen there without users, or the address is in use
     */
    public static GatewayServer start(
            HttpSettings settings, Users users, SqlEngine engine, Sessions sessions, String version) {
        requireSafe(settings, users);
        Server server = new Server(threads(settings));
        ServerConnector connector = connector(server, settings);
        server.addConnector(connector);
        server.setStopTimeout(0);
        Gateway gateway = new Gateway(engine, sessions, version);
        GatewayHandler handler = new GatewayHandler(
                gateway,
                new Login(users),
                settings.maxBodyBytes(),
                new PlainPages(version),
                new Sticky(settings.name()));
        server.setHandler(handler);
        GatewayServer started = new GatewayServer(settings, server, connector, handler, sessions);
        started.begin();
        return started;
    }

    /** Without users everybody is an admin, so only this machine may connect. */
    private static void requireSafe(HttpSettings settings, Users users) {
        if (users.none() && !isLoopback(settings.host())) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "server.listen is " + settings.host()
                            + ", which other machines reach, but server.users is empty:"
                            + " anyone could change the lake. Configure server.users and server.tls, or listen on"
                            + " 127.0.0.1.");
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "server.listen names the host " + host + ", which has no address. Correct it.",
                    e);
        }
    }

    private static QueuedThreadPool threads(HttpSettings settings) {
        QueuedThreadPool pool = new QueuedThreadPool(settings.threads(), Math.min(8, settings.threads()), 60_000);
        pool.setName("strandline-http");
        pool.setDaemon(true);
        return pool;
    }

    private static ServerConnector connector(Server server, HttpSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ServerConnector connector;
        TlsSettings certificate = settings.tls();
        if (certificate != null) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server tls = tls(certificate);
            connector = new ClientConnector(server, new SslConnectionFactory(tls, plain.getProtocol()), plain);
        } else {
            connector = new ClientConnector(server, plain);
        }
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.idle().toMillis());
        connector.setAcceptedTcpNoDelay(true);
        return connector;
    }

    private static SslContextFactory.Server tls(TlsSettings settings) {
        if (!Files.isReadable(settings.keystore())) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "server.tls.keystore names " + settings.keystore() + ", which cannot be read. Correct it.");
        }
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(settings.keystore().toUri().toString());
        tls.setKeyStorePassword(settings.password());
        return tls;
    }

    private void begin() {
        try {
            server.start();
        } catch (Exception e) {
            stopQuietly();
            throw cannotStart(e);
        }
        long period = 60;
        Future<?> unused = housekeeping.scheduleWithFixedDelay(this::expireSessions, period, period, TimeUnit.SECONDS);
        long look = LOOK_AT_CLIENTS.toMillis();
        Future<?> unusedToo =
                housekeeping.scheduleWithFixedDelay(this::lookAtClients, look, look, TimeUnit.MILLISECONDS);
        LOG.info("listening on {}:{}", settings.host(), port());
        if (!secure() && !isLoopback(settings.host())) {
            LOG.warn(
                    "passwords and rows can be read on the way to this gateway: configure server.tls, or end TLS before"
                            + " it.");
        }
    }

    private StrandlineException cannotStart(Exception failure) {
        String remedy = isAboutTheAddress(failure)
                ? "Is another gateway running there? Set another server.listen, or --port."
                : "Check server.tls and its password.";
        return new StrandlineException(
                ErrorCode.CONFIGURATION,
                "cannot listen on " + settings.host() + ":" + settings.port() + ": "
                        + StrandlineException.describe(failure) + ". " + remedy,
                failure);
    }

    private static boolean isAboutTheAddress(@Nullable Throwable failure) {
        return failure != null && (failure instanceof SocketException || isAboutTheAddress(failure.getCause()));
    }

    private void expireSessions() {
        try {
            sessions.expire();
        } catch (RuntimeException | Error e) {
            LOG.error("sessions could not be expired", e);
        }
    }

    private void lookAtClients() {
        try {
            handler.watch().look();
        } catch (RuntimeException | Error e) {
            LOG.error("clients that went away could not be noticed", e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** How many clients are connected. */
    public int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** Whether clients use TLS. */
    public boolean secure() {
        return settings.tls() != null;
    }

    /**
     * Takes no more requests, lets the running ones end for the configured time, cancels what is left, and stops. Idempotent.
     */
    @Override
    public void close() {
        handler.inFlight().close();
        handler.waiting().close();
        try {
            if (!handler.inFlight().awaitNone(settings.stop())) {
                sessions.closeAll();
                handler.inFlight().awaitNone(CANCELLED_END_WITHIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sessions.closeAll();
        stopQuietly();
    }

    private void stopQuietly() {
        housekeeping.shutdownNow();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("the HTTP server did not stop cleanly", e);
        }
    }
}
