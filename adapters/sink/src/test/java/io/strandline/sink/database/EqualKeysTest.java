package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.OnFailedRow;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.SqlType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SNK-4 where only the database holds two keys of a page equal: the last wins, the other is counted as coalesced. */
class EqualKeysTest {
    private static final RowSchema SCHEMA = new RowSchema(List.of(
            new RowSchema.Column("id", SqlType.text()),
            new RowSchema.Column("name", SqlType.text().orNull())));

    private static RunOptions options(OnFailedRow onFailedRow) {
        RunOptions plain = RunOptions.DEFAULTS;
        return new RunOptions(
                plain.onDrift(),
                plain.onIncompatible(),
                plain.onMissingKey(),
                onFailedRow,
                plain.keptRuns(),
                plain.cleanupMaxKeys(),
                plain.pageRows(),
                plain.pageBytes(),
                plain.attempts());
    }

    private static @Nullable Object[] row(String id, @Nullable String name) {
        return new @Nullable Object[] {id, name};
    }

    @ParameterizedTest
    @EnumSource
    void theLastWins(OnFailedRow onFailedRow) {
        SinkLab lab = Databases.POSTGRESQL.lab("id CHAR(4) NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL");
        Databases.execute(lab, "INSERT INTO TABLE_NAME VALUES ('ab', 'before')");
        boolean keepsGoing = onFailedRow == OnFailedRow.KEEP_GOING;
        Page page = new Page(
                SCHEMA,
                List.of(
                        row("ab", "first"),
                        row("cd", "c"),
                        row("x", keepsGoing ? null : "x"),
                        row("ab ", "second"),
                        row("ab  ", "third")));
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.UPSERT), WriteMode.UPSERT, null, null, options(onFailedRow), Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.write(page);
            RunRecord done = run.commit();
            assertThat(done.counts().coalesced()).isEqualTo(2);
            assertThat(done.counts().accepted()).isEqualTo(keepsGoing ? 2 : 3);
            assertThat(done.counts().failed()).isEqualTo(keepsGoing ? 1 : 0);
            assertThat(Databases.query(lab, "SELECT id || name FROM TABLE_NAME ORDER BY id"))
                    .containsExactly(
                            keepsGoing ? new String[] {"abthird", "cdc"} : new String[] {"abthird", "cdc", "xx"});
            assertThat(lab.engine()
                            .rollback(run.id(), false, false, TestCall.CALL)
                            .applied())
                    .isTrue();
        }
        assertThat(Databases.query(lab, "SELECT name FROM TABLE_NAME")).containsExactly("before");
    }
}
