package io.strandline.sink.sql;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.ForwardingCall;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.Run;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs of a session end with it, whenever that is. */
class SessionRunsTest {
    private static final TableRef TABLE = new TableRef("sink_lab", List.of("main"), "t");

    private final MemoryTable table = new MemoryTable();
    private final SinkLab lab = new SinkLab(new MemoryConnector(table), TABLE, Map.of(), table::rows);
    private final RunEngine engine = lab.engine();
    private final SessionRuns sessions = new SessionRuns(engine);
    private boolean cancelled;
    private final CallContext call = new ForwardingCall(TestCall.CALL) {
        @Override
        public Optional<String> sessionId() {
            return Optional.of("session");
        }

        @Override
        public void checkpoint() {
            if (cancelled) {
                throw new StrandlineException(ErrorCode.CANCELLED, "its session was closed");
            }
        }
    };

    private Run begin() {
        return engine.begin(RunRequest.of(lab.spec(WriteMode.APPEND)), TestCall.CALL);
    }

    @Test
    void aRunThatWasBegunWhileItsSessionEndedIsGivenUp() {
        Run run = begin();
        cancelled = true;
        sessions.ended("session");
        assertRefused(ErrorCode.CANCELLED, () -> sessions.begins("session", TABLE, run, call));
        assertThat(run.record().state()).isEqualTo(RunState.ABORTED);
        assertThat(sessions.of(TABLE, call)).isEmpty();
    }

    @Test
    void aRunIsTheSessionsUntilThatEnds() {
        Run run = begin();
        sessions.begins("session", TABLE, run, call);
        assertThat(sessions.of(TABLE, call)).containsSame(run);
        sessions.ended("session");
        assertThat(run.record().state()).isEqualTo(RunState.ABORTED);
        assertThat(sessions.of(TABLE, call)).isEmpty();
    }
}
