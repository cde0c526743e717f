package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** GW-8: how long a statement may run whose rows are fetched by many requests. */
class StatementTimeTest {
    private static final Caller ANN = new Caller("ann", Role.READER);
    private static final int FRAME = 10_000;

    private final AtomicLong requests = new AtomicLong();

    /** Runs a statement and reads its rows to the end, frame by frame; how many it fetched. */
    private int read(String sql, Duration roleTime, @Nullable Duration requestTime) {
        SessionSettings settings =
                SessionSettings.DEFAULTS.withLimits(new RoleLimits(1_000, Long.MAX_VALUE, Long.MAX_VALUE, roleTime, 4));
        Gateway gateway = new Gateway(new FakeEngine(), new Sessions(settings, Clock.systemUTC()), "1");
        Supplier<Service> next = () -> new LocalService(
                gateway.meta(new RequestContext(ANN, "here", null, null, requestTime, requests.incrementAndGet())));
        next.get().apply(new Service.OpenConnectionRequest("c", Map.of()));
        next.get().apply(new Service.PrepareAndExecuteRequest("c", 1, sql, -1, FRAME));
        for (int fetched = 1; ; fetched++) {
            if (next.get().apply(new Service.FetchRequest("c", 1, (long) fetched * FRAME, FRAME)).frame.done) {
                return fetched;
            }
        }
    }

    /** What its role allows is the time of all requests together: quick frames do not make it endless. */
    @Test
    void theTimeOfARoleIsThatOfAllFramesTogether() {
        StrandlineException late = catchThrowableOfType(
                StrandlineException.class, () -> read("ROWS " + Long.MAX_VALUE, Duration.ofMillis(300), null));
        assertThat(late.code()).isEqualTo(ErrorCode.TIMED_OUT);
        assertThat(late.getMessage()).contains("server.limits.reader.time", "300 ms");
    }

    /** What a client sets is for each request, as JDBC has it; and of a statement that is within both nothing is lost. */
    @Test
    void theTimeOfAClientIsThatOfEachRequest() {
        assertThat(read("ROWS 50000", Duration.ofHours(1), Duration.ofMinutes(1)))
                .isEqualTo(4);
    }

    /** The time between two requests is the client's. */
    @Test
    void aClientThatTakesItsTimeSpendsNone() {
        Execution execution = new Execution(
                "1",
                "c",
                "SELECT 1",
                null,
                null,
                new RequestContext(ANN, "here", null, null),
                new TimeLimit(Duration.ofHours(1), "a test"),
                Clock.systemUTC().instant());
        execution.fetching();
        Duration spent = execution.spent();
        assertThat(spent).isPositive();
        assertThat(execution.spent()).isEqualTo(spent);
        execution.continues(
                new RequestContext(ANN, "here", null, null), new TimeLimit(spent.plusHours(1), "a test", spent));
        assertThat(execution.isOver()).isFalse();
        assertThat(execution.timeLeft()).isBetween(Duration.ofMinutes(30), Duration.ofHours(1));
        execution.continues(new RequestContext(ANN, "here", null, null), new TimeLimit(spent, "a test", spent));
        assertThat(execution.isOver()).isTrue();
    }
}
