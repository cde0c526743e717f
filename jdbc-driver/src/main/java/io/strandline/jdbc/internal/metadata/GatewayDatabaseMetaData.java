package io.strandline.jdbc.internal.metadata;

import io.strandline.jdbc.internal.client.GatewayConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.Meta.DatabaseProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway is and holds, for tools. Each call that lists something is one request to a system table, or none where
 * there is nothing of the kind; no call throws because something does not exist. Thread-safe.
 */
public final class GatewayDatabaseMetaData extends Capabilities {
    private final GatewayConnection connection;
    private final ServerProperties server;

    /** Describes the gateway at the other end of a connection; no I/O. */
    public GatewayDatabaseMetaData(GatewayConnection connection) {
        super(connection);
        this.connection = connection;
        this.server = new ServerProperties(connection);
    }

    // -- the gateway itself ---------------------------------------------------------------------------------------

    @Override
    public String getDatabaseProductName() {
        return server.text(DatabaseProperty.GET_DATABASE_PRODUCT_NAME, "Strandline");
    }

    @Override
    public String getDatabaseProductVersion() throws SQLException {
        return server.text(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, getDriverVersion());
    }

    @Override
    public int getDatabaseMajorVersion() throws SQLException {
        return server.versionPart(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, getDriverVersion(), 0);
    }

    @Override
    public int getDatabaseMinorVersion() throws SQLException {
        return server.versionPart(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, getDriverVersion(), 1);
    }

    @Override
    public String getUserName() throws SQLException {
        String user = super.getUserName();
        return user == null ? "" : user;
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return connection.isReadOnly();
    }

    @Override
    public String getSQLKeywords() {
        return server.text(DatabaseProperty.GET_S_Q_L_KEYWORDS, "ILIKE,LIMIT,QUALIFY,SHOW,USE");
    }

    @Override
    public String getNumericFunctions() {
        return server.text(
                DatabaseProperty.GET_NUMERIC_FUNCTIONS,
                "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,RADIANS,RAND,ROUND,"
                        + "SIGN,SIN,SQRT,TAN,TRUNCATE");
    }

    @Override
    public String getStringFunctions() {
        return server.text(
                DatabaseProperty.GET_STRING_FUNCTIONS,
                "CONCAT,LCASE,LENGTH,LOCATE,LTRIM,REPLACE,RTRIM,SUBSTRING,UCASE");
    }

    @Override
    public String getSystemFunctions() {
        return server.text(DatabaseProperty.GET_SYSTEM_FUNCTIONS, "USER");
    }

    @Override
    public String getTimeDateFunctions() {
        return server.text(
                DatabaseProperty.GET_TIME_DATE_FUNCTIONS,
                "CURDATE,CURTIME,DAYOFMONTH,DAYOFWEEK,DAYOFYEAR,HOUR,MINUTE,MONTH,NOW,QUARTER,SECOND,TIMESTAMPADD,"
                        + "TIMESTAMPDIFF,WEEK,YEAR");
    }

    @Override
    public Properties getRemoteAvaticaProperties() {
        Properties properties = new Properties();
        properties.setProperty(DatabaseProperty.AVATICA_VERSION.name(), getAvaticaServerVersion());
        return properties;
    }

    @Override
    public String getAvaticaServerVersion() {
        return server.text(DatabaseProperty.AVATICA_VERSION, "");
    }

    /** A pattern as the tool means it. */
    private @Nullable String pattern(@Nullable String given) {
        return connection.underscoreIsLiteral() ? NamePattern.withLiteralUnderscores(given) : given;
    }

