package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcedureCallTest {
    private static final SqlDialect DIALECT =
            new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\""));

    /** A call in each form the surface promises, with arguments of each kind. */
    static Stream<String> calls() {
        return Stream.of(
                "CALL help",
                "CALL help()",
                "CALL reconcile.repair",
                "CALL strandline.reconcile.repair()",
                "CALL strandline.reconcile.repair(1)",
                "CALL \"Strand\".\"re pair\".\"do it\"('x')",
                "{call help}",
                "{call help()}",
                "{ call reconcile.repair ( ? , ? ) }",
                "{CALL repair(connection => ?, action => 'drop')}",
                "{? = call help}",
                "{?=call repair(?, ?)}",
                "{ ? = CALL strandline.reconcile.repair(connection => 'c', dry_run => ?) }",
                "CALL p(a => 1, b => -2, c => +3, d => 1.5, e => -1e3, f => 'it''s', g => NULL, h => DEFAULT, i => ?)",
                "CALL p(1, -2, +3, 1.5, -1e3, 'it''s', NULL, DEFAULT, ?, TRUE, false, UNKNOWN)",
                "CALL p(CAST('1' AS BIGINT), CAST(? AS DECIMAL(38, 10)), '2'::integer)",
                "CALL p(ARRAY['a', NULL, ?], items => ARRAY[1, 2], nested => ARRAY[ARRAY[1], ARRAY[2]])",
                "CALL p(TIMESTAMP '2024-02-29 23:59:59.123', DATE '2024-02-29', TIME '01:02:03')",
                "CALL p({ts '2024-02-29 23:59:59'}, {d '2024-02-29'}, {t '01:02:03'})",
                "CALL p(ARRAY[TIMESTAMP '2024-02-29 23:59:59'], UUID '123e4567-e89b-12d3-a456-426655440000')",
                "{call p({ts '2024-02-29 23:59:59'}, {d '2024-02-29'})}",
                "CALL p(INTERVAL '1' DAY, X'cafe', U&'\\00e9', MAP['k', 1])",
                "CALL p(1 + 2 * 3, 'a' || 'b', upper('x'), CASE WHEN ? THEN 1 ELSE 2 END, CURRENT_TIMESTAMP)",
                "CALL p(\"Mixed Case\" => 1, \"😀\" => '表é😀')");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void everyFormIsACall(String sql) {
        assertThat(StrandlineParser.parse(sql))
                .isInstanceOfSatisfying(
                        SqlProcedureCall.class,
                        call -> assertThat(call.getKind()).isEqualTo(SqlKind.PROCEDURE_CALL));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void whatIsWrittenOutIsTheSameCallAgain(String sql) {
        SqlProcedureCall call = call(sql);
        String written = written(call);
        SqlProcedureCall again = call(written);
        assertThat(again.equalsDeep(call, Litmus.IGNORE)).as(written).isTrue();
        assertThat(again.returnsValue()).isEqualTo(call.returnsValue());
        assertThat(written(again)).isEqualTo(written);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aCallCanBeMadeAgainFromItsOperands(String sql) {
        SqlProcedureCall call = call(sql);
        SqlNode again = call.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlDynamicParam parameter) {
                return new SqlDynamicParam(parameter.getIndex(), parameter.getParserPosition());
            }
        });
        assertThat(again).isInstanceOf(SqlProcedureCall.class);
        assertThat(again.equalsDeep(call, Litmus.IGNORE)).isTrue();
        assertThat(((SqlProcedureCall) again).returnsValue()).isEqualTo(call.returnsValue());
    }

    @Test
    void nameAndArgumentsAreReadAsWritten() {
        SqlProcedureCall call = call("CALL Reconcile.Repair(Connection => 'Scratch', \"Dry Run\" => DEFAULT, ?)");
        assertThat(call.name().names).containsExactly("reconcile", "repair");
        assertThat(call.returnsValue()).isFalse();
        assertThat(call.arguments()).hasSize(3);
        SqlProcedureCall.Argument connection = call.arguments().get(0);
        assertThat(connection.name()).contains("connection");
        assertThat(((SqlLiteral) connection.value()).getValueAs(String.class)).isEqualTo("Scratch");
        assertThat(connection.isDefault()).isFalse();
        assertThat(call.arguments().get(1).name()).contains("Dry Run");
        assertThat(call.arguments().get(1).isDefault()).isTrue();
        assertThat(call.arguments().get(2).name()).isEmpty();
        assertThat(call.arguments().get(2).value()).isInstanceOf(SqlDynamicParam.class);
    }

    @Test
    void nullIsAnArgumentLikeAnyOther() {
        List<SqlProcedureCall.Argument> arguments =
                call("CALL p(NULL, a => NULL)").arguments();
        assertThat(arguments)
                .extracting(a -> ((SqlLiteral) a.value()).getValue())
                .containsExactly(null, null);
        assertThat(arguments).extracting(SqlProcedureCall.Argument::isDefault).containsExactly(false, false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL p(?, 1, a => CAST(? AS INTEGER), b => ARRAY[?, 'x'])",
                "{call p(?, 1, a => CAST(? AS INTEGER), b => ARRAY[?, 'x'])}",
                "{? = call p(?, 1, a => CAST(? AS INTEGER), b => ARRAY[?, 'x'])}"
            })
    void parametersAreNumberedOverTheArgumentsOnly(String sql) {
        SqlProcedureCall call = call(sql);
        assertThat(parameters(call)).containsExactly(0, 1, 2);
        assertThat(call.returnsValue()).isEqualTo(sql.startsWith("{?"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL p(table => 'x', \"order\" => 1, select => 2, values => 3, as => 4)",
                "CALL p(1) -- done",
                "/* why */ CALL /* now */ p /* with */ ( -- all\n 1 /* one */ ) /* end */ ; -- bye"
            })
    void wordsAndCommentsDoNotStandInTheWay(String sql) {
        assertThat(StrandlineParser.parse(sql)).isInstanceOf(SqlProcedureCall.class);
    }

    /** Arguments meet no validator, so no literal may be left for one to read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DATE '2024-02-29'",
                "TIME '01:02:03'",
                "TIMESTAMP '2024-02-29 23:59:59.123'",
                "TIMESTAMP WITH LOCAL TIME ZONE '2024-02-29 23:59:59'",
                "TIMESTAMP WITH TIME ZONE '2024-02-29 23:59:59 Europe/Berlin'",
                "UUID '123e4567-e89b-12d3-a456-426655440000'"
            })
    void literalsOfTimesAreRead(String literal) {
        SqlNode value = call("CALL p(" + literal + ")").arguments().get(0).value();
        assertThat(value).isInstanceOf(SqlLiteral.class).isNotInstanceOf(SqlUnknownLiteral.class);
        assertThat(((SqlLiteral) value).getTypeName()).isNotEqualTo(SqlTypeName.UNKNOWN);
    }

    @Test
    void explainTakesACall() {
        SqlExplain explain = (SqlExplain) StrandlineParser.parse("EXPLAIN CALL repair(?, a => ?)");
        assertThat(explain.getExplicandum()).isInstanceOf(SqlProcedureCall.class);
        assertThat(explain.getDynamicParamCount()).isEqualTo(2);
    }

    private static SqlProcedureCall call(String sql) {
        return (SqlProcedureCall) StrandlineParser.parse(sql);
    }

    private static String written(SqlNode node) {
        return node.toSqlString(DIALECT).getSql();
    }

    private static List<Integer> parameters(SqlNode node) {
        List<Integer> indexes = new ArrayList<>();
        node.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlDynamicParam parameter) {
                indexes.add(parameter.getIndex());
                return null;
            }
        });
        return indexes;
    }
}
