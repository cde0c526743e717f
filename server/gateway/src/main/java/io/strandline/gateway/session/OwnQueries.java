package io.strandline.gateway.session;

import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** Queries that the gateway itself asks for a session, as its user sees the answers. */
final class OwnQueries {
    private static final String CATALOGS = "SELECT catalog_name FROM information_schema.catalogs ORDER BY catalog_name";
    private static final String CATALOG = "SELECT catalog_name FROM information_schema.catalogs WHERE catalog_name = ?";
    private static final String SCHEMA =
            "SELECT schema_name FROM information_schema.schemata WHERE catalog_name = ? AND schema_name = ?";

    private final SqlEngine engine;
    private final Executions executions;

    OwnQueries(SqlEngine engine, Executions executions) {
        this.engine = engine;
        this.executions = executions;
    }

    /** All rows of a query, planned once for all sessions. It is a part of a request that is counted already. */
    List<Object[]> rows(Session session, String sql, List<@Nullable TypedValue> parameters, RequestContext request) {
        Execution execution = executions.start(session, sql, request, schemas(session, request));
        return executions.toItsEnd(execution, () -> {
            PreparedSql prepared = engine.prepare(sql, Session.DEFAULTS, execution);
            execution.planned(prepared, null);
            List<Object[]> rows = new ArrayList<>();
            try (Answer answer = engine.execute(prepared, parameters, execution)) {
                answer.rows().forEachRemaining(rows::add);
            }
            execution.checkpoint();
            execution.sent(rows.size());
            return rows;
        });
    }

    /** Whether schemas exist. */
    SchemaLookup schemas(Session session, RequestContext request) {
        return new SchemaLookup() {
            @Override
            public boolean exists(String catalog, @Nullable String schema) {
                List<Object[]> found = schema == null
                        ? rows(session, CATALOG, List.of(text(catalog)), request)
                        : rows(session, SCHEMA, List.of(text(catalog), text(schema)), request);
                return !found.isEmpty();
            }

            @Override
            public List<String> catalogs() {
                return rows(session, CATALOGS, List.of(), request).stream()
                        .map(row -> String.valueOf(row[0]))
                        .toList();
            }
        };
    }

    /** A parameter value. */
    static TypedValue text(String value) {
        return TypedValue.ofLocal(ColumnMetaData.Rep.STRING, value);
    }
}
