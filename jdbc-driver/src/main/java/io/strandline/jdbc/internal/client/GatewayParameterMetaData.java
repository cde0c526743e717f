package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.value.TypeNames;
import io.strandline.jdbc.internal.value.ValueKind;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;

/** The parameters of a prepared statement. Immutable. */
final class GatewayParameterMetaData implements ParameterMetaData {
    private final List<AvaticaParameter> parameters;

    GatewayParameterMetaData(List<AvaticaParameter> parameters) {
        this.parameters = parameters;
    }

    private AvaticaParameter parameter(int param) throws SQLException {
        if (param < 1 || param > parameters.size()) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX,
                    "the statement has no parameter " + param + "; it has " + parameters.size());
        }
        return parameters.get(param - 1);
    }

    @Override
    public int getParameterCount() {
        return parameters.size();
    }

    @Override
    public int isNullable(int param) throws SQLException {
        parameter(param);
        return parameterNullableUnknown;
    }

    @Override
    public boolean isSigned(int param) throws SQLException {
        return parameter(param).signed;
    }

    @Override
    public int getPrecision(int param) throws SQLException {
        return Math.max(0, parameter(param).precision);
    }

    @Override
    public int getScale(int param) throws SQLException {
        return Math.max(0, parameter(param).scale);
    }

    @Override
    public int getParameterType(int param) throws SQLException {
        return parameter(param).parameterType;
    }

    @Override
    public String getParameterTypeName(int param) throws SQLException {
        return TypeNames.bare(parameter(param).typeName);
    }

    @Override
    public String getParameterClassName(int param) throws SQLException {
        AvaticaParameter found = parameter(param);
        return TypeNames.javaClass(ValueKind.of(found.parameterType, found.typeName))
                .getName();
    }

    @Override
    public int getParameterMode(int param) throws SQLException {
        parameter(param);
        return parameterModeIn;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrappers.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
