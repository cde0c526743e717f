package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.OnFailedRow;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An overwrite does what the table's own rows would meet, and nothing to other tables (SNK-2, SNK-7). */
class OverwriteTest {
    private static final RowSchema NAMED =
            new RowSchema(SinkLab.SCHEMA.columns().subList(0, 2));

    private static Page named(long... ids) {
        return new Page(
                NAMED,
                LongStream.of(ids)
                        .mapToObj(id -> new @Nullable Object[] {id, "n" + id})
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void columnsThatAreNotGivenAreFilledInByTheDatabase(Databases database) {
        SinkLab lab = database.lab(
                "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2) NOT NULL DEFAULT 7");
        lab.run(WriteMode.APPEND, named(1));
        lab.run(WriteMode.OVERWRITE, named(2));
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(2, "n2", "7.00")));
    }

    /** What it staged can be removed where the table itself is gone. */
    @ParameterizedTest
    @EnumSource
    void isGivenUpAfterItsTableWasDropped(Databases database) {
        SinkLab lab = database.lab();
        try (Run run = lab.engine().begin(RunRequest.of(lab.spec(WriteMode.OVERWRITE)), TestCall.CALL)) {
            run.write(named(1));
            Databases.execute(lab, "DROP TABLE TABLE_NAME");
            // another gateway, which knows of it what is stored
            assertThat(lab.engine().abort(run.id(), TestCall.CALL).state()).isEqualTo(RunState.ABORTED);
            assertThat(Databases.query(
                            lab,
                            database == Databases.SQLITE
                                    ? "SELECT name FROM sqlite_schema WHERE name LIKE '%" + run.id() + "%'"
                                    : "SELECT relname FROM pg_class WHERE relname LIKE '%" + run.id() + "%'"))
                    .isEmpty();
        }
    }

    @Test
    void rowsOfOtherTablesAreNotTakenAlong() {
        SinkLab lab = Databases.POSTGRESQL.lab();
        String table = lab.table().name();
        lab.run(WriteMode.APPEND, named(1));
        Databases.execute(
                lab,
                "CREATE TABLE child_" + table + " (id BIGINT REFERENCES " + table + " ON DELETE CASCADE)",
                "INSERT INTO child_" + table + " VALUES (1)");
        assertRefused(ErrorCode.REFUSED, () -> lab.run(WriteMode.OVERWRITE, named(2)));
        assertThat(lab.rows().get()).hasSize(1);
    }

    @Test
    void aTriggerThatDropsRowsIsFound() {
        SinkLab lab = Databases.POSTGRESQL.lab();
        String table = lab.table().name();
        lab.run(WriteMode.APPEND, named(1));
        Databases.execute(
                lab,
                "CREATE FUNCTION drop_" + table + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
                "CREATE TRIGGER drops BEFORE INSERT ON " + table
                        + " FOR EACH ROW WHEN (NEW.id = 3) EXECUTE FUNCTION drop_" + table + "()");
        assertRefused(ErrorCode.ROWS_UNACCOUNTED, () -> lab.run(WriteMode.OVERWRITE, named(2, 3)));
        assertThat(lab.rows().get()).hasSize(1);
    }

    @Test
    void aRowThatTheTableWouldRefuseIsPutAside() {
        SinkLab lab = Databases.POSTGRESQL.lab(
                "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL CHECK (name <> 'n2'), amount DECIMAL(10,2)");
        RunOptions plain = RunOptions.DEFAULTS;
        RunOptions keepGoing = new RunOptions(
                plain.onDrift(),
                plain.onIncompatible(),
                plain.onMissingKey(),
                OnFailedRow.KEEP_GOING,
                plain.keptRuns(),
                plain.cleanupMaxKeys(),
                plain.pageRows(),
                plain.pageBytes(),
                plain.attempts());
        RunRequest request =
                new RunRequest(lab.spec(WriteMode.OVERWRITE), WriteMode.OVERWRITE, null, null, keepGoing, Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.write(new Page(
                    SinkLab.SCHEMA,
                    LongStream.rangeClosed(1, 3)
                            .mapToObj(id -> new @Nullable Object[] {id, "n" + id, new BigDecimal("1.00")})
                            .toList()));
            RunRecord record = run.commit();
            assertThat(record.counts().accepted()).isEqualTo(2);
            assertThat(record.counts().failed()).isEqualTo(1);
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "n1", "1.00"), SinkLab.row(3, "n3", "1.00")));
    }
}
