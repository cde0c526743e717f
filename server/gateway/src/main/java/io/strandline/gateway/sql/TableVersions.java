package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.parser.SqlTableVersion;
import io.strandline.sqlkit.SqlCatalog;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Tables {@code FOR VERSION AS OF} and {@code FOR TIMESTAMP AS OF}: each becomes a table of its own, with the plain name as its
 * alias, that is looked up as of that version.
 */
final class TableVersions extends SqlShuttle {
    private final StatementSchemas schemas;
    private final SessionOptions options;

    private TableVersions(StatementSchemas schemas, SessionOptions options) {
        this.schemas = schemas;
        this.options = options;
    }

    /** The statement with each such table named. A time without a zone is one of the session's. */
    static SqlNode name(SqlNode statement, StatementSchemas schemas, SessionOptions options) {
        return Objects.requireNonNullElse(statement.accept(new TableVersions(schemas, options)), statement);
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call instanceof SqlSnapshot snapshot) {
            SqlIdentifier table = tableOf(snapshot);
            SqlIdentifier alias = new SqlIdentifier(last(table), table.getParserPosition());
            return SqlStdOperatorTable.AS.createCall(snapshot.getParserPosition(), named(snapshot), alias);
        }
        if (call.getKind() == SqlKind.AS && call.operand(0) instanceof SqlSnapshot snapshot) {
            List<SqlNode> operands = new ArrayList<>(call.getOperandList());
            operands.set(0, named(snapshot));
            return SqlStdOperatorTable.AS.createCall(call.getParserPosition(), operands);
        }
        return super.visit(call);
    }

    private SqlIdentifier named(SqlSnapshot snapshot) {
        SqlIdentifier table = tableOf(snapshot);
        if (new Names(schemas, options).table(table.names).get(0).equals(RootSchema.CONTROL_PLANE)) {
            throw wrong(table, "tables of the control plane have no versions; those of the lake have.");
        }
        SqlNode period = snapshot.getPeriod();
        boolean version = SqlTableVersion.is(period);
        SqlNode value = version ? ((SqlCall) period).operand(0) : period;
        SqlCatalog.AsOf asOf = version ? version(value) : new SqlCatalog.AsOf.Time(time(value));
        String shown = last(table) + " FOR " + (version ? "VERSION" : "TIMESTAMP") + " AS OF " + value;
        List<String> names = new ArrayList<>(table.names);
        names.set(names.size() - 1, schemas.nameOf(last(table), asOf, shown));
        return new SqlIdentifier(names, table.getParserPosition());
    }

    private static SqlIdentifier tableOf(SqlSnapshot snapshot) {
        if (snapshot.getTableRef() instanceof SqlIdentifier table) {
            return table;
        }
        throw wrong(snapshot, "a version is wanted of what is no table. Write it after the name of a table.");
    }

    private static String last(SqlIdentifier table) {
        return table.names.get(table.names.size() - 1);
    }

    private static SqlCatalog.AsOf version(SqlNode value) {
        if (value instanceof SqlLiteral literal) {
            if (literal.getValue() instanceof NlsString name) {
                return new SqlCatalog.AsOf.Version(name.getValue(), true);
            }
            if (SqlTypeName.EXACT_TYPES.contains(literal.getTypeName())) {
                return new SqlCatalog.AsOf.Version(String.valueOf(literal.toValue()), false);
            }
        }
        throw wrong(
                value,
                "a version is the id of a snapshot, as 123, or the name of a branch or tag, as 'main'; write it out.");
    }

    private Instant time(SqlNode value) {
        String text = value instanceof SqlUnknownLiteral unknown
                ? unknown.getValue()
                : value instanceof SqlLiteral literal && literal.getValue() instanceof NlsString string
                        ? string.getValue()
                        : "";
        try {
            return text.endsWith("Z")
                    ? Instant.parse(text.strip().replace(' ', 'T'))
                    : LocalDateTime.parse(
                                    text.length() == "2026-01-01".length()
                                            ? text + "T00:00"
                                            : text.strip().replace(' ', 'T'))
                            .atZone(options.timeZone())
                            .toInstant();
        } catch (DateTimeException e) {
            throw wrong(
                    value,
                    "this is no time of a version. Write it out, as TIMESTAMP '2026-01-31 12:00:00', which is one of the"
                            + " session's time zone.");
        }
    }

    private static StrandlineException wrong(SqlNode at, String what) {
        SqlParserPos place = at.getParserPosition();
        return new StrandlineException(
                ErrorCode.INVALID_STATEMENT,
                "line " + place.getLineNum() + ", column " + place.getColumnNum() + ": " + what);
    }
}
