package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.sink.OnFailedRow;
import io.strandline.sink.Page;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunRules;
import io.strandline.sink.RunState;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables that are not as a run would have them, before it and before it is undone: a clear answer, and nothing changed. */
class DatabaseTroubleTest {
    private static Page page(long from, long to) {
        return new Page(
                SinkLab.SCHEMA,
                LongStream.rangeClosed(from, to)
                        .mapToObj(id -> new @Nullable Object[] {id, "n" + id, new BigDecimal("1.00")})
                        .toList());
    }

    /** SNK-2: a trigger drops a row, and nobody says so. */
    @Test
    void aDestinationThatLosesRowsIsFoundOut() {
        SinkLab lab = Databases.POSTGRESQL.lab();
        Databases.execute(
                lab,
                "CREATE FUNCTION lose_TABLE_NAME() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN IF NEW.id = 2 THEN RETURN NULL; END IF; RETURN NEW; END';"
                        + "CREATE TRIGGER lose BEFORE INSERT ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION lose_TABLE_NAME()");
        assertRefused(ErrorCode.ROWS_UNACCOUNTED, () -> lab.run(WriteMode.APPEND, page(1, 3)));
        assertRefused(ErrorCode.ROWS_UNACCOUNTED, () -> lab.run(WriteMode.UPSERT, page(1, 3)));
        assertThat(lab.rows().get()).isEmpty();
    }

