package io.strandline.gateway.call;

import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.Plan;
import io.strandline.gateway.sql.RowsAnswer;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.gateway.sql.WireColumns;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.TableStatementKind;
import io.strandline.sqlkit.calcite.CalciteTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of a statement about tables: what it would do to the table as it is at that moment. Changes nothing. Immutable. */
record TableStatementExplained(String text, CallPlan<?> dryRun, WireColumns columns, Meta.Signature signature)
        implements Plan {
    private static final Columns<String> ANSWER =
            Columns.<String>none().column("PLAN", SqlType.text(), text -> text, "What would be done.");

    TableStatementExplained(String text, CallPlan<?> dryRun) {
        this(
                text,
                dryRun,
                WireColumns.of(
                        CalciteTypes.row(ANSWER.list(), new JavaTypeFactoryImpl()), Collections.singletonList(null)));
    }

    private TableStatementExplained(String text, CallPlan<?> dryRun, WireColumns columns) {
        this(text, dryRun, columns, columns.signature(text, List.of(), Meta.StatementType.SELECT));
    }

    @Override
    public StatementKind kind() {
        return StatementKind.EXPLAIN;
    }

    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public Answer run(List<@Nullable TypedValue> parameters, StatementExecution execution) {
        StatementCall call = new StatementCall(execution, null);
        try {
            Arguments arguments = dryRun.explained(execution);
            StringBuilder plan = new StringBuilder("TableStatement(statement=[" + dryRun.name() + "], name=["
                    + arguments.text(TableStatementKind.TABLE) + "])\n");
            Iterator<@Nullable Object[]> rows = dryRun.open(arguments, call);
            while (rows.hasNext()) {
                plan.append("  ").append(line(rows.next())).append('\n');
            }
            Iterator<Object[]> answer =
                    List.<Object[]>of(new Object[] {plan.toString()}).iterator();
            return new RowsAnswer(signature, columns, answer, call);
        } catch (Throwable e) {
            call.close();
            throw e;
        }
    }

    /** What is known of a step, by the names of the columns. */
    private String line(@Nullable Object[] row) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        for (Column<?> column : dryRun.procedure().columns()) {
            Object value = row[at++];
            if (value != null) {
                parts.add(column.name() + "=[" + value + "]");
            }
        }
        return "Step(" + String.join(", ", parts) + ")";
    }
}
