package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.Run;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that is given up leaves its destination as it is: other runs can be undone after it. */
class GivenUpTest {
    private static Page page(long id) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, "n", new BigDecimal("1.00")}));
    }

    private static RunState givenUp(SinkLab lab, Run run) {
        lab.runs().interrupt();
        return lab.engine().abort(run.id(), TestCall.CALL).state();
    }

    /** Also where no run could be begun any more. */
    @ParameterizedTest
    @EnumSource
    void needsNoKeyOfTheTable(Databases database) {
        SinkLab lab = database.lab("id BIGINT NOT NULL, name TEXT NOT NULL, amount DECIMAL(10,2)");
        Databases.execute(lab, "CREATE UNIQUE INDEX key_of_TABLE_NAME ON TABLE_NAME (id)");
        try (Run run = lab.engine().begin(RunRequest.of(lab.spec(WriteMode.UPSERT)), TestCall.CALL)) {
            Databases.execute(lab, "DROP INDEX key_of_TABLE_NAME");
            assertThat(givenUp(lab, run)).isEqualTo(RunState.ABORTED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatUndoesOtherRunsStays(Databases database) {
        SinkLab lab = database.lab();
        RunRecord first = lab.run(WriteMode.APPEND, page(1));
        String retyped = "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount ";
        try (Run run = lab.engine().begin(RunRequest.of(lab.spec(WriteMode.APPEND)), TestCall.CALL)) {
            for (String sql : List.of(
                    "ALTER TABLE TABLE_NAME RENAME TO old_of_TABLE_NAME",
                    "CREATE TABLE TABLE_NAME (" + retyped + "TEXT)")) {
                Databases.execute(lab, sql);
            }
            assertThat(givenUp(lab, run)).isEqualTo(RunState.ABORTED);
        }
        Databases.execute(lab, "DROP TABLE TABLE_NAME");
        Databases.execute(lab, "ALTER TABLE old_of_TABLE_NAME RENAME TO TABLE_NAME");
        assertThat(lab.engine()
                        .rollback(first.id(), false, false, TestCall.CALL)
                        .deleted())
                .isEqualTo(1);
    }
}
