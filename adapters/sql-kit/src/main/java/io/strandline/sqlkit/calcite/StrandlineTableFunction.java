package io.strandline.sqlkit.calcite;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.TableFunction;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.TableMacro;
import org.apache.calcite.schema.TranslatableTable;
import org.jspecify.annotations.Nullable;

/** A table function as Calcite's planner sees it: a table, once its arguments are known. Immutable. */
public final class StrandlineTableFunction implements TableMacro {
    private final TableFunction function;

    /** That function. */
    public StrandlineTableFunction(TableFunction function) {
        this.function = function;
    }

    @Override
    public TranslatableTable apply(List<? extends @Nullable Object> given) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Set<String> named = new HashSet<>();
        List<Parameter> parameters = function.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            Object value = i < given.size() ? given.get(i) : null;
            if (value != null) {
                named.add(parameter.name());
            }
            values.put(parameter.name(), value == null ? parameter.defaultValue() : java(parameter, value));
        }
        return new StrandlineTable(function.table().apply(new Arguments(values, named)));
    }

    /** A literal's value as one of the class that the parameter's kind has; never another number than was written. */
    private static Object java(Parameter parameter, Object literal) {
        if (!(literal instanceof BigDecimal number)) {
            return literal;
        }
        boolean small = parameter.type().kind() == SqlType.Kind.INTEGER;
        try {
            return small ? (Object) number.intValueExact() : (Object) number.longValueExact();
        } catch (ArithmeticException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    parameter.name() + " is " + number.toPlainString() + ", which is no "
                            + (small ? "INTEGER" : "BIGINT") + ". Give a smaller, whole number.",
                    e);
        }
    }

    /** Numbers as they are written: Calcite would cut them to a smaller class. */
    private static Class<?> javaClass(SqlType type) {
        return switch (type.kind()) {
            case TEXT -> String.class;
            case BOOLEAN -> Boolean.class;
            case INTEGER, BIGINT -> BigDecimal.class;
            case REAL, DOUBLE, DECIMAL, TIMESTAMP, LOCAL_TIMESTAMP, DATE, TIME, UUID, BINARY, ARRAY, MAP, ROW ->
                throw new IllegalArgumentException("a table function takes no " + type.sqlText());
        };
    }

    @Override
    public List<FunctionParameter> getParameters() {
        return IntStream.range(0, function.parameters().size())
                .<FunctionParameter>mapToObj(
                        ordinal -> new Declared(ordinal, function.parameters().get(ordinal)))
                .toList();
    }

    /** A parameter that a call may leave out, or give NULL for its default. */
    private record Declared(int ordinal, Parameter parameter) implements FunctionParameter {
        @Override
        public int getOrdinal() {
            return ordinal;
        }

        @Override
        public String getName() {
            return parameter.name();
        }

        /** Of a Java class: Calcite gives literals of no other. */
        @Override
        public RelDataType getType(RelDataTypeFactory factory) {
            return factory.createTypeWithNullability(factory.createJavaType(javaClass(parameter.type())), true);
        }

        @Override
        public boolean isOptional() {
            return parameter.optional();
        }
    }
}
