package io.strandline.gateway.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration file, keys in snake case. What the file leaves out arrives as null in a constructor, and is the
 * default from there on.
 *
 * @param server where to listen and who may come in
 * @param store where the gateway keeps what must survive
 * @param catalogs by name: {@code type}, and any property of that type as it is
 * @param connections by name: what may be written where
 * @param locations what is one place though it is written differently
 * @param objectStores by name: where objects beyond this machine's files are looked for
 * @param reconcile how tables are brought to what is declared of them
 * @param manifests where datasets lie whose manifests are committed by SQL
 * @param log event logs by name
 * @param sinks by id: what writes where, as SinkJson reads it
 */
public record GatewayConfig(
        ServerSection server,
        StoreSection store,
        Map<String, Map<String, JsonNode>> catalogs,
        Map<String, ConnectionSection> connections,
        LocationsSection locations,
        Map<String, ObjectStoreSection> objectStores,
        ReconcileSection reconcile,
        ManifestsSection manifests,
        Map<String, LogSection> log,
        Map<String, JsonNode> sinks) {

    public GatewayConfig {
        server = server == null ? ServerSection.DEFAULTS : server;
        store = store == null ? StoreSection.DEFAULTS : store;
        catalogs = catalogs == null ? Map.of() : catalogs;
        connections = connections == null ? Map.of() : connections;
        locations = locations == null ? LocationsSection.DEFAULTS : locations;
        objectStores = objectStores == null ? Map.of() : objectStores;
        reconcile = reconcile == null ? ReconcileSection.DEFAULTS : reconcile;
        manifests = manifests == null ? ManifestsSection.NONE : manifests;
        log = log == null ? Map.of() : log;
        sinks = sinks == null ? Map.of() : sinks;
    }

    /**
     * What is one place though it is written differently; {@code s3}, {@code s3a} and {@code s3n} are equal in any case.
     *
     * @param equalSchemes groups of schemes that mean one store: {@code [[s3, oss]]}
     * @param equalAuthorities by scheme, groups of buckets or hosts that are one; an empty one says what a location without
     *     any means: {@code hdfs: [[ns1, ""]]}
     */
    public record LocationsSection(List<List<String>> equalSchemes, Map<String, List<List<String>>> equalAuthorities) {
        static final LocationsSection DEFAULTS = new LocationsSection(List.of(), Map.of());

        public LocationsSection {
            equalSchemes = equalSchemes == null ? List.of() : equalSchemes;
            equalAuthorities = equalAuthorities == null ? Map.of() : equalAuthorities;
        }
    }

    /**
     * A place where objects are kept.
     *
     * @param type {@code s3}
     * @param buckets those that are kept there; none means all that no other store names
     * @param endpoint its URL; Amazon's by default
     * @param region as the environment says, by default
     * @param accessKey login; as the environment says, by default
     * @param secretKey goes with the access key
     * @param sessionToken of a login for a while
     * @param pathStyle whether the bucket is in the path, not in the host's name
     * @param timeout longest time for one look, as {@code 10s}
     */
    public record ObjectStoreSection(
            @Nullable String type,
            List<String> buckets,
            @Nullable String endpoint,
            @Nullable String region,
            @Nullable String accessKey,
            @Nullable String secretKey,
            @Nullable String sessionToken,
            Boolean pathStyle,
            String timeout) {
        public ObjectStoreSection {
            buckets = buckets == null ? List.of() : buckets;
            pathStyle = pathStyle != null && pathStyle;
            timeout = timeout == null ? "10s" : timeout;
        }

        /** Without the login. */
        @Override
        public String toString() {
            return "ObjectStoreSection[" + type + ", " + buckets + "]";
        }
    }

    /**
     * Where to listen and who may come in.
     *
     * @param listen {@code host:port}; 127.0.0.1:8765 by default; port 0 takes a free one
     * @param users by login name; with none, anyone on this machine is an admin, and only loopback is listened on
     * @param name of this gateway among several behind a balancer, which finds it in a cookie
     */
    public record ServerSection(
            String listen,
            Map<String, UserSection> users,
            @Nullable TlsSection tls,
            LimitsSection limits,
            @Nullable String name) {
        static final ServerSection DEFAULTS =
                new ServerSection("127.0.0.1:8765", Map.of(), null, LimitsSection.DEFAULTS, null);

        public ServerSection {
            listen = listen == null ? DEFAULTS.listen : listen;
            users = users == null ? Map.of() : users;
            limits = limits == null ? LimitsSection.DEFAULTS : limits;
        }
    }

    /**
     * A login.
     *
     * @param passwordHash as {@code strandline hash-password} prints it
     * @param role reader, operator or admin; reader by default
     * @param connections the only ones it may use, and with them their catalogs; all by default
     * @param catalogs more catalogs it may look at; with these alone it may use no connection
     */
    public record UserSection(
            @Nullable String passwordHash,
            String role,
            @Nullable List<String> connections,
            @Nullable List<String> catalogs) {
        public UserSection {
            role = role == null ? "reader" : role;
        }
    }

    /** A key store with the server's certificate, PKCS12. */
    public record TlsSection(
            @Nullable String keystore, @Nullable String keystorePassword) {}

    /**
     * Bounds of what clients may ask.
     *
     * @param statementBytes largest request body, in bytes
     * @param sessionsPerUser open sessions of one user at a time
     * @param statementsPerSession statements of one session that are prepared or have rows left to fetch
     * @param sessionIdle time without a request after which a session is closed, as {@code 24h}, {@code 30m}
     * @param frameBytes approximate size of one answer frame, in bytes
     * @param jobs calls in the background that run at a time; 16 by default
     * @param jobTime longest time that one of those may run, as {@code 12h}; as long as it takes by default
     * @param reader what one reader may ask
     * @param operator what one operator may ask
     * @param admin what one admin may ask
     */
    public record LimitsSection(
            Long statementBytes,
            Integer sessionsPerUser,
            Integer statementsPerSession,
            String sessionIdle,
            Long frameBytes,
            Integer jobs,
            @Nullable String jobTime,
            RoleSection reader,
            RoleSection operator,
            RoleSection admin) {
        static final LimitsSection DEFAULTS = new LimitsSection(
                16L << 20,
                1_000,
                1_000,
                "24h",
                1L << 20,
                16,
                null,
                RoleSection.DEFAULTS,
                RoleSection.DEFAULTS,
                RoleSection.DEFAULTS);

        public LimitsSection {
            statementBytes = statementBytes == null ? DEFAULTS.statementBytes : statementBytes;
            sessionsPerUser = sessionsPerUser == null ? DEFAULTS.sessionsPerUser : sessionsPerUser;
            statementsPerSession = statementsPerSession == null ? DEFAULTS.statementsPerSession : statementsPerSession;
            sessionIdle = sessionIdle == null ? DEFAULTS.sessionIdle : sessionIdle;
            frameBytes = frameBytes == null ? DEFAULTS.frameBytes : frameBytes;
            jobs = jobs == null ? DEFAULTS.jobs : jobs;
            reader = reader == null ? RoleSection.DEFAULTS : reader;
            operator = operator == null ? RoleSection.DEFAULTS : operator;
            admin = admin == null ? RoleSection.DEFAULTS : admin;
        }
    }

    /**
     * Bounds of what one user of a role may ask (GW-8).
     *
     * @param statementChars longest statement, in characters
     * @param rows most rows of one answer
     * @param answerBytes most bytes of one answer, approximately
     * @param time longest time that one request may run, as {@code 5m}
     * @param concurrency most statements that run at a time
     */
    public record RoleSection(Integer statementChars, Long rows, Long answerBytes, String time, Integer concurrency) {
        static final RoleSection DEFAULTS = new RoleSection(1_000_000, 100_000_000L, 16L << 30, "1h", 64);

        public RoleSection {
            statementChars = statementChars == null ? DEFAULTS.statementChars : statementChars;
            rows = rows == null ? DEFAULTS.rows : rows;
            answerBytes = answerBytes == null ? DEFAULTS.answerBytes : answerBytes;
            time = time == null ? DEFAULTS.time : time;
            concurrency = concurrency == null ? DEFAULTS.concurrency : concurrency;
        }
    }

    /**
     * The store's database.
     *
     * @param url {@code jdbc:sqlite:file} or {@code jdbc:postgresql://host/database}
     * @param historyKept how long scans, resolved findings and ended runs of sinks are kept, as {@code 400d}
     */
    public record StoreSection(
            String url, @Nullable String user, @Nullable String password, String historyKept) {
        static final StoreSection DEFAULTS = new StoreSection("jdbc:sqlite:strandline.db", null, null, "400d");

        public StoreSection {
            url = url == null ? DEFAULTS.url : url;
            historyKept = historyKept == null ? DEFAULTS.historyKept : historyKept;
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "StoreSection[" + url + "]";
        }
    }

    /**
     * A connection: a catalog, and the namespace it may write.
     *
     * @param namespace dotted SQL text; none means that nothing may be repaired there
     * @param externalLocations prefixes under which a table's files are not the engine's own
     * @param managedBucket bucket below whose {@code resources/} lie the directories of managed resources
     * @param listingLimit at most so many names are read of a listing; none by default
     * @param policy file that says what may be repaired without anybody asking, relative to this one; none by default, and
     *     then nothing is
     * @param webhook where new findings are posted; nowhere by default
     * @param scan when it is compared by itself; never by default
     */
    public record ConnectionSection(
            @Nullable String catalog,
            @Nullable String namespace,
            String description,
            List<String> externalLocations,
            @Nullable String managedBucket,
            @Nullable Integer listingLimit,
            Boolean readOnly,
            @Nullable String policy,
            @JsonProperty("notify") @Nullable NotifySection webhook,
            @Nullable ScanSection scan) {
        public ConnectionSection {
            externalLocations = externalLocations == null ? List.of() : externalLocations;
            readOnly = readOnly != null && readOnly;
            description = description == null ? "" : description;
        }

        /**
         * When a connection is compared by itself.
         *
         * @param every time from the begin of one scan to that of the next, as {@code 15m}; at least 10 s
         * @param jitter up to so much is waited beyond that; a tenth of it by default
         */
        public record ScanSection(
                @Nullable String every, @Nullable String jitter) {}

        /** The namespace as it was written, if one was. */
        public Optional<String> scratchNamespace() {
            return Optional.ofNullable(namespace);
        }
    }

    /**
     * Where new findings of a connection are posted.
     *
     * @param url https, or on this machine
     * @param secret signs what is posted
     * @param kinds of these kinds; of all by default
     * @param minSeverity at least of this severity; INFO by default
     * @param allowPlain whether the URL may be http anywhere
     */
    public record NotifySection(
            @Nullable String url, @Nullable String secret, List<String> kinds, String minSeverity, Boolean allowPlain) {
        public NotifySection {
            kinds = kinds == null
                    ? Arrays.stream(FindingKind.values()).map(Enum::name).toList()
                    : kinds;
            minSeverity = minSeverity == null ? Severity.INFO.name() : minSeverity;
            allowPlain = allowPlain != null && allowPlain;
        }

        /** Without the secret, and without the URL, which may hold a token. */
        @Override
        public String toString() {
            return "NotifySection[" + kinds + ", " + minSeverity + "]";
        }
    }
}
