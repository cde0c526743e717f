package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.Text;
import io.strandline.gateway.config.GatewayConfig.LimitsSection;
import io.strandline.gateway.config.GatewayConfig.RoleSection;
import io.strandline.gateway.config.GatewayConfig.ServerSection;
import io.strandline.gateway.config.GatewayConfig.TlsSection;
import io.strandline.gateway.config.GatewayConfig.UserSection;
import io.strandline.gateway.http.HttpSettings;
import io.strandline.gateway.http.Passwords;
import io.strandline.gateway.http.TlsSettings;
import io.strandline.gateway.http.Users;
import io.strandline.gateway.schedule.ScanScheduler;
import io.strandline.gateway.session.JobSettings;
import io.strandline.gateway.session.RoleLimits;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.reconcile.AutomaticRepairs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The section {@code server} as those settings that its parts take. */
public final class ServerSettings {
    /** Names under which the gateway acts: a login of one would own what the gateway did by itself. */
    private static final Set<String> OWN_USERS = Set.of(
            ScanScheduler.CALLER.user(), AutomaticRepairs.CALLER.user(), SystemCall.USER, "embedded", "anonymous");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private ServerSettings() {}

    /**
     * Where and how to listen.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static HttpSettings http(ServerSection server) {
        String listen = server.listen();
        int colon = listen.lastIndexOf(':');
        String host = colon < 0 ? "" : listen.substring(0, colon).replaceAll("^\\[|]$", "");
        HttpSettings settings = HttpSettings.DEFAULTS
                .withAddress(host, port(listen.substring(colon + 1), listen, host))
                .withMaxBodyBytes(size(server.limits().statementBytes(), "server.limits.statement_bytes"));
        String name = server.name();
        if (name != null) {
            settings = settings.withName(named(name));
        }
        TlsSection tls = server.tls();
        return tls == null ? settings : settings.withTls(tls(tls));
    }

    private static String named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw wrong(
                    "server.name",
                    "\"" + name
                            + "\" is not of 1 to 64 letters, digits, '.', '_' and '-', as a cookie's value must be");
        }
        return name;
    }

    private static int port(String text, String listen, String host) {
        try {
            int port = Integer.parseInt(text);
            if (!host.isEmpty() && port >= 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw wrong("server.listen", "\"" + listen + "\" is not host:port, as in 127.0.0.1:8765");
    }

    private static TlsSettings tls(TlsSection tls) {
        if (tls.keystore() == null || tls.keystorePassword() == null) {
            throw wrong("server.tls", "needs keystore and keystore_password");
        }
        return new TlsSettings(Path.of(tls.keystore()), tls.keystorePassword());
    }

    /** Who may log in, and where each may do what. */
    public static Users users(GatewayConfig config) {
        Map<String, Users.User> users = new LinkedHashMap<>();
        config.server().users().forEach((name, user) -> users.put(name, user(name, user, config)));
        return users.isEmpty() ? Users.NONE : new Users(users);
    }

    private static Users.User user(String name, UserSection user, GatewayConfig config) {
        String key = "server.users." + name;
        if (OWN_USERS.contains(name)) {
            throw wrong(key, "is a name under which the gateway itself acts; take another");
        }
        String hash = user.passwordHash();
        if (hash == null || !Passwords.isHash(hash)) {
            throw wrong(key + ".password_hash", "is missing or no hash; strandline hash-password makes one");
        }
        List<String> roles = Arrays.stream(Role.values())
                .map(role -> Text.lower(role.name()))
                .toList();
        if (!roles.contains(user.role())) {
            throw wrong(
                    key + ".role", "\"" + user.role() + "\" is none of " + roles + Text.didYouMean(user.role(), roles));
        }
        return new Users.User(hash, Role.valueOf(Text.upper(user.role())), UserGrants.of(key, user, config));
    }

    /** Bounds of sessions, and of what their users ask. */
    public static SessionSettings sessions(LimitsSection limits) {
        String prefix = "server.limits.";
        SessionSettings defaults = SessionSettings.DEFAULTS;
        return new SessionSettings(
                Durations.parse(limits.sessionIdle(), prefix + "session_idle"),
                size((long) limits.sessionsPerUser(), prefix + "sessions_per_user"),
                size((long) limits.statementsPerSession(), prefix + "statements_per_session"),
                defaults.frameRows(),
                size(limits.frameBytes(), prefix + "frame_bytes"),
                defaults.recent(),
                Map.of(
                        Role.READER, limitsOf(limits.reader(), prefix + "reader."),
                        Role.OPERATOR, limitsOf(limits.operator(), prefix + "operator."),
                        Role.ADMIN, limitsOf(limits.admin(), prefix + "admin.")));
    }

    /** Bounds of jobs. */
    public static JobSettings jobs(LimitsSection limits) {
        String key = "server.limits.job_time";
        Duration time = limits.jobTime() == null ? JobSettings.UNLIMITED : Durations.parse(limits.jobTime(), key);
        if (time.isZero() || time.compareTo(JobSettings.UNLIMITED) > 0) {
            throw wrong(key, "must be above zero and at most a century");
        }
        return new JobSettings(size((long) limits.jobs(), "server.limits.jobs"), time);
    }

    private static RoleLimits limitsOf(RoleSection section, String prefix) {
        return new RoleLimits(
                size((long) section.statementChars(), prefix + "statement_chars"),
                positive(section.rows(), prefix + "rows"),
                positive(section.answerBytes(), prefix + "answer_bytes"),
                Durations.parse(section.time(), prefix + "time"),
                size((long) section.concurrency(), prefix + "concurrency"));
    }

    private static long positive(long value, String key) {
        if (value < 1) {
            throw wrong(key, "must be above zero");
        }
        return value;
    }

    private static int size(long value, String key) {
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw wrong(key, "must be between 1 and " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what);
    }
}
