package io.strandline.gateway.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** Runs statements as a session does. */
public final class Sql {
    private final SqlEngine engine;

    public Sql(SqlEngine engine) {
        this.engine = engine;
    }

    public SqlEngine engine() {
        return engine;
    }

    /** All rows of an administrator's statement. */
    public List<List<@Nullable Object>> rows(String sql, @Nullable TypedValue... parameters) {
        return rows(new TestExecution(), sql, parameters);
    }

    public List<List<@Nullable Object>> rows(TestExecution execution, String sql, @Nullable TypedValue... parameters) {
        execution.renew();
        PreparedSql prepared = engine.prepare(sql, execution.options(), execution);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Answer answer = engine.execute(prepared, Arrays.asList(parameters), execution)) {
            answer.rows().forEachRemaining(row -> rows.add(Arrays.asList(row)));
        }
        return rows;
    }

    /** The one value of a statement that gives one. */
    public @Nullable Object value(String sql, @Nullable TypedValue... parameters) {
        List<List<@Nullable Object>> rows = rows(sql, parameters);
        if (rows.size() != 1 || rows.get(0).size() != 1) {
            throw new AssertionError("not one value: " + rows);
        }
        return rows.get(0).get(0);
    }

    /** The plan of a query. */
    public String plan(String sql) {
        return String.valueOf(value("EXPLAIN PLAN FOR " + sql));
    }

    public static TypedValue text(String value) {
        return TypedValue.ofLocal(Rep.STRING, value);
    }

    public static TypedValue integer(int value) {
        return TypedValue.ofLocal(Rep.INTEGER, value);
    }

    public static TypedValue bigint(long value) {
        return TypedValue.ofLocal(Rep.LONG, value);
    }
}
