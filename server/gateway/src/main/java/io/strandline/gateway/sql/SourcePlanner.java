package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Column;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Plans where the rows of one statement that writes come from: what is written out, and what is asked of a query. Literals and
 * bare parameters never reach Calcite, so that they keep every digit.
 */
final class SourcePlanner {
    private static final int MOST_COMPUTED = 200;

    private final String statement;
    private final List<Column<?>> columns;
    private final SessionOptions options;
    private final Queries queries;
    private final WrittenValues values;

    /** Plans queries of the statement. */
    @FunctionalInterface
    interface Queries {
        QueryPlanner.Source plan(SqlNode query);
    }

    /**
     * A planner for rows of those columns.
     *
     * @param statement as messages name it
     */
    SourcePlanner(String statement, List<Column<?>> columns, SessionOptions options, Queries queries) {
        this.statement = statement;
        this.columns = columns;
        this.options = options;
        this.queries = queries;
        this.values = new WrittenValues(options.timeZone());
    }

    /** A source with the parameters of the statement. */
    record Planned(WriteSource source, WriteParameters parameters) {}

    Planned plan(SqlNode source) {
        return source.getKind() == SqlKind.VALUES ? ofValues((SqlCall) source) : ofQuery(source);
    }

    private Planned ofValues(SqlCall written) {
        Map<String, Integer> places = new LinkedHashMap<>();
        List<SqlNode> computed = new ArrayList<>();
        List<List<@Nullable ValueSource>> rows = new ArrayList<>();
        List<List<Integer>> asked = new ArrayList<>();
        for (SqlNode row : written.getOperandList()) {
            List<SqlNode> items = row.getKind() == SqlKind.ROW ? ((SqlCall) row).getOperandList() : List.of(row);
            requireCount(items.size(), "row " + (rows.size() + 1));
            List<@Nullable ValueSource> sources = new ArrayList<>(items.size());
            List<Integer> itsPlaces = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                ValueSource known = read(items.get(i), i);
                sources.add(known);
                itsPlaces.add(known == null ? place(items.get(i), places, computed) : -1);
            }
            rows.add(sources);
            asked.add(itsPlaces);
        }
        if (computed.isEmpty()) {
            List<List<ValueSource>> known = new ArrayList<>();
            rows.forEach(
                    row -> known.add(row.stream().map(Objects::requireNonNull).toList()));
            return planned(null, List.of(), List.of(), known, true);
        }
        Renumbered query = renumbered(selectOf(computed));
        QueryPlanner.Source source = queries.plan(query.query());
        SourceColumns conversions = new SourceColumns(source, zone());
        List<List<ValueSource>> complete = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            List<ValueSource> row = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                ValueSource known = rows.get(r).get(i);
                int place = asked.get(r).get(i);
                row.add(known == null ? conversions.of(place, columns.get(i), computed.get(place)) : known);
            }
            complete.add(row);
        }
        return planned(source, query.numbers(), source.plan().parameterTypes(), complete, true);
    }

    /** Expressions that are written alike are computed once, as the same moment is for all rows; those with a parameter are not. */
    private static int place(SqlNode expression, Map<String, Integer> places, List<SqlNode> computed) {
        String text = expression.toString();
        boolean own = text.indexOf('?') >= 0 || !isRepeatable(expression);
        Integer known = own ? null : places.get(text);
        if (known != null) {
            return known;
        }
        if (computed.size() == MOST_COMPUTED) {
            throw new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "VALUES holds more than " + MOST_COMPUTED + " values that are to be computed. Write literals, bind"
                            + " parameters, or INSERT what a query gives.");
        }
        computed.add(expression);
        places.put(text, computed.size() - 1);
        return computed.size() - 1;
    }

    /** RAND() is another number each time. */
    private static boolean isRepeatable(SqlNode expression) {
        boolean[] repeatable = {true};
        SqlNode unused = expression.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                repeatable[0] &= call.getOperator().isDeterministic() && call.getKind() != SqlKind.OTHER_FUNCTION;
                return super.visit(call);
            }
        });
        return repeatable[0];
    }

    private static SqlSelect selectOf(List<SqlNode> items) {
        SqlParserPos at = items.get(0).getParserPosition();
        return new SqlSelect(
                at, null, new SqlNodeList(items, at), null, null, null, null, null, null, null, null, null, null);
    }

    private Planned ofQuery(SqlNode given) {
        SqlSelect select = SourceColumns.select(given);
        List<SqlNode> items =
                select == null ? null : new ArrayList<>(select.getSelectList().getList());
        List<@Nullable ValueSource> known = new ArrayList<>();
        if (select != null && items != null && !SourceColumns.hasStar(select.getSelectList())) {
            requireCount(items.size(), "the query");
            List<SqlNode> asked = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                ValueSource source = read(SourceColumns.bare(items.get(i)), i);
                known.add(source);
                asked.add(source == null ? items.get(i) : placeholder(items.get(i)));
            }
            select.setSelectList(new SqlNodeList(asked, select.getSelectList().getParserPosition()));
        }
        Renumbered query = renumbered(given);
        QueryPlanner.Source source = queries.plan(query.query());
        if (source.plan().endless()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    statement + " cannot take rows that never end. Read log.events with bounds on event_offset.");
        }
        int count = source.plan().row().getFieldCount();
        requireCount(count, "the query");
        SourceColumns conversions = new SourceColumns(source, zone());
        List<ValueSource> row = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ValueSource constant = known.isEmpty() ? null : known.get(i);
            row.add(
                    constant == null
                            ? conversions.of(i, columns.get(i), SourceColumns.written(items, i, count))
                            : constant);
        }
        return planned(source, query.numbers(), source.plan().parameterTypes(), List.of(row), false);
    }

    private @Nullable ValueSource read(SqlNode node, int place) {
        Column<?> column = columns.get(place);
        return values.read(node, column.name(), column.type());
    }

    /** A constant that stands for another in the query, under its name. */
    private static SqlNode placeholder(SqlNode item) {
        SqlNode constant = SqlLiteral.createBoolean(true, item.getParserPosition());
        return item.getKind() == SqlKind.AS
                ? ((SqlCall) item)
                        .getOperator()
                        .createCall(item.getParserPosition(), constant, ((SqlCall) item).operand(1))
                : constant;
    }

    private void requireCount(int count, String what) {
        if (count != columns.size()) {
            throw new StrandlineException(
                    ErrorCode.INVALID_STATEMENT,
                    what + " gives " + count + (count == 1 ? " value" : " values") + " and " + statement + " has "
                            + columns.size() + (columns.size() == 1 ? " column: " : " columns: ")
                            + String.join(
                                    ", ",
                                    columns.stream()
                                            .map(Column::name)
                                            .map(SqlNames::quoteIfNeeded)
                                            .toList())
                            + ". Give one for each, or name the columns after the table.");
        }
    }

    private ZoneId zone() {
        return options.timeZone();
    }

    private Planned planned(
            QueryPlanner.@Nullable Source source,
            List<Integer> numbers,
            List<RelDataType> types,
            List<List<ValueSource>> rows,
            boolean writtenOut) {
        WriteSource planned = new WriteSource(
                source == null ? null : source.plan(),
                numbers,
                source == null ? List.of() : source.bare(),
                rows,
                writtenOut,
                source == null ? "" : source.text());
        return new Planned(planned, WriteParameters.of(values.parameters(), numbers, types));
    }

    /**
     * A query whose parameters are numbered by themselves.
     *
     * @param numbers of each in the statement
     */
    private record Renumbered(SqlNode query, List<Integer> numbers) {}

    private static Renumbered renumbered(SqlNode query) {
        List<Integer> numbers = new ArrayList<>();
        SqlNode own = query.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlDynamicParam parameter) {
                int known = numbers.indexOf(parameter.getIndex());
                if (known < 0) {
                    numbers.add(parameter.getIndex());
                }
                return new SqlDynamicParam(known < 0 ? numbers.size() - 1 : known, parameter.getParserPosition());
            }
        });
        return new Renumbered(numbers.isEmpty() || own == null ? query : own, List.copyOf(numbers));
    }
}
