package io.strandline.gateway.call;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.TableStatementKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All procedures by schema and name, and which of them a name means. Immutable. */
public final class ProcedureCatalog {
    private static final String CONTROL_PLANE = "strandline";

    private final Map<String, Map<String, Procedure<?>>> schemas = new TreeMap<>();
    private final Map<TableStatementKind, Procedure<?>> statements = new EnumMap<>(TableStatementKind.class);

    /**
     * The procedures of those modules.
     *
     * @throws IllegalArgumentException if two of one schema have one name
     */
    public ProcedureCatalog(List<SqlModule> modules) {
        for (SqlModule module : modules) {
            statements.putAll(module.statements());
            Map<String, Procedure<?>> schema = schemas.computeIfAbsent(module.schema(), name -> new TreeMap<>());
            for (Procedure<?> procedure : module.procedures()) {
                if (schema.put(procedure.name(), procedure) != null) {
                    throw new IllegalArgumentException(
                            "schema " + module.schema() + " has two procedures " + procedure.name());
                }
            }
        }
    }

    /** A procedure and where it was found. */
    public record Found(String schema, Procedure<?> procedure) {
        /** Schema and name, as SQL text. */
        public String qualifiedName() {
            return SqlNames.quoteIfNeeded(schema) + "." + SqlNames.quoteIfNeeded(procedure.name());
        }
    }

    /** What carries out a statement about tables; empty if no adapter does. */
    Optional<Procedure<?>> carryingOut(TableStatementKind statement) {
        return Optional.ofNullable(statements.get(statement));
    }

    /** Every procedure, by schema and name. */
    public List<Found> all() {
        List<Found> all = new ArrayList<>();
        schemas.forEach((schema, procedures) ->
                procedures.values().forEach(procedure -> all.add(new Found(schema, procedure))));
        return all;
    }

    /**
     * The procedure a name means: a qualified one exactly, else the one of the session's schema, else the only one of that
     * name.
     *
     * @param name as written, one to three parts
     * @param sessionSchema schema looked at first
     * @throws StrandlineException {@code NO_SUCH_PROCEDURE} with the nearest name, or both if the name is ambiguous
     */
    public Found find(List<String> name, String sessionSchema) {
        if (name.size() > 3 || (name.size() == 3 && !name.get(0).equals(CONTROL_PLANE))) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_PROCEDURE,
                    "no procedure " + SqlNames.dotted(name) + ": procedures are in the catalog " + CONTROL_PLANE
                            + ". CALL help() lists them.");
        }
        String last = name.get(name.size() - 1);
        return name.size() == 1 ? unqualified(last, sessionSchema) : qualified(name.get(name.size() - 2), last);
    }

    private Found qualified(String schema, String name) {
        Map<String, Procedure<?>> procedures = schemas.get(schema);
        if (procedures == null) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_PROCEDURE,
                    "no procedure \"" + name + "\": no schema \"" + schema + "\""
                            + Text.didYouMean(schema, schemas.keySet()) + " CALL help() lists them.");
        }
        Procedure<?> procedure = procedures.get(name);
        if (procedure == null) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_PROCEDURE,
                    "no procedure \"" + name + "\" in " + CONTROL_PLANE + "." + schema
                            + Text.didYouMean(name, procedures.keySet()) + " CALL help() lists them.");
        }
        return new Found(schema, procedure);
    }

    private Found unqualified(String name, String sessionSchema) {
        Procedure<?> near = schemas.getOrDefault(sessionSchema, Map.of()).get(name);
        if (near != null) {
            return new Found(sessionSchema, near);
        }
        List<Found> named = all().stream()
                .filter(found -> found.procedure().name().equals(name))
                .toList();
        if (named.size() > 1) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_PROCEDURE,
                    "procedure \"" + name + "\" is ambiguous: "
                            + String.join(
                                    " and ",
                                    named.stream().map(Found::qualifiedName).toList())
                            + ". Write its schema before it.");
        }
        return Optional.of(named)
                .filter(found -> !found.isEmpty())
                .map(found -> found.get(0))
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_PROCEDURE,
                        "no procedure \"" + name + "\" in " + CONTROL_PLANE + meant(name)
                                + " CALL help() lists them."));
    }

    private String meant(String name) {
        List<Found> all = all();
        return Text.nearest(
                        name,
                        all.stream().map(found -> found.procedure().name()).toList())
                .flatMap(nearest -> all.stream()
                        .filter(found -> found.procedure().name().equals(nearest))
                        .findFirst())
                .map(found -> "; did you mean \"" + found.qualifiedName() + "\"?")
                .orElse(".");
    }
}
