package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many conflicts are counted where the rows are, and only the first of them listed (SNK-11). */
class ManyConflictsTest {
    private static final int ROWS = 3_000;

    private static Page page(long from, long to, String word) {
        return new Page(
                SinkLab.SCHEMA,
                LongStream.rangeClosed(from, to)
                        .mapToObj(id -> new @Nullable Object[] {id, word, new BigDecimal("1.00")})
                        .toList());
    }

    private static RollbackOutcome rollback(SinkLab lab, RunRecord run, boolean force) {
        return lab.engine().rollback(run.id(), force, false, TestCall.CALL);
    }

    @ParameterizedTest
    @EnumSource
    void allAreCountedAndSomeListed(Databases database) {
        SinkLab lab = database.lab();
        RunRecord first = lab.run(WriteMode.APPEND, page(1, ROWS, "first"));
        RunRecord second = lab.run(WriteMode.UPSERT, page(1001, ROWS, "second"));
        RollbackOutcome later = rollback(lab, first, false);
        assertThat(later.conflictCount()).isEqualTo(ROWS - 1000);
        assertThat(later.conflicts()).hasSize(RollbackOutcome.LISTED).allSatisfy(conflict -> {
            assertThat(conflict.kind()).isEqualTo(Kind.LATER_RUN);
            assertThat(conflict.laterRun()).isEqualTo(second.id());
        });
        Databases.execute(lab, "UPDATE TABLE_NAME SET name = 'other' WHERE id <= 2000");
        RollbackOutcome both = rollback(lab, first, false);
        assertThat(both.conflictCount()).isEqualTo(ROWS);
        assertThat(both.conflicts()).hasSize(RollbackOutcome.LISTED);
        RollbackOutcome forced = rollback(lab, first, true);
        assertThat(forced.applied()).isFalse();
        assertThat(forced.conflictCount()).isEqualTo(ROWS);
        Databases.execute(lab, "DELETE FROM TABLE_NAME WHERE id <= 1000");
        RollbackOutcome undone = rollback(lab, first, true);
        assertThat(undone.applied()).isTrue();
        assertThat(undone.conflictCount()).isEqualTo(ROWS - 1000);
        assertThat(lab.rows().get()).isEmpty();
    }
}