    /** What a trigger writes elsewhere is not counted. */
    @ParameterizedTest
    @EnumSource
    void whatTriggersWriteIsNotCounted(Databases database) {
        SinkLab lab = database.lab();
        Databases.execute(lab, "CREATE TABLE log_TABLE_NAME (id BIGINT)");
        Databases.execute(
                lab,
                database == Databases.SQLITE
                        ? "CREATE TRIGGER noting AFTER INSERT ON TABLE_NAME BEGIN INSERT INTO log_TABLE_NAME VALUES (NEW.id),"
                                + " (NEW.id); END"
                        : "CREATE FUNCTION note_TABLE_NAME() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO"
                                + " log_TABLE_NAME VALUES (NEW.id), (NEW.id); RETURN NEW; END'; CREATE TRIGGER noting AFTER"
                                + " INSERT ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION note_TABLE_NAME()");
        assertThat(lab.run(WriteMode.APPEND, page(1, 3)).counts().accepted()).isEqualTo(3);
        assertThat(lab.run(WriteMode.UPSERT, page(3, 4)).counts().accepted()).isEqualTo(2);
        assertThat(lab.rows().get()).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource
    void withoutAUniqueKeyNothingIsUpserted(Databases database) {
        SinkLab lab = database.lab("id BIGINT NOT NULL, name TEXT NOT NULL, amount DECIMAL(10,2)");
        assertThatThrownBy(() -> lab.run(WriteMode.UPSERT, page(1, 2))).hasMessageContaining("UNIQUE INDEX");
        RunRecord run = lab.run(WriteMode.APPEND, page(1, 2));
        RollbackOutcome outcome = lab.engine().rollback(run.id(), true, false, TestCall.CALL);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflicts())
                .extracting(RollbackConflict::kind)
                .containsExactly(RollbackConflict.Kind.NOT_UNDOABLE);
        assertThat(lab.rows().get()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void aTableThatIsGoneIsNamed(Databases database) {
        SinkLab lab = database.lab();
        RunRecord run = lab.run(WriteMode.APPEND, page(1, 2));
        Databases.execute(lab, "ALTER TABLE TABLE_NAME RENAME TO other_TABLE_NAME");
        assertRefused(ErrorCode.NO_SUCH_TABLE, () -> lab.run(WriteMode.APPEND, page(3, 3)));
        assertRefused(ErrorCode.NO_SUCH_TABLE, () -> lab.engine().rollback(run.id(), false, false, TestCall.CALL));
        assertThat(lab.runs().byId(run.id()).orElseThrow().isRolledBack()).isFalse();
        lab.engine().forget(run.id(), TestCall.CALL);
    }

    /** A column that came since is no obstacle, one that went is. */
    @ParameterizedTest
    @EnumSource
    void aTableThatChangedSinceIsUndoneWhereNothingIsLost(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page(1, 3));
        RunRecord upsert = lab.run(WriteMode.UPSERT, page(2, 4));
        RunRecord delete = lab.run(WriteMode.DELETE, page(1, 1));
        Databases.execute(lab, "ALTER TABLE TABLE_NAME ADD COLUMN note TEXT");
        assertThat(lab.engine()
                        .rollback(delete.id(), false, false, TestCall.CALL)
                        .applied())
                .isTrue();
        assertThat(lab.rows().get()).hasSize(4);
        Databases.execute(lab, "ALTER TABLE TABLE_NAME DROP COLUMN note");
        Databases.execute(lab, "ALTER TABLE TABLE_NAME RENAME COLUMN amount TO total");
        RollbackOutcome outcome = lab.engine().rollback(upsert.id(), true, false, TestCall.CALL);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.kind()).isEqualTo(RollbackConflict.Kind.EVOLVED_SINCE);
            assertThat(conflict.detail()).contains("amount");
        });
    }

    @ParameterizedTest
    @EnumSource
    void eachRowThatIsRefusedIsSaidWithItsReason(Databases database) {
        SinkLab lab = database.lab(
                "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL CHECK (name <> 'no')," + " amount DECIMAL(10,2)");
        Page page = new Page(
                SinkLab.SCHEMA,
                List.of(
                        new @Nullable Object[] {1L, "yes", BigDecimal.ONE},
                        new @Nullable Object[] {2L, "no", BigDecimal.ONE},
                        new @Nullable Object[] {3L, null, BigDecimal.ONE},
                        new @Nullable Object[] {1L, "again", BigDecimal.ONE},
                        new @Nullable Object[] {4L, "yes", null}));
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.APPEND),
                null,
                null,
                null,
                RunOptions.DEFAULTS.with(OnFailedRow.KEEP_GOING),
                Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.write(page);
            RunRecord record = run.commit();
            assertThat(record.state()).isEqualTo(RunState.DONE);
            assertThat(record.counts().accepted()).isEqualTo(2);
            assertThat(record.counts().failed()).isEqualTo(3);
        }
        assertThat(lab.runs().failed()).extracting(note -> note.row()).containsExactly(1L, 2L, 3L);
        assertThat(Databases.query(lab, "SELECT id FROM TABLE_NAME ORDER BY id"))
                .containsExactly("1", "4");
        assertThatThrownBy(() -> lab.run(WriteMode.UPSERT, page)).hasMessageContaining("row 2");
        assertThat(lab.rows().get()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void manyColumnsAreWrittenAndUndone(Databases database) {
        int columns = 1_500;
        SinkLab lab = database.lab("id BIGINT NOT NULL PRIMARY KEY, name TEXT, amount DECIMAL(10,2), "
                + IntStream.range(0, columns)
                        .mapToObj(at -> "c" + at + " INTEGER")
                        .collect(Collectors.joining(", ")));
        List<RowSchema.Column> wide = new ArrayList<>(SinkLab.SCHEMA.columns());
        IntStream.range(0, columns)
                .forEach(at -> wide.add(
                        new RowSchema.Column("c" + at, SqlType.integer().orNull())));
        @Nullable Object[] row = new @Nullable Object[wide.size()];
        row[0] = 1L;
        row[1] = "n";
        row[wide.size() - 1] = 7;
        Page page = new Page(new RowSchema(wide), List.<@Nullable Object[]>of(row));
        RunRecord run = lab.run(WriteMode.UPSERT, page);
        assertThat(Databases.query(lab, "SELECT c1499 FROM TABLE_NAME")).containsExactly("7");
        assertThat(lab.engine().rollback(run.id(), false, false, TestCall.CALL).deleted())
                .isEqualTo(1);
        assertThat(lab.rows().get()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void settingsThatAreWrongAreNamed(Databases database) {
        SinkLab lab = database.lab();
        for (Map<String, Object> settings : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("url", "jdbc:other:x"),
                Map.of("url", "jdbc:" + lab.connector().name() + ":x", "pasword", "p"),
                Map.of("url", "jdbc:" + lab.connector().name() + ":x", "rollback", "maybe"))) {
            SinkSpec spec = new SinkSpec(
                    "one",
                    lab.connector().name(),
                    lab.table(),
                    settings,
                    WriteMode.APPEND,
                    List.of(),
                    RunOptions.DEFAULTS,
                    RunRules.NONE,
                    "configuration");
            assertThatThrownBy(() -> lab.connector().describe(spec)).hasMessageStartingWith("sinks.one");
        }
    }

    /** SNK-26: a database that does not answer is no table without columns. */
    @Test
    void aDatabaseThatDoesNotAnswerIsNotAnEmptyTable() {
        SinkLab lab = Databases.POSTGRESQL.lab();
        SinkLab away =
                new SinkLab(lab.connector(), lab.table(), Map.of("url", "jdbc:postgresql://127.0.0.1:1/x"), lab.rows());
        assertRefused(ErrorCode.BACKEND, () -> away.run(WriteMode.APPEND, page(1, 1)));
        assertThat(away.open(WriteMode.APPEND).checks(SinkLab.context(WriteMode.APPEND)))
                .singleElement()
                .satisfies(check -> assertThat(check.hint()).contains("url"));
    }

    /** It only reads: what others write meanwhile is in its way as little as it is in theirs. */
    @ParameterizedTest
    @EnumSource
    void aDryRunOfARollbackWaitsForNobody(Databases database) throws SQLException {
        SinkLab lab = database.lab();
        RunRecord run = lab.run(WriteMode.APPEND, page(1, 1));
        try (Connection other = DriverManager.getConnection(
                        String.valueOf(lab.settings().get("url")));
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO " + lab.table().name() + " VALUES (7, 'theirs', 1)");
            RollbackOutcome outcome = lab.engine().rollback(run.id(), false, true, TestCall.CALL);
            assertThat(outcome.deleted()).isEqualTo(1);
            assertThat(outcome.applied()).isFalse();
            other.rollback();
        }
        assertThat(lab.rows().get()).hasSize(1);
    }
}
