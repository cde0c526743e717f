package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.parser.SqlUse;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.sql.SqlUtil;
import org.jspecify.annotations.Nullable;

/** SET, RESET and USE: handed to the session. */
record SetPlan(String text, Meta.Signature signature, List<Setting> settings) implements Plan {

    /**
     * One option of the session.
     *
     * @param name lower case
     * @param value null to go back to the default
     */
    record Setting(String name, @Nullable String value) {}

    static SetPlan of(String sql, SqlSetOption statement) {
        if (statement.getScope() != null && !Text.lower(statement.getScope()).equals("session")) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "ALTER " + statement.getScope() + " is not supported. Settings of the gateway are in its"
                            + " configuration file; SET name = value sets one of the session.");
        }
        return of(
                sql,
                new Setting(
                        name(Objects.requireNonNull(statement.getOperandList().get(1))), value(statement.getValue())));
    }

    /** USE: catalog and schema, or one of them, that there are. */
    static SetPlan of(String sql, SqlUse statement, Names names) {
        List<String> path = statement.path();
        if (path.size() == 1 && names.isCatalogOnly(path.get(0))) {
            return of(sql, new Setting("catalog", path.get(0)));
        }
        List<String> schema = names.schema(path);
        return of(sql, new Setting("catalog", schema.get(0)), new Setting("schema", schema.get(1)));
    }

    private static SetPlan of(String sql, Setting... settings) {
        return new SetPlan(sql, CountAnswer.signature(sql), List.of(settings));
    }

    private static String name(SqlNode name) {
        return Text.lower(
                name instanceof SqlIdentifier identifier
                        ? identifier.names.stream().collect(Collectors.joining("."))
                        : name.toString());
    }

    private static @Nullable String value(@Nullable SqlNode value) {
        if (value == null || value.getKind() == SqlKind.DEFAULT || SqlUtil.isNullLiteral(value, false)) {
            return null;
        }
        if (value instanceof SqlLiteral literal) {
            String text = literal.toValue();
            return text == null ? literal.toString() : text;
        }
        String word = value instanceof SqlIdentifier identifier ? identifier.getSimple() : value.toString();
        return Text.lower(word).equals("default") ? null : word;
    }

    @Override
    public StatementKind kind() {
        return StatementKind.SET;
    }

    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public Answer run(List<@Nullable TypedValue> parameters, StatementExecution execution) {
        settings.forEach(setting -> execution.session().set(setting.name(), setting.value()));
        return new CountAnswer(signature);
    }
}
