package io.strandline.parser;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;

/**
 * Marks the period of a {@link org.apache.calcite.sql.SqlSnapshot} that is no time but a version: what {@code FOR VERSION AS OF}
 * has where {@code FOR TIMESTAMP AS OF} has a time.
 */
public final class SqlTableVersion {
    /** Has one operand, the version. */
    public static final SqlOperator OPERATOR = new SqlSpecialOperator("VERSION", SqlKind.OTHER);

    private SqlTableVersion() {}

    /** Whether a period is a version. */
    public static boolean is(SqlNode period) {
        return period instanceof SqlCall call && call.getOperator().equals(OPERATOR);
    }
}
