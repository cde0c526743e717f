package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Types that change between a run and its rollback: rows come back exactly as they were, or not at all (SNK-10). */
class ChangedTypesTest {
    private static Page page(String amount) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {1L, "a", new BigDecimal(amount)}));
    }

    private static RollbackOutcome rollback(SinkLab lab, RunRecord run) {
        return lab.engine().rollback(run.id(), false, false, TestCall.CALL);
    }

    private static void assertEvolved(RollbackOutcome outcome, String why) {
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.kind()).isEqualTo(RollbackConflict.Kind.EVOLVED_SINCE);
            assertThat(conflict.detail()).contains(why);
        });
    }

    private static void retype(Databases database, SinkLab lab, String type) {
        if (database == Databases.POSTGRESQL) {
            Databases.execute(
                    lab, "ALTER TABLE TABLE_NAME ALTER COLUMN amount TYPE " + type + " USING amount::" + type);
            return;
        }
        for (String sql : List.of(
                "ALTER TABLE TABLE_NAME RENAME TO old",
                "CREATE TABLE TABLE_NAME (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount " + type + ")",
                "INSERT INTO TABLE_NAME SELECT * FROM old",
                "DROP TABLE old")) {
            Databases.execute(lab, sql);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWiderTypeIsFollowedAndUndone(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page("1.00"));
        RunRecord first = lab.run(WriteMode.UPSERT, page("12345678.25"));
        retype(database, lab, "DECIMAL(14,2)");
        RunRecord second = lab.run(WriteMode.UPSERT, page("999999999999.50"));
        assertThat(rollback(lab, second).applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "a", "12345678.25")));
        assertThat(rollback(lab, first).applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "a", "1.00")));
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, INTEGER", "POSTGRESQL, 'NUMERIC(8,1)'", "SQLITE, TEXT"})
    void anotherTypeIsToldAndUndoneWhenItIsChangedBack(Databases database, String type) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page("1.25"));
        RunRecord run = lab.run(WriteMode.UPSERT, page("2.00"));
        retype(database, lab, type);
        assertEvolved(rollback(lab, run), "amount was ");
        assertThat(Databases.query(lab, "SELECT amount FROM TABLE_NAME").get(0)).startsWith("2");
        retype(database, lab, "DECIMAL(10,2)");
        assertThat(rollback(lab, run).applied()).isTrue();
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "a", "1.25")));
    }

    /** What was noted cannot be kept beside what later runs note: it is final then, and not undone by half. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL, INTEGER", "SQLITE, TEXT"})
    void anotherRunInAnotherTypeMakesEarlierOnesFinal(Databases database, String type) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page("1.25"));
        RunRecord first = lab.run(WriteMode.UPSERT, page("2.00"));
        retype(database, lab, type);
        Page key = new Page(
                new RowSchema(List.of(SinkLab.SCHEMA.columns().get(0))),
                List.<@Nullable Object[]>of(new @Nullable Object[] {1L}));
        RunRecord second = lab.run(WriteMode.DELETE, key);
        assertThat(rollback(lab, second).restored()).isEqualTo(1);
        retype(database, lab, "DECIMAL(10,2)");
        assertEvolved(rollback(lab, first), "another run");
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "a", "2.00")));
    }

    @Test
    void aJournalThatIsGoneUndoesNothing() {
        SinkLab lab = Databases.SQLITE.lab();
        RunRecord run = lab.run(WriteMode.APPEND, page("1.00"));
        Databases.execute(lab, "DROP TABLE strandline_journal_TABLE_NAME");
        RollbackOutcome outcome = rollback(lab, run);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflicts())
                .extracting(RollbackConflict::kind)
                .containsExactly(RollbackConflict.Kind.HISTORY_GONE);
        assertThat(lab.rows().get()).hasSize(1);
    }
}
