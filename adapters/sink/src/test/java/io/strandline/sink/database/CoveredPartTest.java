package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.Page;
import io.strandline.sink.Run;
import io.strandline.sink.RunRequest;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that says, before it writes, which part it covers whole: the rest of that part goes when it is complete (SNK-8). */
class CoveredPartTest {
    private static Page page(String name, long... ids) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long id : ids) {
            rows.add(new @Nullable Object[] {id, name, new BigDecimal("1.00")});
        }
        return new Page(SinkLab.SCHEMA, rows);
    }

    private static Run begin(SinkLab lab, WriteMode mode) {
        return lab.engine().begin(RunRequest.of(lab.spec(mode)), TestCall.CALL);
    }

    @ParameterizedTest
    @EnumSource
    void whatItDoesNotWriteGoes(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page("eu", 1, 2, 3));
        lab.run(WriteMode.APPEND, page("us", 4));
        try (Run run = begin(lab, WriteMode.UPSERT)) {
            run.cover(Map.of("name", "eu"), true);
            assertThat(run.cleansUp()).isFalse();
            run.cover(Map.of("name", "eu"), false);
            run.write(page("eu", 2, 9));
            run.commit();
            assertThat(lab.rows().get())
                    .isEqualTo(List.of(
                            SinkLab.row(2, "eu", "1.00"), SinkLab.row(4, "us", "1.00"), SinkLab.row(9, "eu", "1.00")));
            assertThat(lab.engine()
                            .rollback(run.id(), false, false, TestCall.CALL)
                            .applied())
                    .isTrue();
        }
        assertThat(lab.rows().get()).hasSize(4);
    }

    /** Columns of types that are shown as text are compared as they are shown. */
    @ParameterizedTest
    @CsvSource({"inet, 10.0.0.1, 10.0.0.2", "jsonb, '{\"a\": 1}', '{}'", "char(3), eu, us"})
    void whatIsShownAsTextIsFound(String type, String covered, String other) {
        SinkLab lab = Databases.POSTGRESQL.lab(
                "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2), x " + type);
        lab.run(WriteMode.APPEND, page("n", 1, 2, 3));
        Databases.execute(
                lab,
                "UPDATE TABLE_NAME SET x = CASE WHEN id = 3 THEN '" + other + "' ELSE '" + covered + "' END::" + type);
        String shown =
                Databases.query(lab, "SELECT x FROM TABLE_NAME WHERE id = 1").get(0);
        try (Run run = begin(lab, WriteMode.UPSERT)) {
            run.cover(Map.of("x", String.valueOf(shown)), false);
            run.write(page("n", 2));
            run.commit();
        }
        assertThat(Databases.query(lab, "SELECT id FROM TABLE_NAME ORDER BY id"))
                .containsExactly("2", "3");
    }

    /** A refusal is no end of the run. */
    @ParameterizedTest
    @EnumSource
    void whatCoversTooMuchOrTooLateIsRefused(Databases database) {
        SinkLab lab = database.lab();
        Map<String, Object> withNull = new HashMap<>();
        withNull.put("name", null);
        try (Run run = begin(lab, WriteMode.APPEND)) {
            assertRefused(ErrorCode.REFUSED, () -> run.cover(Map.of(), false));
            assertRefused(ErrorCode.REFUSED, () -> run.cover(withNull, false));
            assertRefused(ErrorCode.NO_SUCH_COLUMN, () -> run.cover(Map.of("nme", "eu"), false));
            assertRefused(ErrorCode.BAD_VALUE, () -> run.cover(Map.of("id", "eu"), false));
            run.write(page("eu", 1));
            assertRefused(ErrorCode.REFUSED, () -> run.cover(Map.of("name", "eu"), false));
            run.commit();
        }
        try (Run run = begin(lab, WriteMode.DELETE)) {
            assertRefused(ErrorCode.REFUSED, () -> run.cover(Map.of("name", "eu"), false));
        }
        RunRequest keyless = new RunRequest(
                lab.spec(WriteMode.APPEND),
                null,
                List.of(),
                null,
                lab.spec(WriteMode.APPEND).options(),
                Map.of());
        try (Run run = lab.engine().begin(keyless, TestCall.CALL)) {
            assertRefused(ErrorCode.REFUSED, () -> run.cover(Map.of("name", "eu"), false));
        }
        assertThat(lab.rows().get()).hasSize(1);
    }
}
