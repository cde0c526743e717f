package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunRequest;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Conditions on columns are looked for by the database where it finds what SQL does, and rows stream. */
class KeyedReadingTest {
    private static final int ROWS = 5_000;

    private static Page page(long from, long to) {
        return new Page(
                SinkLab.SCHEMA,
                LongStream.rangeClosed(from, to)
                        .mapToObj(id -> new @Nullable Object[] {id, "n" + id, new BigDecimal("1.00")})
                        .toList());
    }

    private static List<Object> ids(SinkLab lab, List<RowSchema.Column> columns, Condition... conditions) {
        try (Stream<@Nullable Object[]> rows = lab.connector()
                .reader(lab.spec(WriteMode.APPEND))
                .orElseThrow()
                .read(columns, List.of(conditions), TestCall.CALL)) {
            List<Object> ids = new ArrayList<>();
            rows.forEach(row -> ids.add(String.valueOf(row[0])));
            return ids;
        }
    }

    private static List<Object> ids(SinkLab lab, Condition... conditions) {
        return ids(lab, SinkLab.SCHEMA.columns(), conditions);
    }

    @ParameterizedTest
    @EnumSource
    void rowsAreFoundByTheirKeys(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page(1, ROWS));
        assertThat(ids(lab, new Condition("id", Operator.EQUAL, List.of(5L)))).containsExactly("5");
        assertThat(ids(
                        lab,
                        new Condition("id", Operator.IN, List.of(5L, 7L, 9L)),
                        new Condition("name", Operator.IN, List.of("n7", "n9", "n11"))))
                .containsExactlyInAnyOrder("7", "9");
        assertThat(ids(lab, new Condition("id", Operator.EQUAL, List.of(-5L)))).isEmpty();
        // a help, which is passed over where it would be more than a statement can have
        List<Object> many =
                List.copyOf(LongStream.rangeClosed(1, 70_000).boxed().toList());
        assertThat(ids(lab, new Condition("id", Operator.IN, many))).hasSize(ROWS);
        assertThat(ids(lab, new Condition("id", Operator.LESS, List.of(3L)))).hasSize(ROWS);
        assertThat(ids(lab, new Condition("name", Operator.EQUAL, List.of("a\0b"))))
                .hasSize(database == Databases.POSTGRESQL ? ROWS : 0);
    }

    /** Where the database's own equality is another than SQL's, all rows come and SQL looks itself. */
    @Test
    void whatTheDatabaseComparesOtherwiseIsLeftToSql() {
        SinkLab padded = Databases.POSTGRESQL.lab("id CHAR(4) NOT NULL PRIMARY KEY, name TEXT, amount DECIMAL(10,2)");
        Databases.execute(padded, "INSERT INTO TABLE_NAME VALUES ('ab', 'n', 1)");
        RowSchema.Column id = new RowSchema.Column("id", SqlType.text());
        assertThat(ids(padded, List.of(id), new Condition("id", Operator.EQUAL, List.of("ab  "))))
                .containsExactly("ab  ");
        SinkLab dated = Databases.SQLITE.lab("id DATE NOT NULL PRIMARY KEY, name TEXT, amount DECIMAL(10,2)");
        Databases.execute(dated, "INSERT INTO TABLE_NAME VALUES (' 2026-01-01', 'n', 1)");
        RowSchema.Column date = new RowSchema.Column("id", SqlType.date());
        assertThat(ids(dated, List.of(date), new Condition("id", Operator.EQUAL, List.of(LocalDate.of(2026, 1, 1)))))
                .containsExactly("2026-01-01");
    }

    /** In SQLite who reads keeps others from committing: a statement that reads what it writes must not wait for itself. */
    @ParameterizedTest
    @EnumSource
    void aTableIsReadWhileItIsWritten(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page(1, ROWS));
        try (Run run = lab.engine().begin(RunRequest.of(lab.spec(WriteMode.UPSERT)), TestCall.CALL);
                Stream<@Nullable Object[]> rows = lab.connector()
                        .reader(lab.spec(WriteMode.APPEND))
                        .orElseThrow()
                        .read(SinkLab.SCHEMA.columns(), List.of(), TestCall.CALL)) {
            // one row is read, and the reading still open when the run commits
            @Nullable Object[] first = rows.iterator().next();
            run.write(new Page(SinkLab.SCHEMA, List.<@Nullable Object[]>of(first)));
            assertThat(run.commit().counts().accepted()).isEqualTo(1);
        }
        assertThat(lab.rows().get()).hasSize(ROWS);
    }
}
