package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value is held as it was sent, or its row is refused. */
class ExactValuesTest {
    private static final String COLUMNS =
            "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2), x ";

    private static Page page(SqlType type, Object value) {
        List<RowSchema.Column> columns = new ArrayList<>(SinkLab.SCHEMA.columns());
        columns.add(new RowSchema.Column("x", type.orNull()));
        return new Page(
                new RowSchema(columns),
                List.<@Nullable Object[]>of(new @Nullable Object[] {1L, "a", new BigDecimal("1.00"), value}));
    }

    private static void refused(SinkLab lab, SqlType type, Object value) {
        assertRefused(ErrorCode.BAD_VALUE, () -> lab.run(WriteMode.APPEND, page(type, value)));
        assertThat(lab.rows().get()).isEmpty();
    }

    @Test
    void digitsOfATimeAreNotCut() {
        SinkLab lab = Databases.POSTGRESQL.lab(COLUMNS + "timestamp(3)");
        LocalDateTime time = LocalDateTime.of(2026, 1, 1, 0, 0, 0, 123_000_000);
        refused(lab, SqlType.localTimestamp(), time.plusNanos(456_000));
        lab.run(WriteMode.APPEND, page(SqlType.localTimestamp(), time));
    }

    /** What PostgreSQL would cut or round without a word. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "varchar(3)         | 'ab   '                      | 'ab '",
                "char(3)            | 'ab  '                       | 'ab'",
                "\"char\"             | 'ab'                         | 'a'",
                "numeric(40,2)      | '1.239'                      | '1.2300'",
                "time with time zone | '10:00:00.1234567+00'       | '10:00:00.1234560+00'",
                "interval(3)        | '00:00:01.0001'              | '00:00:01.001'"
            })
    void textsAreNotCut(String type, String cut, String kept) {
        SinkLab lab = Databases.POSTGRESQL.lab(COLUMNS + type);
        refused(lab, SqlType.text(), cut);
        refused(lab, SqlType.text(), "a\ud800");
        lab.run(WriteMode.APPEND, page(SqlType.text(), kept));
    }

    @Test
    void namesAndElementsAreNotCut() {
        SinkLab name = Databases.POSTGRESQL.lab(COLUMNS + "name");
        refused(name, SqlType.text(), "n".repeat(64));
        name.run(WriteMode.APPEND, page(SqlType.text(), "n".repeat(63)));
        SinkLab texts = Databases.POSTGRESQL.lab(COLUMNS + "varchar(3)[]");
        SqlType list = SqlType.arrayOf(SqlType.text().orNull());
        refused(texts, list, List.of("abc", "ab   "));
        texts.run(WriteMode.APPEND, page(list, List.of("abc")));
        SinkLab numbers = Databases.POSTGRESQL.lab(COLUMNS + "numeric(10,2)[]");
        SqlType decimals = SqlType.arrayOf(SqlType.decimal(38, 18).orNull());
        refused(numbers, decimals, List.of(new BigDecimal("1.239")));
        numbers.run(WriteMode.APPEND, page(decimals, List.of(new BigDecimal("1.230"))));
    }

    @Test
    void sqliteMakesNoOtherNumbers() {
        refused(
                Databases.SQLITE.lab(COLUMNS + "DECIMAL(38,10)"),
                SqlType.decimal(38, 10),
                new BigDecimal("12345678901234567890.12"));
        SinkLab lab = Databases.SQLITE.lab(COLUMNS + "STRING");
        refused(lab, SqlType.text(), "007");
        refused(lab, SqlType.text(), "1e3");
        lab.run(WriteMode.APPEND, page(SqlType.text(), "7 days"));
    }

    @Test
    void aKeyThatMayBeNullUndoesNothing() {
        SinkLab lab = Databases.SQLITE.lab("id BIGINT PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2)");
        RunRecord run = lab.run(
                WriteMode.APPEND,
                new Page(SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {null, "a", null})));
        assertThat(lab.engine().rollback(run.id(), false, false, TestCall.CALL).applied())
                .isFalse();
        assertThat(lab.rows().get()).hasSize(1);
    }
}
