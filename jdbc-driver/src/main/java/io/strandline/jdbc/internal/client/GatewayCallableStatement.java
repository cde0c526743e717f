package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.text.CallText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * A call of a procedure. Procedures take values in and return rows; JDBC's OUT parameters are columns of the first row:
 * the returned {@code ?} of {@code {? = call p()}} is its first column, one registered by name the column of that name,
 * others the column in the order of registration. Not thread-safe.
 */
final class GatewayCallableStatement extends NamedOutputGetters {
    private final CallText call;
    private final SortedSet<Integer> outputs = new TreeSet<>();
    private @Nullable List<@Nullable String> names;
    private @Nullable ResultSet firstRow;

    private GatewayCallableStatement(
            GatewayConnection connection,
            Meta.StatementHandle prepared,
            CallText call,
            int type,
            int concurrency,
            int holdability) {
        super(connection, prepared, call.statement(), type, concurrency, holdability);
        this.call = call;
    }

    static GatewayCallableStatement prepare(
            GatewayConnection connection, String sql, int type, int concurrency, int holdability) throws SQLException {
        CallText call = CallText.parse(sql);
        return new GatewayCallableStatement(
                connection, connection.prepare(call.statement()), call, type, concurrency, holdability);
    }

    // -- parameters going in --------------------------------------------------------------------------------------

    /** The returned {@code ?} counts in JDBC and is not sent. */
    @Override
    int gatewayIndex(int parameterIndex) throws SQLException {
        if (!call.returnsValue()) {
            return super.gatewayIndex(parameterIndex);
        }
        if (parameterIndex == 1) {
            throw SqlErrors.of(SqlState.NO_SUCH_INDEX, "parameter 1 is what the call returns; it cannot be set");
        }
        return super.gatewayIndex(parameterIndex - 1);
    }

    /** An argument only goes in: who registers one to come out, as of another database, is told what to write. */
    @Override
    String unset(int place) {
        int parameter = place + (call.returnsValue() ? 1 : 0);
        return outputs.contains(parameter)
                ? "parameter " + parameter
                        + " is registered to come out, but stands for an argument, which goes in and is not"
                        + " set. Leave its ? out of the call: what a call returns are columns, read by their names, or the"
                        + " first one by {? = call ...}"
                : super.unset(parameter);
    }

    @Override
    int index(String parameterName) throws SQLException {
        List<@Nullable String> known = names();
        for (int i = 0; i < known.size(); i++) {
            if (parameterName.equalsIgnoreCase(known.get(i))) {
                return i + (call.returnsValue() ? 2 : 1);
            }
        }
        throw SqlErrors.of(
                SqlState.NO_SUCH_INDEX,
                "the call has no ? for a parameter \"" + parameterName + "\"; it has some for " + known);
    }

    /** The parameter of each {@code ?}: as the text says, else as the gateway does. */
    private List<@Nullable String> names() throws SQLException {
        List<@Nullable String> known = names;
        if (known == null) {
            known = new ArrayList<>();
            List<String> declared = List.of();
            for (CallText.Marker marker : call.markers()) {
                if (marker.name().isEmpty() && declared.isEmpty()) {
                    declared = declared();
                }
                int place = marker.argument() - 1;
                known.add(marker.name().orElse(place < declared.size() ? declared.get(place) : null));
            }
            names = known;
        }
        return known;
    }

    private List<String> declared() throws SQLException {
        List<String> levels = call.procedure();
        String schema = levels.size() > 1 ? levels.get(levels.size() - 2) : null;
        String sql = "SELECT parameter_name FROM information_schema.parameters WHERE specific_name = ?"
                + " AND routine_type = 'PROCEDURE' AND parameter_mode = 'IN'"
                + (schema == null ? "" : " AND specific_schema = ?")
                + " ORDER BY specific_schema, ordinal_position";
        List<String> declared = new ArrayList<>();
        try (PreparedStatement query = gateway().prepareStatement(sql)) {
            query.setString(1, levels.isEmpty() ? "" : levels.get(levels.size() - 1));
            if (schema != null) {
                query.setString(2, schema);
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    declared.add(rows.getString(1));
                }
            }
        }
        return declared;
    }

    // -- parameters coming out ------------------------------------------------------------------------------------

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType) throws SQLException {
        checkOpen();
        int last = call.markers().size() + (call.returnsValue() ? 1 : 0);
        if (parameterIndex < 1 || parameterIndex > last) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX, "the call has no parameter " + parameterIndex + "; it has " + last);
        }
        outputs.add(parameterIndex);
    }

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType, int scale) throws SQLException {
        registerOutParameter(parameterIndex, sqlType);
    }

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType, String typeName) throws SQLException {
        registerOutParameter(parameterIndex, sqlType);
    }

    /** Any name may be registered: it is looked up among the columns of the first row. */
    @Override
    public void registerOutParameter(String parameterName, int sqlType) throws SQLException {
        checkOpen();
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType, int scale) throws SQLException {
        checkOpen();
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType, String typeName) throws SQLException {
        checkOpen();
    }

    @Override
    ResultSet output() throws SQLException {
        checkOpen();
        ResultSet row = firstRow;
        if (row == null) {
            throw SqlErrors.of(
                    SqlState.OUT_OF_SEQUENCE,
                    "the call has not been executed, or returned no row to read OUT parameters from");
        }
        return row;
    }

    @Override
    int column(int parameterIndex) throws SQLException {
        if (!outputs.contains(parameterIndex)) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX, "parameter " + parameterIndex + " was not registered as an OUT parameter");
        }
        return outputs.headSet(parameterIndex).size() + 1;
    }

    @Override
    int column(String parameterName) throws SQLException {
        return output().findColumn(parameterName);
    }

    @Override
    void executed(@Nullable AvaticaResultSet rows) throws SQLException {
        firstRow = rows instanceof GatewayResultSet ? ((GatewayResultSet) rows).firstRow() : null;
    }
}
