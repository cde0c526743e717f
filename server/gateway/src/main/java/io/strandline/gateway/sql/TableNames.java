package io.strandline.gateway.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** The names of tables in a statement, in two heaps: what a table can be called, and what a schema or catalog can. */
final class TableNames extends SqlBasicVisitor<@Nullable Void> {
    private final Set<String> tables = new HashSet<>();
    private final Set<String> qualifiers = new HashSet<>();

    private TableNames() {}

    /** Those after FROM, JOIN and TABLE, in subqueries too. */
    static TableNames of(SqlNode statement) {
        TableNames names = new TableNames();
        statement.accept(names);
        return names;
    }

    Set<String> tables() {
        return tables;
    }

    Set<String> qualifiers() {
        return qualifiers;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            collect(select.getFrom());
        } else if (call.getKind() == SqlKind.EXPLICIT_TABLE) {
            collect(call.operand(0));
        }
        return super.visit(call);
    }

    private void collect(@Nullable SqlNode from) {
        if (from instanceof SqlIdentifier name) {
            List<String> parts = name.names;
            tables.add(parts.get(parts.size() - 1));
            qualifiers.addAll(parts.subList(0, parts.size() - 1));
        } else if (from instanceof SqlJoin join) {
            collect(join.getLeft());
            collect(join.getRight());
        } else if (from instanceof SqlCall call
                && !call.isA(SqlKind.QUERY)
                && !call.getOperandList().isEmpty()) {
            collect(call.operand(0));
        }
    }
}
