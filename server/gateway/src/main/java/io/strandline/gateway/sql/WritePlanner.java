package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.ColumnBatches;
import io.strandline.sqlkit.TableWriter;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.WriteRequest;
import io.strandline.sqlkit.calcite.StrandlineTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Plans INSERT, UPDATE and DELETE: finds the table, and says where the rows come from. For one statement. */
final class WritePlanner {
    private static final RelDataTypeFactory TYPES = new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE);

    private final String sql;
    private final SessionOptions options;
    private final StatementSchemas schemas;
    private final QueryPlanner queries;
    private final ChangeRunner changes;

    WritePlanner(
            String sql, SessionOptions options, StatementSchemas schemas, QueryPlanner queries, ChangeRunner changes) {
        this.sql = sql;
        this.options = options;
        this.schemas = schemas;
        this.queries = queries;
        this.changes = changes;
    }

    /** A table that can be written. */
    private record Written(List<String> place, VirtualTable<?> table, TableWriter writer) {
        Column<?> column(SqlNode name) {
            String column = ((SqlIdentifier) name).names.get(((SqlIdentifier) name).names.size() - 1);
            List<String> names = new ArrayList<>();
            for (Column<?> each : table.columns()) {
                if (each.name().equals(column)) {
                    return each;
                }
                names.add(each.name());
            }
            SqlParserPos at = name.getParserPosition();
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_COLUMN,
                    "line " + at.getLineNum() + ", column " + at.getColumnNum() + ": table "
                            + SqlNames.dotted(place) + " has no column " + SqlNames.quoteIfNeeded(column)
                            + Text.didYouMean(column, names));
        }
    }

    /** INSERT INTO table [(columns)] VALUES or a query. */
    WritePlan plan(SqlInsert insert) {
        Written to = written(insert, insert.getTargetTable());
        List<Column<?>> columns = new ArrayList<>();
        SqlNodeList named = insert.getTargetColumnList();
        if (named == null) {
            columns.addAll(to.table().columns());
        } else {
            for (SqlNode name : named) {
                Column<?> column = to.column(name);
                if (columns.contains(column)) {
                    throw new StrandlineException(
                            ErrorCode.INVALID_STATEMENT,
                            "INSERT names column " + SqlNames.quoteIfNeeded(column.name()) + " twice. Name it once.");
                }
                columns.add(column);
            }
        }
        return plan(
                new WriteTarget(WriteRequest.Kind.INSERT, to.place(), to.writer(), columns, List.of(), List.of()),
                insert.getSource());
    }

    /** UPDATE of rows named by their key: they are read, and written as they are to be. */
    WritePlan plan(SqlUpdate update) {
        Written to = written(update, update.getTargetTable());
        List<String> set = new ArrayList<>();
        Map<String, SqlNode> values = new HashMap<>();
        for (int i = 0; i < update.getTargetColumnList().size(); i++) {
            String column = to.column(update.getTargetColumnList().get(i)).name();
            if (values.put(column, update.getSourceExpressionList().get(i)) != null) {
                throw new StrandlineException(
                        ErrorCode.INVALID_STATEMENT,
                        "UPDATE sets column " + SqlNames.quoteIfNeeded(column) + " twice. Set it once.");
            }
            set.add(column);
        }
        SqlNode alias = alias(update.getTargetTable(), update.getAlias());
        List<SqlNode> items = new ArrayList<>();
        for (Column<?> column : to.table().columns()) {
            SqlNode value = values.get(column.name());
            items.add(value == null ? name(alias, column.name()) : value);
        }
        List<String> named = KeyConditions.columns(update.getCondition(), "UPDATE");
        return plan(
                new WriteTarget(
                        WriteRequest.Kind.UPDATE,
                        to.place(),
                        to.writer(),
                        List.copyOf(to.table().columns()),
                        named,
                        set),
                select(items, from(update.getTargetTable(), update.getAlias()), update.getCondition()));
    }

    /** DELETE of rows named by their key: those that are there. */
    WritePlan plan(SqlDelete delete) {
        Written to = written(delete, delete.getTargetTable());
        List<String> named = KeyConditions.columns(delete.getCondition(), "DELETE");
        SqlNode alias = alias(delete.getTargetTable(), delete.getAlias());
        List<Column<?>> columns = new ArrayList<>();
        List<SqlNode> items = new ArrayList<>();
        for (String column : named) {
            columns.add(to.column(new SqlIdentifier(column, SqlParserPos.ZERO)));
            items.add(name(alias, column));
        }
        return plan(
                new WriteTarget(WriteRequest.Kind.DELETE, to.place(), to.writer(), columns, named, List.of()),
                select(items, from(delete.getTargetTable(), delete.getAlias()), delete.getCondition()));
    }

    private WritePlan plan(WriteTarget target, SqlNode source) {
        SourcePlanner.Planned planned = new SourcePlanner(
                        target.kind().name() + " of " + target.table(),
                        target.columns(),
                        options,
                        query -> queries.source(sql, query, options, schemas))
                .plan(source);
        List<RelDataType> parameters = planned.parameters().types(TYPES);
        Meta.Signature signature = WireColumns.of(TYPES.builder().build(), List.of())
                .signature(
                        sql,
                        parameters,
                        Meta.StatementType.valueOf(target.kind().name()));
        return new WritePlan(sql, signature, target, planned.source(), planned.parameters(), changes);
    }

    /** Columns on their way into the table of that name. */
    IngestRun ingest(List<String> table, ColumnBatches batches) {
        SqlIdentifier name = new SqlIdentifier(table, SqlParserPos.ZERO);
        Written to = written(new SqlInsert(SqlParserPos.ZERO, SqlNodeList.EMPTY, name, SqlNodeList.EMPTY, null), name);
        RequestHash hash = new RequestHash(options);
        hash.add("INGEST");
        to.place().forEach(hash::add);
        return new IngestRun(to.place(), to.writer(), batches, hash.hex());
    }

    private Written written(SqlNode statement, SqlNode target) {
        if (!(target instanceof SqlIdentifier name)) {
            throw UnsupportedStatements.error(statement, any -> true);
        }
        Names names = new Names(schemas, options);
        List<String> place = names.table(name.names);
        VirtualTable<?> table = schemas.table(place)
                .map(CalciteSchema.TableEntry::getTable)
                .filter(StrandlineTable.class::isInstance)
                .<VirtualTable<?>>map(found -> ((StrandlineTable) found).descriptor())
                .orElseThrow(() -> UnsupportedStatements.error(statement, names::isOfTheLake));
        return table.writer()
                .map(writer -> new Written(place, table, writer))
                .orElseThrow(() -> UnsupportedStatements.error(statement, names::isOfTheLake));
    }

    private static SqlNode alias(SqlNode target, @Nullable SqlIdentifier alias) {
        SqlIdentifier table = (SqlIdentifier) target;
        return alias == null ? table.getComponent(table.names.size() - 1) : alias;
    }

    private static SqlNode from(SqlNode target, @Nullable SqlIdentifier alias) {
        return alias == null ? target : SqlStdOperatorTable.AS.createCall(target.getParserPosition(), target, alias);
    }

    private static SqlNode name(SqlNode alias, String column) {
        return ((SqlIdentifier) alias).plus(column, alias.getParserPosition());
    }

    private static SqlNode select(List<SqlNode> items, SqlNode from, @Nullable SqlNode condition) {
        SqlParserPos at = from.getParserPosition();
        return new SqlSelect(
                at, null, new SqlNodeList(items, at), from, condition, null, null, null, null, null, null, null, null);
    }
}
