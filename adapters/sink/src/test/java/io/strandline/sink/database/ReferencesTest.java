package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Page;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of other tables that refer to rows a run would delete: nothing goes, and what to do is said. */
class ReferencesTest {
    private static final List<List<?>> BOTH = List.of(SinkLab.row(1, "n", "1.00"), SinkLab.row(2, "n", "1.00"));

    private static Page page(long... ids) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long id : ids) {
            rows.add(new @Nullable Object[] {id, "n", new BigDecimal("1.00")});
        }
        return new Page(SinkLab.SCHEMA, rows);
    }

    private static SinkLab lab(Databases database) {
        return database.lab();
    }

    private static void refer(SinkLab lab) {
        Databases.execute(lab, "CREATE TABLE child_TABLE_NAME (parent BIGINT REFERENCES TABLE_NAME (id))");
        Databases.execute(lab, "INSERT INTO child_TABLE_NAME VALUES (2)");
    }

    private static void assertReferred(ErrorCode code, Runnable work) {
        StrandlineException refused = catchThrowableOfType(StrandlineException.class, work::run);
        assertThat(refused).hasMessageContaining("delete or change those first");
        assertThat(refused.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReferredToIsNotDeleted(Databases database) {
        SinkLab lab = lab(database);
        RunRecord run = lab.run(WriteMode.APPEND, page(1, 2));
        refer(lab);
        assertReferred(ErrorCode.BAD_VALUE, () -> lab.run(WriteMode.DELETE, page(1, 2)));
        assertThat(lab.rows().get()).isEqualTo(BOTH);
        assertReferred(ErrorCode.REFUSED, () -> lab.engine().rollback(run.id(), true, false, TestCall.CALL));
        assertThat(lab.rows().get()).isEqualTo(BOTH);
        assertThat(lab.runs().byId(run.id()).orElseThrow().progress().rolledBackAt())
                .isNull();
        assertReferred(ErrorCode.REFUSED, () -> lab.run(WriteMode.OVERWRITE, page(1, 2)));
        assertThat(lab.rows().get()).isEqualTo(BOTH);
        Databases.execute(lab, "DROP TABLE child_TABLE_NAME");
        assertThat(lab.engine().rollback(run.id(), false, false, TestCall.CALL).applied())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReferredToIsNotCleanedUp(Databases database) {
        SinkLab lab = lab(database);
        lab.run(WriteMode.APPEND, page(1, 2));
        refer(lab);
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.UPSERT), WriteMode.UPSERT, null, null, RunOptions.DEFAULTS, Map.of("name", "n"));
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.write(page(1));
            assertReferred(ErrorCode.REFUSED, run::commit);
        }
        assertThat(lab.rows().get()).isEqualTo(BOTH);
    }
}
