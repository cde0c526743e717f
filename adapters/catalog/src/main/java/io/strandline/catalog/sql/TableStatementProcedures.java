package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.DesiredState;
import io.strandline.catalog.DesiredState.Reconciled;
import io.strandline.catalog.PlanStep.Verdict;
import io.strandline.catalog.ReconcileOutcome;
import io.strandline.catalog.TableStatements;
import io.strandline.common.CallContext;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.TableStatementKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;

/** What carries out the statements that create, change and drop tables. */
final class TableStatementProcedures {
    private static final String NAME = "Whole name of it.";
    private static final String IF = "Whether it is no error if there is nothing to do.";

    private static final Columns<PlanRow> STEPS = Columns.<PlanRow>none()
            .with(PlanRow.STEP, row -> row)
            .column(
                    "reason",
                    text().orNull(),
                    row -> row.step() == null ? row.reason() : row.step().reason(),
                    "Why it is refused; unchanged if there is nothing to do.");

    private TableStatementProcedures() {}

    static Map<TableStatementKind, Procedure<?>> of(TableStatements tables) {
        Map<TableStatementKind, Procedure<?>> all = new EnumMap<>(TableStatementKind.class);
        all.put(TableStatementKind.CREATE_TABLE, defining(TableStatementKind.CREATE_TABLE, tables::create));
        all.put(TableStatementKind.ALTER_TABLE, defining(TableStatementKind.ALTER_TABLE, tables::alter));
        all.put(
                TableStatementKind.DROP_TABLE,
                begun(TableStatementKind.DROP_TABLE, Role.ADMIN)
                        .parameter(TableStatementKind.TABLE, text(), NAME)
                        .parameter(TableStatementKind.CONDITIONAL, bool(), IF)
                        .parameter(TableStatementKind.PURGE, bool(), "Whether its files are to be deleted.")
                        .parameter(TableStatementKind.DRY_RUN, bool(), "Plan only.")
                        .returns(STEPS)
                        .does(answering((arguments, call) -> tables.drop(
                                DesiredState.table(arguments.text(TableStatementKind.TABLE)),
                                arguments.bool(TableStatementKind.CONDITIONAL),
                                arguments.bool(TableStatementKind.PURGE),
                                arguments.bool(TableStatementKind.DRY_RUN),
                                call))));
        all.put(
                TableStatementKind.COMMENT_ON_COLUMN,
                begun(TableStatementKind.COMMENT_ON_COLUMN, Role.OPERATOR)
                        .parameter(TableStatementKind.TABLE, text(), NAME)
                        .parameter(TableStatementKind.DEFINITION, text().orNull(), "What it is; NULL for no comment.")
                        .parameter(TableStatementKind.DRY_RUN, bool(), "Plan only.")
                        .returns(STEPS)
                        .does(answering((arguments, call) -> tables.commentOnColumn(
                                SqlNames.split(arguments.text(TableStatementKind.TABLE)),
                                arguments
                                        .optionalText(TableStatementKind.DEFINITION)
                                        .orElse(null),
                                arguments.bool(TableStatementKind.DRY_RUN),
                                call))));
        return all;
    }

    /** What is done with a table, of which so much is told. */
    private interface Definition {
        ReconcileOutcome make(TableRef table, String json, boolean conditional, boolean dryRun, CallContext call);
    }

    private static Procedure<PlanRow> defining(TableStatementKind statement, Definition definition) {
        return begun(statement, Role.OPERATOR)
                .parameter(TableStatementKind.TABLE, text(), NAME)
                .parameter(TableStatementKind.DEFINITION, text(), "What it is to be, or its changes, as JSON.")
                .parameter(TableStatementKind.CONDITIONAL, bool(), IF)
                .parameter(TableStatementKind.DRY_RUN, bool(), "Plan only.")
                .returns(STEPS)
                .does(answering((arguments, call) -> definition.make(
                        DesiredState.table(arguments.text(TableStatementKind.TABLE)),
                        arguments.text(TableStatementKind.DEFINITION),
                        arguments.bool(TableStatementKind.CONDITIONAL),
                        arguments.bool(TableStatementKind.DRY_RUN),
                        call)));
    }

    private static Procedure.Builder begun(TableStatementKind statement, Role role) {
        return Procedure.named(statement.name(), "Carries out " + statement.keywords() + ".")
                .role(role)
                .changes();
    }

    private static Procedure.Body<PlanRow> answering(BiFunction<Arguments, CallContext, ReconcileOutcome> change) {
        return (arguments, call) -> {
            ReconcileOutcome outcome = change.apply(arguments, call);
            // what a statement does not name stays, which goes without saying
            return PlanRow.of(new Reconciled(outcome.table(), outcome, outcome.plan(), null)).stream()
                    .filter(row -> row.step() == null || row.step().verdict() != Verdict.KEPT);
        };
    }
}
