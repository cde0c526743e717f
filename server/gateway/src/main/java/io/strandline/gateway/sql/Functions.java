package io.strandline.gateway.sql;

import java.util.List;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Functions found in any case: names of tables and columns match exactly, but Calcite keeps its functions in upper case and
 * unquoted names arrive here in lower case.
 */
record Functions(SqlOperatorTable all) implements SqlOperatorTable {
    private static final SqlNameMatcher ANY_CASE = SqlNameMatchers.withCaseSensitive(false);

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher matcher) {
        all.lookupOperatorOverloads(name, category, syntax, found, ANY_CASE);
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        return all.getOperatorList();
    }
}
