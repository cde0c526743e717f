package io.strandline.store.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Brings the schema up to this build, a module at a time. Each module that keeps something in the store has its scripts in
 * {@code db/MODULE/sqlite} and {@code db/MODULE/postgresql} on the class path ({@code V1__words.sql}, {@code V2__…}), and a
 * history table of its own, {@code MODULE_schema_history}: versions of modules never meet. The module {@code store} comes
 * first; it alone insists on an empty schema, so that a database of something else is refused.
 */
final class Migrations {
    /** The module whose tables every store has. */
    static final String FIRST = "store";

    private final DataSource source;
    private final Dialect dialect;
    private final String schema;
    private final String shown;
    private final StoreErrors errors;

    Migrations(DataSource source, Dialect dialect, String schema, String shown, StoreErrors errors) {
        this.source = source;
        this.dialect = dialect;
        this.schema = schema;
        this.shown = shown;
        this.errors = errors;
    }

    /**
     * Applies what is missing of one module.
     *
     * @throws StrandlineException {@link ErrorCode#STORE} if the schema is newer than this build, was changed by others, is
     *     of something else, or cannot be written
     */
    void apply(String module) {
        Flyway flyway = configuration(module).load();
        try {
            refuseNewer(module, flyway);
            flyway.migrate();
        } catch (FlywayException e) {
            throw error(module, e);
        }
    }

    private FluentConfiguration configuration(String module) {
        FluentConfiguration configuration = Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/" + module + "/" + dialect.folder())
                .failOnMissingLocations(true)
                .table(module + "_schema_history")
                .cleanDisabled(true)
                .connectRetries(0);
        if (!module.equals(FIRST)) {
            configuration.baselineOnMigrate(true).baselineVersion("0");
        }
        return dialect == Dialect.POSTGRESQL ? configuration.defaultSchema(schema) : configuration;
    }

    private void refuseNewer(String module, Flyway flyway) {
        MigrationInfo[] all = flyway.info().all();
        String known = Arrays.stream(all)
                .filter(info -> info.getState().isResolved())
                .reduce((earlier, later) -> later)
                .map(info -> String.valueOf(info.getVersion()))
                .orElse("none");
        for (MigrationInfo info : all) {
            if (info.getState() == MigrationState.FUTURE_SUCCESS || info.getState() == MigrationState.FUTURE_FAILED) {
                throw new StrandlineException(
                        ErrorCode.STORE,
                        "store " + shown + " was written by a newer release: " + module + " has schema version "
                                + info.getVersion() + ", this one knows " + known
                                + ". Run that release, or name another store in store.url.");
            }
        }
    }

    private StrandlineException error(String module, FlywayException e) {
        String said = String.valueOf(e.getMessage());
        if (said.contains("non-empty schema")) {
            return new StrandlineException(
                    ErrorCode.STORE,
                    "store " + shown
                            + " holds tables of something else. Name a new file, or on PostgreSQL an own schema"
                            + " by ?currentSchema=, in store.url.",
                    e);
        }
        if (said.contains("Validate failed")) {
            return new StrandlineException(
                    ErrorCode.CORRUPT,
                    "store " + shown + " does not have the schema its history says: the migrations of " + module
                            + " were changed or failed half-way. Bring back a backup.",
                    e);
        }
        return errors.of("bring its schema up to date", e);
    }
}
