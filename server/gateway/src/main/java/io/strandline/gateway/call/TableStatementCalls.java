package io.strandline.gateway.call;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.CountAnswer;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.gateway.sql.WireColumns;
import io.strandline.parser.ddl.TableStatement;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.TableStatementKind;
import io.strandline.sqlkit.calcite.CalciteTypes;
import io.strandline.sqlkit.calcite.RowReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * Statements about tables as calls of what carries them out, so that they run as every change does: at most once, journaled,
 * audited, by who may (GW-1 to GW-3). Stateless and thread-safe.
 */
record TableStatementCalls(ProcedureCatalog procedures, ChangingCall changing) {
    private static final String CONTROL_PLANE = "strandline";

    /**
     * Plans a statement; looks at no table.
     *
     * @param dryRun whether it is to be planned only
     * @throws StrandlineException {@code BAD_ARGUMENT}, {@code NOT_SUPPORTED}
     */
    CallPlan<?> plan(String sql, TableStatement statement, SessionOptions options, boolean dryRun) {
        String table = SqlNames.dotted(wholeName(statement, options));
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put(TableStatementKind.TABLE, table);
        arguments.put(TableStatementKind.DRY_RUN, dryRun);
        return plan(sql, statement.keywords(), procedure(statement, arguments), arguments);
    }

    /** What carries it out; what it needs beside the name is put into the arguments. */
    private Procedure<?> procedure(TableStatement statement, Map<String, @Nullable Object> arguments) {
        TableStatementKind kind;
        if (statement instanceof TableStatement.Create create) {
            kind = TableStatementKind.CREATE_TABLE;
            arguments.put(TableStatementKind.DEFINITION, TableStatementJson.of(create));
            arguments.put(TableStatementKind.CONDITIONAL, create.ifNotExists());
        } else if (statement instanceof TableStatement.Alter alter) {
            kind = TableStatementKind.ALTER_TABLE;
            arguments.put(TableStatementKind.DEFINITION, TableStatementJson.of(alter));
            arguments.put(TableStatementKind.CONDITIONAL, alter.ifExists());
        } else if (statement instanceof TableStatement.Drop drop) {
            kind = TableStatementKind.DROP_TABLE;
            arguments.put(TableStatementKind.CONDITIONAL, drop.ifExists());
            arguments.put(TableStatementKind.PURGE, drop.purge());
        } else if (statement instanceof TableStatement.CommentOnTable comment) {
            kind = TableStatementKind.ALTER_TABLE;
            arguments.put(TableStatementKind.DEFINITION, TableStatementJson.of(comment));
            arguments.put(TableStatementKind.CONDITIONAL, false);
        } else {
            kind = TableStatementKind.COMMENT_ON_COLUMN;
            arguments.put(TableStatementKind.DEFINITION, ((TableStatement.CommentOnColumn) statement).comment());
        }
        return procedures
                .carryingOut(kind)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        statement.keywords() + " is not supported here: no catalog is configured."));
    }

    private <R> CallPlan<R> plan(
            String sql, String keywords, Procedure<R> procedure, Map<String, @Nullable Object> arguments) {
        RelDataTypeFactory types = new JavaTypeFactoryImpl();
        Map<Parameter, ArgumentSource> sources = new LinkedHashMap<>();
        procedure.parameters().forEach(parameter -> sources.put(parameter, source(arguments.get(parameter.name()))));
        List<@Nullable List<String>> origins =
                Collections.nCopies(procedure.columns().size(), null);
        return new CallPlan<>(
                StatementKind.DDL,
                sql,
                keywords,
                procedure,
                new ArgumentValues(keywords, sources, types),
                List.of(),
                WireColumns.of(CalciteTypes.row(procedure.columns(), types), origins),
                CountAnswer.signature(sql),
                RowReader.of(keywords, procedure.columns()),
                changing);
    }

    private static ArgumentSource source(@Nullable Object value) {
        if (value == null) {
            return new ArgumentSource.Null();
        }
        return new ArgumentSource.Literal(value instanceof Boolean ? Rep.BOOLEAN : Rep.STRING, value);
    }

    /** The name with what the session's path adds: its catalog, and for a table's name alone its schema, which is a namespace. */
    private static List<String> wholeName(TableStatement statement, SessionOptions options) {
        int least = statement instanceof TableStatement.CommentOnColumn ? 4 : 3;
        List<String> written = statement.name();
        if (written.stream().anyMatch(String::isEmpty)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    statement.keywords() + ": a part of the name is empty or *. Write catalog.namespace.table.");
        }
        List<String> whole = new ArrayList<>();
        if (written.size() < least && !options.catalog().equals(CONTROL_PLANE)) {
            whole.add(options.catalog());
            if (written.size() == least - 2) {
                whole.addAll(SqlNames.split(options.schema()));
            }
        }
        whole.addAll(written);
        if (whole.get(0).equals(CONTROL_PLANE)) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    statement.keywords() + " " + SqlNames.dotted(whole)
                            + " is not supported: system tables stay as they are. Name a table of the lake, as"
                            + " catalog.namespace.table.");
        }
        return whole;
    }
}
