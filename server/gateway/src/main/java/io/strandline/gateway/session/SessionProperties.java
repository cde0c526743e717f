package io.strandline.gateway.session;

import io.strandline.gateway.sql.SessionOptions;
import java.sql.Connection;
import java.util.Map;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A session's options as Avatica's clients set and read them: when they connect, and as connection properties. */
final class SessionProperties {
    private SessionProperties() {}

    /**
     * Sets what a client says when it connects; RESET goes back to it. What is not the gateway's is passed over, since stock
     * clients send all of their own properties.
     */
    static void apply(Session session, @Nullable Map<String, String> info, SchemaLookup schemas, long sequence) {
        if (info != null) {
            set(session, SessionVariable.TIME_ZONE, either(info, "timeZone", "time_zone"), schemas, sequence);
            set(session, SessionVariable.READ_ONLY, either(info, "readOnly", "read_only"), schemas, sequence);
            set(
                    session,
                    SessionVariable.APPLICATION_NAME,
                    either(info, "applicationName", "application_name"),
                    schemas,
                    sequence);
            path(session, info.get("catalog"), info.get("schema"), schemas, sequence);
        }
        session.remembersInitialOptions();
    }

    /** Stock clients keep timeZone to themselves, so the name that SET has does too. */
    private static @Nullable String either(Map<String, String> info, String name, String sqlName) {
        String value = info.get(name);
        return value == null ? info.get(sqlName) : value;
    }

    private static void set(
            Session session, SessionVariable variable, @Nullable String value, SchemaLookup schemas, long sequence) {
        if (value != null && !value.isEmpty()) {
            session.set(variable.sqlName(), value, sequence, schemas);
        }
    }

    private static void path(
            Session session, @Nullable String catalog, @Nullable String schema, SchemaLookup schemas, long sequence) {
        String newCatalog = catalog == null || catalog.isEmpty() ? null : catalog;
        String newSchema = schema == null || schema.isEmpty() ? null : schema;
        SessionOptions now = session.options();
        boolean catalogChanges = newCatalog != null && !newCatalog.equals(now.catalog());
        boolean schemaChanges = newSchema != null && !newSchema.equals(now.schema());
        if (catalogChanges || schemaChanges) {
            session.path(newCatalog, newSchema, sequence, schemas);
        }
    }

    /** Sets what the client wants changed and no later request has set, and gives all as they are then. */
    static Meta.ConnectionProperties sync(
            Session session, Meta.ConnectionProperties wanted, SchemaLookup schemas, long sequence) {
        if (wanted.isReadOnly() != null) {
            session.readOnly(wanted.isReadOnly(), sequence);
        }
        if (wanted.isAutoCommit() != null) {
            session.autoCommit(wanted.isAutoCommit(), sequence);
        }
        path(session, wanted.getCatalog(), wanted.getSchema(), schemas, sequence);
        SessionOptions now = session.options();
        ConnectionPropertiesImpl all = new ConnectionPropertiesImpl(
                session.autoCommit(), now.readOnly(), Connection.TRANSACTION_NONE, now.catalog(), now.schema());
        all.setDirty(false);
        return all;
    }
}
