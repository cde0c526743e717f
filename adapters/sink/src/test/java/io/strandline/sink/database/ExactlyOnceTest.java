package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strandline.common.Failpoint;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.store.Stores;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A source is in its destination once, wherever a run stopped, when it is read again from its last token (SNK-5, SNK-6). */
class ExactlyOnceTest {
    private static final int TOKENS = 4;
    private static final int PAGES = 2;
    private static final int ROWS = 3;

    /** Ends the run where a process would end. */
    private static final class Stop extends Error {
        private static final long serialVersionUID = 1L;
    }

    static Stream<Arguments> stops() {
        return Arrays.stream(Databases.values())
                .flatMap(database -> Stream.of(Failpoint.SINK_PAGE_UNCOMMITTED, Failpoint.SINK_PAGE_COMMITTED)
                        .flatMap(point ->
                                IntStream.rangeClosed(1, TOKENS).mapToObj(time -> arguments(database, point, time))));
    }

    @ParameterizedTest(name = "{0}: {1}, the {2}.")
    @MethodSource("stops")
    void theSourceIsThereOnce(Databases database, Failpoint point, int time) {
        SinkLab lab = database.lab();
        assertThatThrownBy(() -> stopping(point, time, () -> replay(lab, true))).isInstanceOf(Stop.class);
        replay(lab, true);
        assertThat(lab.rows().get()).isEqualTo(source());
        // what was written twice would be there twice, or fail
        replay(lab, true);
        assertThat(lab.rows().get()).isEqualTo(source());
    }

    /** Must-fail twin: a source that ignores its tokens. */
    @ParameterizedTest
    @EnumSource
    void withoutTokensItIsNot(Databases database) {
        SinkLab lab = database.lab();
        assertThatThrownBy(() -> stopping(Failpoint.SINK_PAGE_COMMITTED, 1, () -> replay(lab, false)))
                .isInstanceOf(Stop.class);
        assertThatThrownBy(() -> replay(lab, false)).hasMessageContaining("row 1");
    }

    /** Sends the whole source, from its beginning: what is there already is dropped by its token. */
    private static RunRecord replay(SinkLab lab, boolean tokens) {
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.APPEND),
                WriteMode.APPEND,
                null,
                tokens ? "source" : null,
                RunOptions.DEFAULTS,
                Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            for (int token = 0; token < TOKENS; token++) {
                for (int page = 0; page < PAGES; page++) {
                    long first = (long) (token * PAGES + page) * ROWS;
                    run.write(page(first), tokens ? CommitToken.of(token) : null);
                }
            }
            return run.commit();
        }
    }

    private static Page page(long first) {
        return new Page(
                SinkLab.SCHEMA,
                LongStream.range(first, first + ROWS)
                        .mapToObj(id -> new @Nullable Object[] {id, "n" + id, new BigDecimal("1.00")})
                        .toList());
    }

    private static List<List<?>> source() {
        List<List<?>> rows = new ArrayList<>();
        LongStream.range(0, (long) TOKENS * PAGES * ROWS).forEach(id -> rows.add(SinkLab.row(id, "n" + id, "1.00")));
        return rows;
    }

    private static void stopping(Failpoint point, int time, Runnable work) {
        AtomicInteger left = new AtomicInteger(time);
        Runnable clear = Failpoint.install(reached -> {
            if (reached == point && left.decrementAndGet() == 0) {
                throw new Stop();
            }
        });
        try {
            work.run();
        } finally {
            clear.run();
        }
    }

    /** The database ends the connection in the middle of a commit: it is asked, and the page sent again. */
    @Test
    void aLostConnectionIsMadeUpFor() {
        SinkLab lab = Databases.POSTGRESQL.lab();
        AtomicInteger left = new AtomicInteger(2);
        Runnable clear = Failpoint.install(reached -> {
            if (reached == Failpoint.SINK_PAGE_UNCOMMITTED && left.decrementAndGet() == 0) {
                Databases.execute(
                        Stores.postgresql().getJdbcUrl("postgres", "postgres"),
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'strandline sink'");
            }
        });
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.APPEND), WriteMode.APPEND, null, "source", RunOptions.DEFAULTS, Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            for (int token = 0; token < 3; token++) {
                run.write(page((long) token * ROWS), CommitToken.of(token));
            }
            RunRecord record = run.commit();
            assertThat(record.state()).isEqualTo(RunState.DONE);
            assertThat(record.counts().accepted()).isEqualTo(3 * ROWS);
        } finally {
            clear.run();
        }
        assertThat(left.get()).isLessThan(0);
        assertThat(lab.rows().get()).isEqualTo(source().subList(0, 3 * ROWS));
    }

    /** The old rows are there until the new ones are, and a run that stopped leaves what an abort removes. */
    @ParameterizedTest
    @EnumSource
    void anOverwriteIsWholeOrNothing(Databases database) {
        SinkLab lab = database.lab();
        replay(lab, true);
        assertThatThrownBy(() -> stopping(Failpoint.SINK_SWAP_UNCOMMITTED, 1, () -> overwrite(lab)))
                .isInstanceOf(Stop.class);
        assertThat(lab.rows().get()).isEqualTo(source());
        overwrite(lab);
        assertThat(lab.rows().get()).isEqualTo(source().subList(0, ROWS));
    }

    private static void overwrite(SinkLab lab) {
        try (Run run = lab.engine().begin(RunRequest.of(lab.spec(WriteMode.OVERWRITE)), TestCall.CALL)) {
            run.write(page(0));
            run.commit();
        }
    }
}
