package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** The part of Avatica's {@code Meta} that no request of its wire reaches: clients ask {@code information_schema} instead. */
abstract class UnservedMeta implements Meta {
    private static StrandlineException unserved() {
        return new StrandlineException(
                ErrorCode.NOT_SUPPORTED, "the wire has no such request; query information_schema instead.");
    }

    @Override
    public MetaResultSet getProcedures(ConnectionHandle ch, String catalog, Pat schemas, Pat procedures) {
        throw unserved();
    }

    @Override
    public MetaResultSet getProcedureColumns(
            ConnectionHandle ch, String catalog, Pat schemas, Pat procedures, Pat columns) {
        throw unserved();
    }

    @Override
    public MetaResultSet getColumnPrivileges(
            ConnectionHandle ch, String catalog, String schema, String table, Pat columns) {
        throw unserved();
    }

    @Override
    public MetaResultSet getTablePrivileges(ConnectionHandle ch, String catalog, Pat schemas, Pat tables) {
        throw unserved();
    }

    @Override
    public MetaResultSet getBestRowIdentifier(
            ConnectionHandle ch, String catalog, String schema, String table, int scope, boolean nullable) {
        throw unserved();
    }

    @Override
    public MetaResultSet getVersionColumns(ConnectionHandle ch, String catalog, String schema, String table) {
        throw unserved();
    }

    @Override
    public MetaResultSet getPrimaryKeys(ConnectionHandle ch, String catalog, String schema, String table) {
        throw unserved();
    }

    @Override
    public MetaResultSet getImportedKeys(ConnectionHandle ch, String catalog, String schema, String table) {
        throw unserved();
    }

    @Override
    public MetaResultSet getExportedKeys(ConnectionHandle ch, String catalog, String schema, String table) {
        throw unserved();
    }

    @Override
    public MetaResultSet getCrossReference(
            ConnectionHandle ch,
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable) {
        throw unserved();
    }

    @Override
    public MetaResultSet getIndexInfo(
            ConnectionHandle ch, String catalog, String schema, String table, boolean unique, boolean approximate) {
        throw unserved();
    }

    @Override
    public MetaResultSet getUDTs(ConnectionHandle ch, String catalog, Pat schemas, Pat types, int @Nullable [] kinds) {
        throw unserved();
    }

    @Override
    public MetaResultSet getSuperTypes(ConnectionHandle ch, String catalog, Pat schemas, Pat types) {
        throw unserved();
    }

    @Override
    public MetaResultSet getSuperTables(ConnectionHandle ch, String catalog, Pat schemas, Pat tables) {
        throw unserved();
    }

    @Override
    public MetaResultSet getAttributes(ConnectionHandle ch, String catalog, Pat schemas, Pat types, Pat attributes) {
        throw unserved();
    }

    @Override
    public MetaResultSet getClientInfoProperties(ConnectionHandle ch) {
        throw unserved();
    }

    @Override
    public MetaResultSet getFunctions(ConnectionHandle ch, String catalog, Pat schemas, Pat functions) {
        throw unserved();
    }

    @Override
    public MetaResultSet getFunctionColumns(
            ConnectionHandle ch, String catalog, Pat schemas, Pat functions, Pat columns) {
        throw unserved();
    }

    @Override
    public MetaResultSet getPseudoColumns(ConnectionHandle ch, String catalog, Pat schemas, Pat tables, Pat columns) {
        throw unserved();
    }

    @Override
    public Iterable<Object> createIterable(
            StatementHandle h, QueryState state, Signature signature, List<TypedValue> parameters, Frame firstFrame) {
        throw unserved();
    }

    @Override
    @Deprecated
    public ExecuteResult prepareAndExecute(StatementHandle h, String sql, long maxRows, PrepareCallback callback) {
        throw unserved();
    }

    @Override
    @Deprecated
    public ExecuteResult execute(StatementHandle h, List<TypedValue> parameters, long maxRows) {
        throw unserved();
    }
}
