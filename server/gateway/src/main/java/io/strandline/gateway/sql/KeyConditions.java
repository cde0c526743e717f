package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** The condition of an UPDATE or DELETE: columns compared with values, each by {@code =} or IN, and nothing else. */
final class KeyConditions {
    private static final int SHOWN = 100;

    private KeyConditions() {}

    /**
     * The columns it compares.
     *
     * @throws StrandlineException {@code NOT_SUPPORTED} for another condition, or none, saying what to do
     */
    static List<String> columns(@Nullable SqlNode condition, String statement) {
        if (condition == null) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    statement + " of all rows is not supported: rows are changed by key. Say WHERE key = value, or"
                            + (statement.equals("DELETE")
                                    ? " SET sink.mode = 'overwrite' and INSERT what is to be there."
                                    : " INSERT ... SELECT the rows as they are to be, with SET sink.mode = 'upsert'."));
        }
        Set<String> columns = new LinkedHashSet<>();
        collect(condition, columns, statement);
        return List.copyOf(columns);
    }

    private static void collect(SqlNode condition, Set<String> columns, String statement) {
        if (condition.getKind() == SqlKind.AND) {
            ((SqlCall) condition).getOperandList().forEach(each -> collect(each, columns, statement));
            return;
        }
        if (condition.getKind() == SqlKind.EQUALS || condition.getKind() == SqlKind.IN) {
            SqlCall comparison = (SqlCall) condition;
            SqlNode left = comparison.operand(0);
            SqlNode right = comparison.operand(1);
            if (condition.getKind() == SqlKind.EQUALS && isConstant(left)) {
                SqlNode swapped = left;
                left = right;
                right = swapped;
            }
            List<String> named = named(left);
            if (!named.isEmpty() && isConstant(right) && columns.addAll(named)) {
                return;
            }
        }
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                statement + " WHERE " + Text.cut(condition.toString().replaceAll("\\s+", " "), SHOWN)
                        + " is not supported: rows are changed by key. Compare each column of the key once with a value, by ="
                        + " or IN (...)"
                        + (statement.equals("DELETE")
                                ? "; to delete what a query finds, SET sink.mode = 'delete' and INSERT its keys."
                                : "; to change what a query finds, SET sink.mode = 'upsert' and INSERT the rows."));
    }

    private static List<String> named(SqlNode compared) {
        if (compared instanceof SqlIdentifier name && !name.isStar()) {
            return List.of(name.names.get(name.names.size() - 1));
        }
        if (compared.getKind() != SqlKind.ROW) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (SqlNode each : ((SqlCall) compared).getOperandList()) {
            if (!(each instanceof SqlIdentifier name)) {
                return List.of();
            }
            names.add(name.names.get(name.names.size() - 1));
        }
        return names;
    }

    /** Without a column and without a query; functions without parentheses are names to the parser, and not keys. */
    private static boolean isConstant(SqlNode node) {
        boolean[] constant = {true};
        node.accept(new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlIdentifier id) {
                constant[0] = false;
                return null;
            }

            @Override
            public @Nullable Void visit(SqlCall call) {
                constant[0] &= !call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.VALUES;
                return super.visit(call);
            }
        });
        return constant[0];
    }
}
