package io.strandline.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run that landed, of which the store could not be told: nobody is told that it failed, and nothing is taken back. */
class UntoldRunTest {
    @Test
    void isWholeAtItsDestinationAndItsOutcomeIsSaidToBeUnknown() {
        MemoryRunStore runs = new MemoryRunStore();
        MemoryConnector connector = new MemoryConnector(new MemoryTable());
        SinkSpec spec = new SinkSpec(
                "lab",
                connector.name(),
                new TableRef("memory", List.of("lab"), "rows"),
                Map.of(),
                WriteMode.APPEND,
                List.of("id"),
                RunOptions.DEFAULTS,
                RunRules.NONE,
                "configuration");
        RunEngine engine = new RunEngine(
                new OneSink(connector, spec),
                failingWhenDone(runs),
                (predicate, schema) -> row -> true,
                "here",
                Clock.systemUTC());
        RunRequest request = new RunRequest(spec, WriteMode.APPEND, null, null, RunOptions.DEFAULTS, Map.of());
        try (Run run = engine.begin(request, TestCall.CALL)) {
            run.write(new Page(SinkLab.SCHEMA, List.<Object[]>of(new Object[] {1L, "one", null})));
            StrandlineException untold = catchThrowableOfType(StrandlineException.class, run::commit);
            assertThat(untold.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
            assertThat(untold).hasMessageContaining("whole at its destination").hasMessageContaining("disk is full");
            assertThat(runs.byId(run.id()).orElseThrow().state()).isEqualTo(RunState.COMMITTING);
        }
        assertThat(connector.table().rows()).hasSize(1);
    }

    private static RunStore failingWhenDone(MemoryRunStore runs) {
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("update") && ((RunRecord) arguments[0]).state() == RunState.DONE) {
                        throw new StrandlineException(ErrorCode.STORE, "the store's disk is full.");
                    }
                    try {
                        return method.invoke(runs, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
