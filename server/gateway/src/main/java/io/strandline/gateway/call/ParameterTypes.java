package io.strandline.gateway.call;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.calcite.CalciteTypes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** What type each {@code ?} of a call wants: that of its parameter, or the one its expression gives it. */
final class ParameterTypes {
    private final RelDataTypeFactory types;
    private final Map<Integer, RelDataType> byNumber = new TreeMap<>();

    ParameterTypes(RelDataTypeFactory types) {
        this.types = types;
    }

    List<RelDataType> of(Map<Parameter, ArgumentSource> sources) {
        sources.forEach((parameter, source) -> add(parameter.type(), source));
        return List.copyOf(byNumber.values());
    }

    private void add(SqlType type, ArgumentSource source) {
        if (source instanceof ArgumentSource.Bound bound) {
            byNumber.put(bound.parameter(), CalciteTypes.of(type, types));
        } else if (source instanceof ArgumentSource.Elements list) {
            list.elements().forEach(each -> add(requireNonNull(type.element()), each));
        } else if (source instanceof ArgumentSource.Computed computed) {
            for (int i = 0; i < computed.expression().parameters().size(); i++) {
                byNumber.put(
                        computed.expression().parameters().get(i),
                        computed.expression().parameterTypes().get(i));
            }
        }
    }
}
