package io.strandline.gateway.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration file. Sections left out have their defaults; keys are in snake case.
 *
 * @param server where to listen and who may come in
 * @param store where the gateway keeps what must survive
 * @param catalogs by name: {@code type}, and any property of that type as it is
 * @param connections by name: what may be written where
 */
public record GatewayConfig(
        @Nullable ServerSection server,
        @Nullable StoreSection store,
        @Nullable Map<String, Map<String, JsonNode>> catalogs,
        @Nullable Map<String, ConnectionSection> connections) {

    public GatewayConfig {
        server = server == null ? new ServerSection(null, null, null, null) : server;
        store = store == null ? new StoreSection(null, null, null) : store;
        catalogs = catalogs == null ? Map.of() : catalogs;
        connections = connections == null ? Map.of() : connections;
    }

    /**
     * Where to listen and who may come in.
     *
     * @param listen {@code host:port}; 127.0.0.1:8765 by default; port 0 takes a free one
     * @param users by login name; with none, anyone on this machine is an admin, and only loopback is listened on
     */
    public record ServerSection(
            @Nullable String listen,
            @Nullable Map<String, UserSection> users,
            @Nullable TlsSection tls,
            @Nullable LimitsSection limits) {
        public ServerSection {
            listen = listen == null ? "127.0.0.1:8765" : listen;
            users = users == null ? Map.of() : users;
            limits = limits == null ? LimitsSection.DEFAULTS : limits;
        }
    }

    /**
     * A login.
     *
     * @param passwordHash as {@code strandline hash-password} prints it
     * @param role reader, operator or admin; reader by default
     */
    public record UserSection(
            @Nullable String passwordHash, @Nullable String role) {
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
     * @param sessionIdle time without a request after which a session is closed, as {@code 24h}, {@code 30m}
     * @param frameBytes approximate size of one answer frame, in bytes
     */
    public record LimitsSection(
            @Nullable Long statementBytes,
            @Nullable Integer sessionsPerUser,
            @Nullable String sessionIdle,
            @Nullable Long frameBytes) {
        static final LimitsSection DEFAULTS = new LimitsSection(null, null, null, null);

        public LimitsSection {
            statementBytes = statementBytes == null ? Long.valueOf(16L << 20) : statementBytes;
            sessionsPerUser = sessionsPerUser == null ? Integer.valueOf(1_000) : sessionsPerUser;
            sessionIdle = sessionIdle == null ? "24h" : sessionIdle;
            frameBytes = frameBytes == null ? Long.valueOf(1L << 20) : frameBytes;
        }
    }

    /**
     * The store's database.
     *
     * @param url {@code jdbc:sqlite:file} or {@code jdbc:postgresql://host/database}
     */
    public record StoreSection(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password) {
        public StoreSection {
            url = url == null ? "jdbc:sqlite:strandline.db" : url;
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
     */
    public record ConnectionSection(
            @Nullable String catalog,
            @Nullable String namespace,
            @Nullable String description,
            @Nullable List<String> externalLocations,
            @Nullable String managedBucket,
            @Nullable Integer listingLimit,
            @Nullable Boolean readOnly) {
        public ConnectionSection {
            externalLocations = externalLocations == null ? List.of() : externalLocations;
            readOnly = readOnly != null && readOnly;
        }

        /** The namespace as it was written, if one was. */
        public Optional<String> scratchNamespace() {
            return Optional.ofNullable(namespace);
        }
    }
}
