package io.strandline.jdbc.internal.client;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.Properties;
import java.util.TimeZone;
import java.util.function.Function;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaSpecificDatabaseMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/** Makes the driver's own objects where Avatica's base classes ask for one. Thread-safe. */
public final class GatewayFactory implements AvaticaFactory {
    private static final int JDBC_MAJOR = 4;
    private static final int JDBC_MINOR = 3;

    private final Function<GatewayConnection, AvaticaSpecificDatabaseMetaData> metadata;

    /**
     * Made once, with the driver.
     *
     * @param metadata what describes the gateway of a connection; without I/O
     */
    public GatewayFactory(Function<GatewayConnection, AvaticaSpecificDatabaseMetaData> metadata) {
        this.metadata = requireNonNull(metadata, "metadata");
    }

    @Override
    public int getJdbcMajorVersion() {
        return JDBC_MAJOR;
    }

    @Override
    public int getJdbcMinorVersion() {
        return JDBC_MINOR;
    }

    @Override
    public AvaticaConnection newConnection(
            UnregisteredDriver driver, AvaticaFactory factory, String url, Properties info) {
        throw new IllegalStateException("connections are made by GatewayConnection.open");
    }

    @Override
    public AvaticaStatement newStatement(
            AvaticaConnection connection,
            Meta.@Nullable StatementHandle handle,
            int type,
            int concurrency,
            int holdability) {
        return new GatewayStatement((GatewayConnection) connection, handle, type, concurrency, holdability);
    }

    @Override
    public AvaticaPreparedStatement newPreparedStatement(
            AvaticaConnection connection,
            Meta.@Nullable StatementHandle handle,
            Meta.Signature signature,
            int type,
            int concurrency,
            int holdability) {
        throw new IllegalStateException("prepared statements are made by GatewayConnection.prepareStatement");
    }

    @Override
    public AvaticaResultSet newResultSet(
            AvaticaStatement statement,
            QueryState state,
            Meta.Signature signature,
            TimeZone timeZone,
            Meta.Frame firstFrame)
            throws SQLException {
        return GatewayResultSet.of((GatewayStatement) statement, signature, firstFrame);
    }

    @Override
    public AvaticaSpecificDatabaseMetaData newDatabaseMetaData(AvaticaConnection connection) {
        return metadata.apply((GatewayConnection) connection);
    }

    @Override
    public GatewayResultSetMetaData newResultSetMetaData(AvaticaStatement statement, Meta.Signature signature) {
        return new GatewayResultSetMetaData(signature.columns);
    }
}
