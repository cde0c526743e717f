package io.strandline.gateway.session;

import io.strandline.gateway.sql.SqlEngine;
import java.util.Map;
import org.apache.calcite.avatica.Meta;

/** Sessions over an SQL engine: what a transport asks for each of its requests. Thread-safe. */
public final class Gateway {
    private final SqlEngine engine;
    private final Sessions sessions;
    private final OwnQueries own;
    private final StatementRunner runner;
    private final Map<Meta.DatabaseProperty, Object> databaseProperties;

    /** A gateway of that product version. */
    public Gateway(SqlEngine engine, Sessions sessions, String version) {
        this.engine = engine;
        this.sessions = sessions;
        this.own = new OwnQueries(engine, sessions.executions());
        this.runner = new StatementRunner(engine, sessions, own);
        this.databaseProperties = DatabaseProperties.of(version);
    }

    /** Avatica's view of the gateway for one request. */
    public GatewayMeta meta(RequestContext request) {
        return new GatewayMeta(this, request);
    }

    /** Queries without a session. */
    public LoneQueries loneQueries() {
        return new LoneQueries(engine, sessions, own, runner);
    }

    /** Columns that are written without a session. */
    public LoneWrites loneWrites() {
        return new LoneWrites(engine, sessions, own);
    }

    /** The open sessions. */
    public Sessions sessions() {
        return sessions;
    }

    StatementRunner runner() {
        return runner;
    }

    OwnQueries own() {
        return own;
    }

    Map<Meta.DatabaseProperty, Object> databaseProperties() {
        return databaseProperties;
    }
}
