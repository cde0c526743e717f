package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** What the validator refuses: names that are not there, with the nearest that is, and statements that make no sense. */
final class ValidationErrors {
    private static final int MESSAGE_LIMIT = 500;
    private static final Pattern NO_TABLE =
            Pattern.compile("^Object '(.*?)' not found(?: within '(.*?)')?", Pattern.DOTALL);
    private static final Pattern NO_ALIAS = Pattern.compile("^Table '(.*?)' not found", Pattern.DOTALL);
    private static final Pattern NO_COLUMN = Pattern.compile(
            "^(?:Column|Unknown (?:field|target column)) '(.*?)'"
                    + "(?: not found in (?:any table|table '(.*?)'))?(?:; did you mean '(.*?)'\\?)?$",
            Pattern.DOTALL);
    /** What a name that is no column looks like where a select item could have been meant by its alias. */
    private static final Pattern ONLY_ITSELF =
            Pattern.compile("^The definition of column '(.*?)' depends on itself", Pattern.DOTALL);

    private static final Pattern NO_FUNCTION =
            Pattern.compile("^No match found for function signature (.*)$", Pattern.DOTALL);

    private final Names names;
    private final @Nullable SqlNode statement;

    ValidationErrors(StatementSchemas schemas, SessionOptions options, @Nullable SqlNode statement) {
        this.names = new Names(schemas, options);
        this.statement = statement;
    }

    StrandlineException translate(CalciteContextException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = StrandlineException.describe(cause);
        String place = "line " + failure.getPosLine() + ", column " + failure.getPosColumn() + ": ";
        Matcher table = NO_TABLE.matcher(message);
        if (table.find()) {
            return noTable(place, failure, table);
        }
        Matcher alias = NO_ALIAS.matcher(message);
        if (alias.find()) {
            return error(
                    ErrorCode.NO_SUCH_TABLE,
                    place + "no table or alias " + SqlNames.quoteIfNeeded(alias.group(1))
                            + " in this query. Name it in FROM.",
                    failure);
        }
        Matcher column = NO_COLUMN.matcher(message);
        if (column.find() && (message.contains("not found") || message.startsWith("Unknown"))) {
            return noColumn(place, failure, column.group(1), column.group(2), column.group(3));
        }
        Matcher itself = ONLY_ITSELF.matcher(message);
        if (itself.find()) {
            return noColumn(place, failure, itself.group(1), null, null);
        }
        Matcher function = NO_FUNCTION.matcher(message);
        if (function.find()) {
            return error(
                    ErrorCode.NO_SUCH_PROCEDURE,
                    place + "no function " + Text.lower(Jargon.mend(function.group(1)))
                            + ". Check its name and the types of its arguments.",
                    failure);
        }
        if (message.startsWith("Unknown identifier '")) {
            return error(
                    ErrorCode.INVALID_STATEMENT,
                    place + "no type or name " + message.substring("Unknown identifier ".length())
                            + " is known here. Check how it is spelled.",
                    failure);
        }
        ErrorCode code = message.startsWith("Illegal ") || message.startsWith("Literal ")
                ? ErrorCode.BAD_VALUE
                : ErrorCode.INVALID_STATEMENT;
        return error(code, place + sentence(Jargon.mend(message)), failure);
    }

    private StrandlineException noTable(String place, CalciteContextException failure, Matcher found) {
        List<String> written = identifierAt(failure);
        List<String> name = written.isEmpty() ? List.of(found.group(1)) : written;
        return error(names.missing(name).code(), place + names.missing(name).message(), failure);
    }

    private StrandlineException noColumn(
            String place,
            CalciteContextException failure,
            String column,
            @Nullable String table,
            @Nullable String nearest) {
        String where = table == null ? "" : " in " + SqlNames.quoteIfNeeded(table);
        String meant = nearest == null ? Text.didYouMean(column, columns()) : "; did you mean \"" + nearest + "\"?";
        return error(
                ErrorCode.NO_SUCH_COLUMN,
                place + "no column " + SqlNames.quoteIfNeeded(column) + where + meant
                        + " SELECT * FROM information_schema.columns lists them.",
                failure);
    }

    /** The columns of every table the statement names. */
    private Set<String> columns() {
        Set<String> columns = new TreeSet<>();
        if (statement != null) {
            statement.accept(new SqlBasicVisitor<@Nullable Void>() {
                @Override
                public @Nullable Void visit(SqlIdentifier id) {
                    columns.addAll(names.columns(id.names));
                    return null;
                }
            });
        }
        return columns;
    }

    private static String sentence(String message) {
        return message.endsWith(".") || message.endsWith("?") ? message : message + ".";
    }

    private static StrandlineException error(ErrorCode code, String message, Throwable cause) {
        return new StrandlineException(code, Text.cut(message, MESSAGE_LIMIT), cause);
    }

    /** The name as written at the place of the failure, empty if none stands there. */
    private List<String> identifierAt(CalciteContextException failure) {
        if (statement == null) {
            return List.of();
        }
        Finder finder = new Finder(failure.getPosLine(), failure.getPosColumn());
        statement.accept(finder);
        return finder.names;
    }

    /** Finds the longest identifier that covers a place. */
    private static final class Finder extends SqlBasicVisitor<@Nullable Void> {
        private final int line;
        private final int column;
        private List<String> names = List.of();

        Finder(int line, int column) {
            this.line = line;
            this.column = column;
        }

        @Override
        public @Nullable Void visit(SqlIdentifier id) {
            SqlParserPos at = id.getParserPosition();
            boolean starts = at.getLineNum() < line || (at.getLineNum() == line && at.getColumnNum() <= column);
            boolean ends = at.getEndLineNum() > line || (at.getEndLineNum() == line && at.getEndColumnNum() >= column);
            if (starts && ends && id.names.size() > names.size()) {
                names = List.copyOf(id.names);
            }
            return null;
        }
    }
}
