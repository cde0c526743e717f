package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRequest;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.SqlType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of one table under one key and under another, whose rows one table beside it notes (SNK-10). */
class OtherKeyTest {
    private static final RowSchema SCHEMA = new RowSchema(List.of(
            new RowSchema.Column("a", SqlType.bigint()),
            new RowSchema.Column("b", SqlType.bigint()),
            new RowSchema.Column("name", SqlType.text().orNull())));

    private static RunId upsert(SinkLab lab, String key, Object[]... rows) {
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.UPSERT), WriteMode.UPSERT, List.of(key), null, RunOptions.DEFAULTS, Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            // twice, so that what the run noted of its own rows is noted anew
            run.write(new Page(SCHEMA, Arrays.asList(rows)));
            run.write(new Page(SCHEMA, Arrays.asList(rows)));
            run.commit();
            return run.id();
        }
    }

    private static List<String> rows(SinkLab lab) {
        return Databases.query(lab, "SELECT a || ' ' || b || ' ' || name FROM TABLE_NAME ORDER BY a");
    }

    @ParameterizedTest
    @EnumSource
    void runsUnderEitherKeyAreUndone(Databases database) {
        SinkLab lab = database.lab("a BIGINT NOT NULL UNIQUE, b BIGINT NOT NULL UNIQUE, name TEXT, amount DECIMAL");
        RunId one = upsert(lab, "a", new Object[] {1L, 10L, "x"}, new Object[] {2L, 20L, "y"});
        RunId other = upsert(lab, "b", new Object[] {1L, 10L, "z"}, new Object[] {3L, 30L, "w"});
        assertThat(rows(lab)).containsExactly("1 10 z", "2 20 y", "3 30 w");
        assertThat(lab.engine().rollback(other, false, false, TestCall.CALL).applied())
                .isTrue();
        assertThat(rows(lab)).containsExactly("1 10 x", "2 20 y");
        assertThat(lab.engine().rollback(one, false, false, TestCall.CALL).applied())
                .isTrue();
        assertThat(rows(lab)).isEmpty();
    }
}
