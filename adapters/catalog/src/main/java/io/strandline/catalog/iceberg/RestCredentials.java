package io.strandline.catalog.iceberg;

import io.strandline.catalog.Access;
import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.CredentialVending;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.RESTCatalogProperties;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/**
 * The credentials that a REST catalog vends with a table (Iceberg's REST specification, {@code loadTable} with
 * {@code X-Iceberg-Access-Delegation}). Each is asked for through a client of its own: whatever a client keeps of a table would
 * be credentials of another moment, or of another login. Thread-safe.
 */
record RestCredentials(CatalogConfig config, BackendCalls calls) implements CredentialVending {
    /** What of a table's configuration is about its store; a login of the catalog is there too, and is not for others. */
    private static final List<String> STORE = List.of("s3.", "gcs.", "adls.", "client.region", "expiration-time");

    /** What makes it a credential. */
    private static final List<String> SECRET = List.of("s3.secret-access-key", "gcs.oauth2.token", "adls.sas-token.");

    /** Not settings, but parts of a credential. */
    private static final Set<String> PARTS =
            Set.of("s3.access-key-id", "s3.session-token", "s3.session-token-expires-at-ms", "expiration-time");

    private static final List<String> PARTS_BEGIN =
            List.of("gcs.oauth2.token", "adls.sas-token", "adls.auth.", "s3.secret-access-key");

    @Override
    public Duration longestUse() {
        return config.vending().longestUse();
    }

    @Override
    public Optional<Minted> mint(TableRef table, Access access, CallContext call) {
        Map<String, String> properties = access == Access.READ
                ? config.vending().reading(config.properties()).orElseThrow(() -> noReader(table))
                : config.properties();
        return calls.read("asking for credentials of " + table, call, () -> ask(table, properties));
    }

    private static StrandlineException noReader(TableRef table) {
        return new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                table + ": its catalog has no login that may only read, and what another login is given may write too."
                        + " Configure one with catalogs." + table.catalog() + "." + VendingConfig.READ + "credential.");
    }

    private Optional<Minted> ask(TableRef table, Map<String, String> properties) throws IOException {
        Map<String, String> asking = new HashMap<>(properties);
        asking.put(RESTCatalogProperties.SNAPSHOT_LOADING_MODE, "refs");
        asking.put(RESTCatalogProperties.METRICS_REPORTING_ENABLED, "false");
        try (OverheardCatalog catalog = new OverheardCatalog(config.timeLimit())) {
            catalog.initialize(config.nameInBackend(), asking);
            return load(catalog, table);
        }
    }

    private static Optional<Minted> load(OverheardCatalog catalog, TableRef table) {
        try {
            // "ns.table" plus "files" is a metadata table to Iceberg; nobody created a table of that name
            if (catalog.loadTable(ClientBackend.identifier(table)) instanceof BaseMetadataTable) {
                return Optional.empty();
            }
            LoadTableResponse answer = catalog.heard();
            return Optional.of(new Minted(
                    answer.tableMetadata().location(), answer.tableMetadata().properties(), credentials(answer)));
        } catch (NoSuchTableException | NoSuchNamespaceException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            Failures.rethrowIfInterrupted(e);
            if (e instanceof RESTException && !isUnreadable(e)) {
                throw e;
            }
            // not its words, nor as a cause: they may quote an answer that holds secrets (CAT-12)
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    table + ": what its catalog answered when asked for credentials cannot be read ("
                            + e.getClass().getSimpleName() + "). Look into the log of that catalog's server.");
        }
    }

    private static boolean isUnreadable(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof com.fasterxml.jackson.core.JsonProcessingException
                    || cause instanceof IllegalArgumentException) {
                return true;
            }
        }
        return false;
    }

    /** The credentials by prefix if there are such, as the specification has it; else what older servers put among the settings. */
    private static List<Credential> credentials(LoadTableResponse answer) {
        Map<String, String> settings = new HashMap<>(answer.config());
        settings.keySet().removeIf(key -> STORE.stream().noneMatch(key::startsWith));
        if (answer.credentials().isEmpty()) {
            boolean isCredential =
                    settings.keySet().stream().anyMatch(key -> SECRET.stream().anyMatch(key::startsWith));
            return isCredential ? List.of(new Credential(null, settings)) : List.of();
        }
        settings.keySet()
                .removeIf(key -> PARTS.contains(key) || PARTS_BEGIN.stream().anyMatch(key::startsWith));
        return answer.credentials().stream()
                .map(each -> {
                    Map<String, String> all = new HashMap<>(settings);
                    all.putAll(each.config());
                    return new Credential(each.prefix(), all);
                })
                .toList();
    }

    /** Without the configuration: it holds secrets. */
    @Override
    public String toString() {
        return "credentials of " + config;
    }
}
