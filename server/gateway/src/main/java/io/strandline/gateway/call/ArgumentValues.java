package io.strandline.gateway.call;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.ParameterValues;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.calcite.CalciteTypes;
import io.strandline.sqlkit.calcite.Representation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/** The arguments of one run: bound, computed, converted and checked against the parameters before anything happens. */
final class ArgumentValues {
    private static final int SHOWN = 60;

    private final String procedure;
    private final Map<Parameter, ArgumentSource> sources;
    private final RelDataTypeFactory types;

    ArgumentValues(String procedure, Map<Parameter, ArgumentSource> sources, RelDataTypeFactory types) {
        this.procedure = procedure;
        this.sources = sources;
        this.types = types;
    }

    /** What a run computes arguments with. */
    record Run(List<@Nullable Object> bound, StatementCall call, SessionOptions options) {}

    /**
     * The values.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} naming the argument
     */
    Arguments compute(Run run) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Set<String> given = new LinkedHashSet<>();
        sources.forEach((parameter, source) -> {
            values.put(parameter.name(), value(parameter, source, run));
            if (!(source instanceof ArgumentSource.Default left) || left.given()) {
                given.add(parameter.name());
            }
        });
        return new Arguments(values, given);
    }

    /** The arguments as they would be bound, by name; secrets masked. */
    String given() {
        return shown((parameter, source) -> source instanceof ArgumentSource.Default ? null : source.shown());
    }

    /** What is bound of those that were left out, by name. */
    String defaults() {
        return shown((parameter, source) ->
                source instanceof ArgumentSource.Default ? RequestText.literal(parameter.defaultValue()) : null);
    }

    private String shown(BiFunction<Parameter, ArgumentSource, @Nullable String> value) {
        List<String> texts = new ArrayList<>();
        sources.forEach((parameter, source) -> {
            String text = value.apply(parameter, source);
            if (text != null) {
                texts.add(RequestText.argument(parameter.name(), text));
            }
        });
        return String.join(", ", texts);
    }

    /** For arguments whose values differ from run to run of one request, their text and what was bound. */
    Map<String, String> varying(List<@Nullable Object> bound) {
        Map<String, String> texts = new LinkedHashMap<>();
        sources.forEach((parameter, source) -> {
            if (source instanceof ArgumentSource.Computed computed && computed.varies()) {
                texts.put(parameter.name(), computed.text() + bound);
            }
        });
        return texts;
    }

    private @Nullable Object value(Parameter parameter, ArgumentSource source, Run run) {
        if (source instanceof ArgumentSource.Default) {
            return parameter.defaultValue();
        }
        Object internal = internal(parameter, parameter.type(), source, run);
        if (internal == null) {
            if (!parameter.type().nullable()) {
                throw error(
                        parameter,
                        "is NULL, which it must not be. Give a value"
                                + (parameter.optional() ? ", or leave it out." : "."));
            }
            return null;
        }
        Object value = Representation.fromInternal(parameter.type()).apply(internal);
        checkChoice(parameter, parameter.type(), value);
        return value;
    }

    private @Nullable Object internal(Parameter parameter, SqlType type, ArgumentSource source, Run run) {
        if (source instanceof ArgumentSource.Bound bound) {
            return run.bound().get(bound.parameter());
        }
        if (source instanceof ArgumentSource.Literal literal) {
            return convert(parameter, type, literal.rep(), literal.value(), run);
        }
        if (source instanceof ArgumentSource.Elements list) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (ArgumentSource each : list.elements()) {
                Object element = internal(parameter, requireNonNull(type.element()), each, run);
                if (element == null && !type.element().nullable()) {
                    throw error(parameter, "holds a NULL, which it must not. Leave it out.");
                }
                elements.add(element);
            }
            return elements;
        }
        if (source instanceof ArgumentSource.Computed computed) {
            Object value = computed.expression().compute(run.bound(), run.call(), run.options());
            return value == null
                    ? null
                    : convert(parameter, type, rep(computed.expression().type()), value, run);
        }
        return null;
    }

    private Object convert(Parameter parameter, SqlType type, Rep rep, Object value, Run run) {
        Optional<Object> converted = isAllowed(rep, type)
                ? ParameterValues.convert(
                        rep, value, CalciteTypes.of(type, types), run.options().timeZone())
                : Optional.empty();
        return converted.orElseThrow(() -> error(
                parameter,
                "is " + article(ParameterValues.typeName(rep)) + " that does not convert to " + type.sqlText()
                        + ". Give a value of that type."));
    }

    /** Text written as a literal may be anything it reads as; other literals are of their own kind. */
    private static boolean isAllowed(Rep rep, SqlType type) {
        boolean number = rep == Rep.NUMBER || rep == Rep.DOUBLE || rep == Rep.LONG;
        return switch (type.kind()) {
            case TEXT -> rep == Rep.STRING;
            case BOOLEAN -> rep == Rep.BOOLEAN || rep == Rep.STRING;
            case INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> number || rep == Rep.STRING;
            case TIMESTAMP, LOCAL_TIMESTAMP -> rep != Rep.BOOLEAN && rep != Rep.NUMBER && rep != Rep.DOUBLE;
            case DATE, TIME, UUID, BINARY, ARRAY, MAP, ROW -> true;
        };
    }

    /** What a client would have bound for a computed value of that type. */
    private static Rep rep(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case CHAR, VARCHAR -> Rep.STRING;
            case BOOLEAN -> Rep.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> Rep.NUMBER;
            case REAL, FLOAT, DOUBLE -> Rep.DOUBLE;
            case DATE -> Rep.JAVA_SQL_DATE;
            case TIME -> Rep.JAVA_SQL_TIME;
            case TIMESTAMP -> Rep.JAVA_SQL_TIMESTAMP;
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Rep.LONG;
            case BINARY, VARBINARY -> Rep.BYTE_STRING;
            case ARRAY, MULTISET -> Rep.ARRAY;
            default -> Rep.OBJECT;
        };
    }

    private void checkChoice(Parameter parameter, SqlType type, Object value) {
        if (value instanceof List<?> list && type.element() != null) {
            for (Object each : list) {
                if (each != null) {
                    checkChoice(parameter, type.element(), each);
                }
            }
        } else if (!type.choices().isEmpty() && !type.choices().contains(value.toString())) {
            throw error(
                    parameter,
                    "is " + SqlNames.literal(Text.cut(value.toString(), SHOWN))
                            + Text.didYouMean(value.toString(), type.choices())
                            + " Choose one of "
                            + String.join(
                                    ", ",
                                    type.choices().stream()
                                            .map(SqlNames::literal)
                                            .toList())
                            + ".");
        }
    }

    private static String article(String type) {
        return (type.startsWith("INT") || type.startsWith("ARR") || type.startsWith("OBJ") ? "an " : "a ") + type;
    }

    private StrandlineException error(Parameter parameter, String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT, "argument " + parameter.name() + " of " + procedure + " " + what);
    }
}
