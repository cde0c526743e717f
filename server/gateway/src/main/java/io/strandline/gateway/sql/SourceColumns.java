package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.calcite.CalciteTypes;
import io.strandline.sqlkit.calcite.Representation;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** What becomes of the columns of a query whose rows are written: conversions, and digits of times that nobody may lose. */
final class SourceColumns {
    private static final int MILLIS = 3;
    private static final Set<String> TIMES = Set.of("TIME", "TIMESTAMP", "TIMESTAMP_WITH_LOCAL_TIME_ZONE");

    private final QueryPlanner.Source source;
    private final ZoneId zone;

    SourceColumns(QueryPlanner.Source source, ZoneId zone) {
        this.source = source;
        this.zone = zone;
    }

    /** The SELECT that says what a query's columns are; null where several do. */
    static @Nullable SqlSelect select(SqlNode query) {
        if (query instanceof SqlOrderBy ordered) {
            return select(ordered.query);
        }
        if (query instanceof SqlWith with) {
            return select(with.body);
        }
        return query instanceof SqlSelect select ? select : null;
    }

    /** Whether columns of a SELECT are one each: there is no star among them. */
    static boolean hasStar(SqlNodeList items) {
        return items.stream().anyMatch(item -> item instanceof SqlIdentifier name && name.isStar());
    }

    /** What is selected, without its name. */
    static SqlNode bare(SqlNode item) {
        return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    }

    /**
     * Where a column of the table gets its value.
     *
     * @param written what was selected for it; null if that is not known
     * @throws StrandlineException {@code INVALID_STATEMENT} for a type that it does not take, {@code LOSES_PRECISION}
     */
    ValueSource of(int place, Column<?> column, @Nullable SqlNode written) {
        RelDataType type = source.plan().row().getFieldList().get(place).getType();
        if (type.getSqlTypeName() == SqlTypeName.NULL) {
            return new ValueSource.Fixed(null);
        }
        Column<?> scanned = source.bare().get(place);
        SqlType from = scanned == null
                ? CalciteTypes.sqlType(type).orElseThrow(() -> refused(column, type.toString()))
                : scanned.type();
        Function<Object, Object> assigned = Assignment.of(from, column.type(), zone);
        if (assigned == null) {
            throw refused(column, from.sqlText());
        }
        if (scanned == null && source.fine().get(place) && !acceptsTheLoss(written)) {
            throw new StrandlineException(
                    ErrorCode.LOSES_PRECISION,
                    "column " + SqlNames.quoteIfNeeded(column.name())
                            + " is given times through an expression, and expressions compute times in milliseconds: finer"
                            + " digits would be lost. Select the bare column of one table, or CAST(... AS TIMESTAMP(3)) to"
                            + " accept the loss.");
        }
        return new ValueSource.Asked(
                place, scanned == null ? Representation.fromInternal(from).andThen(assigned) : assigned);
    }

    private static boolean acceptsTheLoss(@Nullable SqlNode written) {
        return written != null
                && written.getKind() == SqlKind.CAST
                && ((SqlCall) written).operand(1) instanceof SqlDataTypeSpec type
                && type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                && TIMES.contains(Text.upper(type.getTypeName().getSimple()))
                && basic.getPrecision() >= 0
                && basic.getPrecision() <= MILLIS;
    }

    private static StrandlineException refused(Column<?> column, String from) {
        return new StrandlineException(
                ErrorCode.INVALID_STATEMENT,
                "column " + SqlNames.quoteIfNeeded(column.name()) + " is "
                        + column.type().sqlText() + " and does not take " + from + ". Write CAST(... AS "
                        + column.type().sqlText() + ").");
    }

    /** For each of so many columns what was selected for it, or null where a star hides it. */
    static @Nullable SqlNode written(@Nullable List<SqlNode> items, int place, int count) {
        if (items == null) {
            return null;
        }
        int star = -1;
        int last = -1;
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof SqlIdentifier name && name.isStar()) {
                star = star < 0 ? i : star;
                last = i;
            }
        }
        if (star < 0 || place < star) {
            return bare(items.get(place));
        }
        int fromEnd = items.size() - (count - place);
        return fromEnd > last ? bare(items.get(fromEnd)) : null;
    }
}
