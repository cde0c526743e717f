package io.strandline.gateway.system;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.system.Descriptors.ParameterRow;
import io.strandline.gateway.system.Descriptors.RoutineRow;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What schema {@code runtime} says of procedures and of the gateway itself, and {@code help}. */
final class RuntimeModule implements SqlModule {
    private static final Columns<RoutineRow> ROUTINE = Columns.<RoutineRow>none()
            .column("schema_name", text(), RoutineRow::schema, "Schema of the procedure.")
            .column("procedure_name", text(), RoutineRow::name, "Name of the procedure.");

    private final Supplier<Descriptors> descriptors;
    private final String version;

    RuntimeModule(Supplier<Descriptors> descriptors, String version) {
        this.descriptors = descriptors;
        this.version = version;
    }

    private record VersionRow(String component, String version) {}

    private record HelpRow(String name, String type, boolean required, String text) {}

    @Override
    public String schema() {
        return "runtime";
    }

    @Override
    public String remarks() {
        return "The gateway itself: sessions, statements, procedures, and what was changed by whom.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(procedureTable(), parameterTable(), versionTable());
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of(help());
    }

    private VirtualTable<RoutineRow> procedureTable() {
        return VirtualTable.<RoutineRow>named("procedures", "The procedures, one row each; CALL help() says the same.")
                .columns(ROUTINE)
                .column("signature", text(), RuntimeModule::signature, "How a call of it is written.")
                .column(
                        "required_role",
                        text(),
                        row -> Text.lower(row.role().name()),
                        "Role a caller needs: reader, operator or admin.")
                .column("is_changing", bool(), RoutineRow::changes, "Whether it changes anything.")
                .column("remarks", text(), RoutineRow::remarks, "What it does.")
                .key("schema_name", "procedure_name")
                .rows((wanted, call) -> descriptors.get().routines().stream().filter(RoutineRow::isProcedure));
    }

    private VirtualTable<ParameterRow> parameterTable() {
        return VirtualTable.<ParameterRow>named("parameters", "The parameters of procedures, one row each.")
                .columns(ROUTINE, ParameterRow::routine)
                .column("parameter_name", text(), ParameterRow::name, "Name of the parameter.")
                .column("ordinal", integer(), ParameterRow::ordinal, "Place in a call by position, from 1.")
                .column(
                        "data_type",
                        text(),
                        row -> InformationSchema.described(row.type()),
                        "Type, and the values it may have.")
                .column("is_optional", bool(), ParameterRow::isOptional, "Whether a call may leave it out.")
                .column("default_value", text().orNull(), ParameterRow::defaultText, "What it is when left out.")
                .column("remarks", text(), ParameterRow::remarks, "What it means.")
                .key("schema_name", "procedure_name", "parameter_name")
                .rows((wanted, call) -> descriptors.get().parameters().stream()
                        .filter(row -> row.isParameter() && row.routine().isProcedure()));
    }

    private VirtualTable<VersionRow> versionTable() {
        return VirtualTable.<VersionRow>named("version", "What this gateway is and runs on.")
                .column("component", text(), VersionRow::component, "strandline, or what it runs on.")
                .column("version", text(), VersionRow::version, "Its version.")
                .key("component")
                .rows((wanted, call) -> Stream.of(
                        new VersionRow("strandline", version),
                        new VersionRow("java", Runtime.version().toString()),
                        new VersionRow("os", System.getProperty("os.name") + " " + System.getProperty("os.version"))));
    }

    private Procedure<HelpRow> help() {
        return Procedure.named(
                        "help", "Lists the procedures and functions, or describes one: its parameters and its answer.")
                .optional("procedure", text(), "Procedure to describe; all are listed if it is left out.")
                .returns(Columns.<HelpRow>none()
                        .column("name", text(), HelpRow::name, "The procedure, the parameter, or the answer's column.")
                        .column("type", text(), HelpRow::type, "How to call it, or its type.")
                        .column("required", bool(), HelpRow::required, "Whether a call must give it.")
                        .column("remarks", text(), HelpRow::text, "What it does or means."))
                .does(this::answer);
    }

    private Stream<HelpRow> answer(Arguments arguments, CallContext call) {
        Optional<String> name = arguments.optionalText("procedure");
        return name.isPresent()
                ? describe(name.orElseThrow())
                : descriptors.get().routines().stream().map(RuntimeModule::overview);
    }

    private Stream<HelpRow> describe(String name) {
        List<String> parts = SqlNames.split(name);
        String last = parts.get(parts.size() - 1);
        List<RoutineRow> found = descriptors.get().routines().stream()
                .filter(row -> row.name().equals(last))
                .filter(row -> parts.size() < 2 || row.schema().equals(parts.get(parts.size() - 2)))
                .toList();
        if (found.isEmpty()) {
            List<String> names =
                    descriptors.get().routines().stream().map(RoutineRow::name).toList();
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_PROCEDURE,
                    "no procedure \"" + Text.cut(name, 200) + "\"" + Text.didYouMean(last, names)
                            + " CALL help() lists them.");
        }
        return found.stream().flatMap(row -> Stream.concat(Stream.of(overview(row)), details(row)));
    }

    private static HelpRow overview(RoutineRow row) {
        return new HelpRow(
                row.schema() + "." + row.name(),
                signature(row),
                false,
                row.remarks() + " Role: " + Text.lower(row.role().name()) + ".");
    }

    private Stream<HelpRow> details(RoutineRow routine) {
        return descriptors.get().parameters().stream()
                .filter(row -> row.routine().equals(routine))
                .map(row -> new HelpRow(
                        (row.isParameter() ? "  " : "  -> ") + row.name(),
                        InformationSchema.described(row.type()),
                        row.isParameter() && !row.isOptional(),
                        row.defaultText() == null
                                ? row.remarks()
                                : row.remarks() + " Default: " + row.defaultText() + "."));
    }

    /** {@code CALL reconcile.repair(connection, action [, table_name, …])}, {@code TABLE(log.follow([log_name, …]))}. */
    private static String signature(RoutineRow row) {
        StringBuilder text = new StringBuilder(row.isProcedure() ? "CALL " : "TABLE(");
        text.append(row.schema()).append('.').append(row.name()).append('(');
        boolean optional = false;
        String separator = "";
        for (var parameter : row.parameters()) {
            if (parameter.optional() && !optional) {
                optional = true;
                text.append(separator.isEmpty() ? "[" : " [");
            }
            text.append(separator).append(parameter.name());
            separator = ", ";
        }
        return text.append(optional ? "])" : ")")
                .append(row.isProcedure() ? "" : ")")
                .toString();
    }
}
