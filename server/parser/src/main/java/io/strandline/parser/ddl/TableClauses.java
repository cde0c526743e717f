package io.strandline.parser.ddl;

import io.strandline.parser.StatementSyntaxException;
import io.strandline.parser.StatementSyntaxException.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** What follows the columns of CREATE TABLE, in any order, each at most once. Filled by the generated parser. */
public final class TableClauses {
    private final Map<String, Object> given = new LinkedHashMap<>();

    /** Adds a clause. */
    public void add(String clause, Object value, SqlParserPos at) {
        if (given.putIfAbsent(clause, value) != null) {
            throw twice(clause, at);
        }
    }

    /** Adds a property to those there are. */
    public static void addProperty(Map<String, String> properties, String key, String value, SqlParserPos at) {
        if (properties.putIfAbsent(key, value) != null) {
            throw twice(key, at);
        }
    }

    private static StatementSyntaxException twice(String what, SqlParserPos at) {
        return new StatementSyntaxException(
                Kind.SYNTAX, what + " is given twice; keep one", at.getLineNum(), at.getColumnNum());
    }

    /** What a literal holds, as text. */
    public static String text(SqlNode literal) {
        SqlLiteral unchained = SqlLiteral.unchain(literal);
        String text = unchained.toValue();
        if (text == null) {
            SqlParserPos at = literal.getParserPosition();
            throw new StatementSyntaxException(
                    Kind.SYNTAX, "NULL is no value here; leave it out", at.getLineNum(), at.getColumnNum());
        }
        return unchained.getTypeName() == SqlTypeName.BOOLEAN ? text.toLowerCase(Locale.ROOT) : text;
    }

    /** The statement. */
    @SuppressWarnings("unchecked") // each clause's value is of the kind the parser read for it
    public TableStatement.Create create(List<String> name, boolean ifNotExists, List<ColumnDefinition> columns) {
        Map<String, String> properties = (Map<String, String>) given.getOrDefault("WITH", Map.of());
        return new TableStatement.Create(
                List.copyOf(name),
                ifNotExists,
                List.copyOf(columns),
                text("COMMENT"),
                (List<PartitionTerm>) given.get("PARTITIONED BY"),
                properties,
                text("LOCATION"),
                text("USING"));
    }

    private @Nullable String text(String clause) {
        return (String) given.get(clause);
    }
}