    // -- what it holds --------------------------------------------------------------------------------------------

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return SchemasCall.catalogs(connection);
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return SchemasCall.answer(connection, null, null);
    }

    @Override
    public ResultSet getSchemas(@Nullable String catalog, @Nullable String schema) throws SQLException {
        return SchemasCall.answer(connection, catalog, pattern(schema));
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return TablesCall.types();
    }

    @Override
    public ResultSet getTables(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, String @Nullable [] types)
            throws SQLException {
        return TablesCall.answer(connection, catalog, pattern(schema), pattern(table), types);
    }

    @Override
    public ResultSet getColumns(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String column)
            throws SQLException {
        return ColumnsCall.answer(connection, catalog, pattern(schema), pattern(table), pattern(column));
    }

    @Override
    public ResultSet getProcedures(@Nullable String catalog, @Nullable String schema, @Nullable String procedure)
            throws SQLException {
        return RoutinesCall.procedures(connection, catalog, pattern(schema), pattern(procedure));
    }

    @Override
    public ResultSet getProcedureColumns(
            @Nullable String catalog, @Nullable String schema, @Nullable String procedure, @Nullable String column)
            throws SQLException {
        return ProcedureColumnsCall.answer(connection, catalog, pattern(schema), pattern(procedure), pattern(column));
    }

    @Override
    public ResultSet getFunctions(@Nullable String catalog, @Nullable String schema, @Nullable String function)
            throws SQLException {
        return RoutinesCall.functions(connection, catalog, pattern(schema), pattern(function));
    }

    @Override
    public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return KeysCall.primaryKeys(connection, catalog, schema, table);
    }

    @Override
    public ResultSet getIndexInfo(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String table,
            boolean unique,
            boolean approximate)
            throws SQLException {
        return KeysCall.indexes(connection, catalog, schema, table);
    }

    @Override
    public ResultSet getBestRowIdentifier(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, int scope, boolean nullable)
            throws SQLException {
        return KeysCall.bestRowIdentifier(connection, catalog, schema, table);
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        return TypeInfoCall.answer();
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return ClientInfoCall.answer();
    }

    // -- what there is none of ------------------------------------------------------------------------------------

    @Override
    public ResultSet getFunctionColumns(
            @Nullable String catalog, @Nullable String schema, @Nullable String function, @Nullable String column)
            throws SQLException {
        return Rows.none(Layout.FUNCTION_COLUMNS);
    }

    @Override
    public ResultSet getColumnPrivileges(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String column)
            throws SQLException {
        return Rows.none(Layout.COLUMN_PRIVILEGES);
    }

    @Override
    public ResultSet getTablePrivileges(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return Rows.none(Layout.TABLE_PRIVILEGES);
    }

    @Override
    public ResultSet getVersionColumns(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return Rows.none(Layout.VERSION_COLUMNS);
    }

    @Override
    public ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return Rows.none(Layout.FOREIGN_KEYS);
    }

    @Override
    public ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return Rows.none(Layout.FOREIGN_KEYS);
    }

    @Override
    public ResultSet getCrossReference(
            @Nullable String parentCatalog,
            @Nullable String parentSchema,
            @Nullable String parentTable,
            @Nullable String foreignCatalog,
            @Nullable String foreignSchema,
            @Nullable String foreignTable)
            throws SQLException {
        return Rows.none(Layout.FOREIGN_KEYS);
    }

    @Override
    public ResultSet getUDTs(
            @Nullable String catalog, @Nullable String schema, @Nullable String type, int @Nullable [] types)
            throws SQLException {
        return Rows.none(Layout.UDTS);
    }

    @Override
    public ResultSet getSuperTypes(@Nullable String catalog, @Nullable String schema, @Nullable String type)
            throws SQLException {
        return Rows.none(Layout.SUPER_TYPES);
    }

    @Override
    public ResultSet getSuperTables(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return Rows.none(Layout.SUPER_TABLES);
    }

    @Override
    public ResultSet getAttributes(
            @Nullable String catalog, @Nullable String schema, @Nullable String type, @Nullable String attribute)
            throws SQLException {
        return Rows.none(Layout.ATTRIBUTES);
    }

    @Override
    public ResultSet getPseudoColumns(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String column)
            throws SQLException {
        return Rows.none(Layout.PSEUDO_COLUMNS);
    }
}
