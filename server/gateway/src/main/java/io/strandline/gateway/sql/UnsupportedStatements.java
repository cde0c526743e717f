package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlMerge;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** Statements that parse but that nothing here carries out: says so, and what to use instead. */
final class UnsupportedStatements {
    private UnsupportedStatements() {}

    /**
     * What is thrown for it.
     *
     * @param ofTheLake whether a name is that of a table of the lake
     */
    static StrandlineException error(SqlNode statement, Predicate<List<String>> ofTheLake) {
        if (statement.isA(SqlKind.DML)) {
            SqlNode target = target(statement);
            String table = target instanceof SqlIdentifier name ? SqlNames.dotted(name.names) : "a table";
            boolean lake = target instanceof SqlIdentifier name && ofTheLake.test(name.names);
            return new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    statement.getKind().name() + " on " + Text.cut(table, 200) + " is not supported: "
                            + (lake
                                    ? "its catalog only lets it be read here. Write with the engine that owns it."
                                    : "system tables are changed by procedures only. CALL help() lists them."));
        }
        if (statement.isA(SqlKind.DDL)) {
            return new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    statement.getKind().name().replace('_', ' ')
                            + " is not supported here. CALL help() lists the procedures that change things.");
        }
        return new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                "statements like this (" + statement.getKind().name().replace('_', ' ')
                        + ") are not supported. Use SELECT, CALL, SET, EXPLAIN, or CREATE, ALTER and DROP TABLE.");
    }

    private static @Nullable SqlNode target(SqlNode statement) {
        if (statement instanceof SqlInsert insert) {
            return insert.getTargetTable();
        }
        if (statement instanceof SqlUpdate update) {
            return update.getTargetTable();
        }
        if (statement instanceof SqlDelete delete) {
            return delete.getTargetTable();
        }
        return statement instanceof SqlMerge merge ? merge.getTargetTable() : null;
    }
}
