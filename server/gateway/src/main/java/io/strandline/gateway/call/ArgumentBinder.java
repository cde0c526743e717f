package io.strandline.gateway.call;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.parser.SqlProcedureCall;
import io.strandline.sqlkit.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which parameter each argument of a call is for; by position or by name, not both. */
final class ArgumentBinder {
    private final ProcedureCatalog.Found found;
    private final ArgumentReader reader;

    ArgumentBinder(ProcedureCatalog.Found found, ArgumentReader reader) {
        this.found = found;
        this.reader = reader;
    }

    /**
     * A source for every parameter, in their order.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} naming the argument
     */
    Map<Parameter, ArgumentSource> bind(List<SqlProcedureCall.Argument> arguments) {
        Map<Parameter, ArgumentSource> given = new LinkedHashMap<>();
        long named = arguments.stream().filter(a -> a.name().isPresent()).count();
        if (named != 0 && named != arguments.size()) {
            throw error("was given arguments by position and by name. Use one or the other.");
        }
        for (int i = 0; i < arguments.size(); i++) {
            SqlProcedureCall.Argument argument = arguments.get(i);
            Parameter parameter = named == 0
                    ? byPosition(i, arguments.size())
                    : byName(argument.name().orElseThrow());
            if (given.containsKey(parameter)) {
                throw error("was given argument " + parameter.name() + " twice. Give it once.");
            }
            given.put(parameter, source(parameter, argument));
        }
        Map<Parameter, ArgumentSource> complete = new LinkedHashMap<>();
        for (Parameter parameter : found.procedure().parameters()) {
            ArgumentSource source = given.get(parameter);
            if (source == null) {
                requireOptional(parameter);
                source = new ArgumentSource.Default(false);
            }
            complete.put(parameter, source);
        }
        return complete;
    }

    private ArgumentSource source(Parameter parameter, SqlProcedureCall.Argument argument) {
        if (argument.isDefault()) {
            requireOptional(parameter);
            return new ArgumentSource.Default(true);
        }
        return reader.read(parameter, argument.value());
    }

    private void requireOptional(Parameter parameter) {
        if (!parameter.optional()) {
            throw error("wants argument " + SqlNames.quoteIfNeeded(parameter.name()) + " ("
                    + parameter.type().sqlText() + "): " + parameter.remarks());
        }
    }

    private Parameter byPosition(int position, int count) {
        List<Parameter> parameters = found.procedure().parameters();
        if (position >= parameters.size()) {
            throw error("takes " + (parameters.isEmpty() ? "no" : "at most " + parameters.size())
                    + (parameters.size() == 1 ? " argument" : " arguments") + " but was given " + count + ". "
                    + help());
        }
        return parameters.get(position);
    }

    private Parameter byName(String name) {
        return found.procedure().parameter(name).orElseThrow(() -> {
            List<String> names =
                    found.procedure().parameters().stream().map(Parameter::name).toList();
            return error("has no parameter \"" + name + "\"" + Text.didYouMean(name, names) + " " + help());
        });
    }

    private String help() {
        return "CALL help(" + SqlNames.literal(found.procedure().name()) + ") shows its parameters.";
    }

    private StrandlineException error(String what) {
        return new StrandlineException(ErrorCode.BAD_ARGUMENT, "procedure " + found.qualifiedName() + " " + what);
    }
}
