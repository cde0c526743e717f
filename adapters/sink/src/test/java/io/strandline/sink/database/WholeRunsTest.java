package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Page;
import io.strandline.sink.Run;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.store.Stores;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run is in the database as a whole or not at all, also where answers are lost and others write. */
class WholeRunsTest {
    private static final String COLUMNS = "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2)";
    private static final int LOCK = 4711;

    private static Page page(long id, @Nullable String name) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, name, new BigDecimal("1.00")}));
    }

    private static Run begin(SinkLab lab, WriteMode mode) {
        return lab.engine().begin(RunRequest.of(lab.spec(mode)), TestCall.CALL);
    }

    private static StrandlineException refused(Runnable work) {
        StrandlineException refused = catchThrowableOfType(StrandlineException.class, work::run);
        assertThat(refused).isNotNull();
        return refused;
    }

    @ParameterizedTest
    @EnumSource
    void aRowThatIsRefusedUndoesThePagesBeforeIt(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page(9, "before"));
        try (Run run = begin(lab, WriteMode.APPEND)) {
            run.write(page(1, "a"));
            run.write(page(2, "b"));
            assertThat(refused(() -> run.write(page(3, null))).code()).isEqualTo(ErrorCode.BAD_VALUE);
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(9, "before", "1.00")));
    }

    /** A page of a transaction that is gone is not sent again as if the pages before it were there. */
    @Test
    void aLostConnectionUndoesAllOrNothing() {
        SinkLab lab = Databases.POSTGRESQL.lab();
        try (Run run = begin(lab, WriteMode.APPEND)) {
            run.write(page(1, "a"));
            Databases.execute(
                    lab,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'strandline sink'");
            refused(() -> run.write(page(2, "b")));
            assertThat(run.record().state()).isEqualTo(RunState.FAILED);
        }
        assertThat(lab.rows().get()).isEmpty();
    }

    /** The server is still committing when its client is gone. */
    @ParameterizedTest
    @EnumSource(
            value = WriteMode.class,
            names = {"APPEND", "OVERWRITE"})
    void aCommitThatHangsIsWaitedFor(WriteMode mode) throws Exception {
        String url = Databases.POSTGRESQL.url();
        int port = Stores.postgresql().getPort();
        try (Wire wire = new Wire(port);
                Connection holder = DriverManager.getConnection(url);
                Statement holding = holder.createStatement()) {
            SinkLab lab =
                    Databases.POSTGRESQL.lab(COLUMNS, url, url.replace(":" + port + "/", ":" + wire.port() + "/"));
            String table = lab.table().name();
            Databases.execute(
                    url,
                    "CREATE FUNCTION hang_" + table + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM"
                            + " pg_advisory_xact_lock(" + LOCK + "); RETURN NULL; END $$",
                    "CREATE CONSTRAINT TRIGGER hang AFTER INSERT ON " + table
                            + " DEFERRABLE INITIALLY DEFERRED FOR EACH" + " ROW EXECUTE FUNCTION hang_" + table + "()");
            holding.execute("SELECT pg_advisory_lock(" + LOCK + ")");
            CompletableFuture<RunRecord> run = CompletableFuture.supplyAsync(() -> lab.run(mode, page(1, "a")));
            awaitWaiting(holding, "advisory");
            wire.cut();
            awaitWaiting(holding, "transactionid");
            holding.execute("SELECT pg_advisory_unlock(" + LOCK + ")");
            assertThat(run.get(20, TimeUnit.SECONDS).state()).isEqualTo(RunState.DONE);
            assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "a", "1.00")));
        }
    }

    private static void awaitWaiting(Statement statement, String lock) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            try (ResultSet row = statement.executeQuery(
                    "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND"
                            + " l.locktype = '" + lock + "' AND a.application_name = 'strandline sink'")) {
                return row.next() && row.getInt(1) > 0;
            }
        });
    }

    @Test
    void aConstraintThatIsLookedAtInTheCommitIsOfARow() {
        SinkLab lab =
                Databases.POSTGRESQL.lab(COLUMNS + ", CONSTRAINT one UNIQUE (name) DEFERRABLE INITIALLY DEFERRED");
        lab.run(WriteMode.APPEND, page(1, "a"));
        assertThat(refused(() -> lab.run(WriteMode.APPEND, page(2, "a"))).code())
                .isEqualTo(ErrorCode.BAD_VALUE);
        assertThat(lab.rows().get()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void stagedRowsThatAreGoneReplaceNothing(Databases database) {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page(9, "before"));
        try (Run run = begin(lab, WriteMode.OVERWRITE)) {
            run.write(page(1, "a"));
            Databases.execute(lab, "DROP TABLE strandline_staging_" + run.id());
            assertThat(refused(run::commit).code()).isEqualTo(ErrorCode.REFUSED);
            assertThat(run.record().state()).isEqualTo(RunState.FAILED);
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(9, "before", "1.00")));
    }

    /** The row is as another wrote it while the run waited for it: that is what was before the run. */
    @ParameterizedTest
    @EnumSource(
            value = WriteMode.class,
            names = {"UPSERT", "DELETE"})
    void whatOthersCommitMeanwhileComesBack(WriteMode mode) throws Exception {
        SinkLab lab = Databases.POSTGRESQL.lab();
        String table = lab.table().name();
        lab.run(WriteMode.APPEND, page(1, "v0"));
        String url = Databases.POSTGRESQL.url();
        try (Connection other = DriverManager.getConnection(url);
                Statement others = other.createStatement();
                Connection watch = DriverManager.getConnection(url);
                Statement watching = watch.createStatement()) {
            other.setAutoCommit(false);
            others.execute("UPDATE " + table + " SET name = 'v1' WHERE id = 1");
            others.execute("INSERT INTO " + table + " VALUES (2, 'v1', 1.00)");
            Page both = new Page(
                    SinkLab.SCHEMA,
                    List.of(
                            new @Nullable Object[] {1L, "v2", new BigDecimal("1.00")},
                            new @Nullable Object[] {2L, "v2", new BigDecimal("1.00")}));
            CompletableFuture<RunRecord> run = CompletableFuture.supplyAsync(() -> lab.run(mode, both));
            awaitWaiting(watching, "transactionid");
            other.commit();
            RunRecord record = run.get(20, TimeUnit.SECONDS);
            assertThat(record.counts().accepted()).isEqualTo(2);
            assertThat(lab.engine()
                            .rollback(record.id(), false, false, TestCall.CALL)
                            .applied())
                    .isTrue();
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(SinkLab.row(1, "v1", "1.00"), SinkLab.row(2, "v1", "1.00")));
    }
}
