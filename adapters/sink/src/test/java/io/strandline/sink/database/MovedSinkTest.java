package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.Page;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sink that is declared anew with another destination: its runs are undone where they wrote (SNK-10). */
class MovedSinkTest {
    private static final String COLUMNS = "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2)";

    private static Page page(long id) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, "n", new BigDecimal("1.00")}));
    }

    @ParameterizedTest
    @EnumSource
    void itsRunsAreUndoneInTheTableThatTheyWrote(Databases database) {
        String url = database.url();
        SinkLab before = database.lab(COLUMNS, url, url);
        SinkLab other = database.lab(COLUMNS, url, url);
        SinkLab now = new SinkLab(other.connector(), other.table(), other.settings(), other.rows(), before.runs());
        RunRecord old = before.run(WriteMode.APPEND, page(1));
        RunRecord next = now.run(WriteMode.APPEND, page(1));
        assertThat(now.engine().rollback(old.id(), false, false, TestCall.CALL).deleted())
                .isEqualTo(1);
        assertThat(before.rows().get()).isEmpty();
        assertThat(now.rows().get()).hasSize(1);
        assertThat(now.engine().rollback(next.id(), false, false, TestCall.CALL).deleted())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void inAnotherDatabaseNothingIsSaidToBeUndoneOrForgotten(Databases database) {
        SinkLab before = database.lab();
        RunRecord run = before.run(WriteMode.APPEND, page(1));
        Databases elsewhere = database == Databases.SQLITE ? Databases.POSTGRESQL : Databases.SQLITE;
        SinkLab other = elsewhere.lab();
        SinkLab now = new SinkLab(
                other.connector(), other.table(), Map.copyOf(other.settings()), other.rows(), before.runs());
        assertRefused(ErrorCode.REFUSED, () -> now.engine().rollback(run.id(), false, false, TestCall.CALL));
        assertRefused(ErrorCode.REFUSED, () -> now.engine().forget(run.id(), TestCall.CALL));
        assertThat(before.runs().byId(run.id()).orElseThrow().forgotten()).isFalse();
        assertThat(before.runs().byId(run.id()).orElseThrow().isRolledBack()).isFalse();
        assertThat(before.engine()
                        .rollback(run.id(), false, false, TestCall.CALL)
                        .deleted())
                .isEqualTo(1);
        assertThat(before.rows().get()).isEmpty();
    }
}
